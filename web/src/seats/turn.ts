import { settings } from "../settings.svelte";
import { words } from "../words/seats";

const icon = (): HTMLLinkElement | null => document.querySelector('link[rel="icon"]');

/** Whether this browser can show notifications. It does so only for pages over secure connections. */
export const canNotify = (): boolean => "Notification" in window && isSecureContext;

/** The tab's title and its icon say whose turn it is. */
export function markTab(title: string, yours: boolean): void {
  document.title = yours ? `● ${words.yourTurn} · ${title}` : title;
  icon()?.setAttribute("href", yours ? "./icon-turn.svg" : "./icon.svg");
}

/** Show a system notification if the player wants it and is looking elsewhere. */
export function notify(title: string, text: string): void {
  if (!settings.notices || !canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  const notice = new Notification(title, { body: text, tag: "mamayev-turn", icon: "./icon-turn.svg" });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
