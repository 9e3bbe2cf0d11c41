import { atALink, base } from "../house/mark";
import { settings } from "../settings.svelte";
import { script } from "../trusted";
import { words } from "../words/seats";

const icon = (): HTMLLinkElement | null => document.querySelector('link[rel="icon"]');

/** Whether this browser can show notifications. It does so only for pages over secure connections. */
export const canNotify = (): boolean =>
  "Notification" in window && "serviceWorker" in navigator && window.isSecureContext;

/** The tab's title and its icon say whose turn it is. */
export function markTab(title: string, yours: boolean): void {
  document.title = yours ? `● ${words.yourTurn} · ${title}` : title;
  icon()?.setAttribute("href", yours ? "./icon-turn.svg" : "./icon.svg");
}

/**
 * The worker that shows notifications. `new Notification` fails in browsers on phones. The page of a folder has a worker
 * that keeps its files, and shows them, too.
 */
export async function notifier(): Promise<ServiceWorkerRegistration> {
  const service = navigator.serviceWorker;
  if (!atALink()) await service.register(script(new URL("notices.js", base())), { updateViaCache: "none" });
  return service.ready;
}

/** Ask the player for the permission to show notifications. Returns whether they have given it. */
export const permitted = async (): Promise<boolean> =>
  canNotify() && (await Notification.requestPermission()) === "granted";

/** Show a system notification about a match if the player wants it and is looking elsewhere. */
export async function notify(match: string, title: string, text: string): Promise<void> {
  if (!settings.notices || !canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  const options = { body: text, tag: match, icon: "./icon-turn.svg", data: location.href };
  await (await notifier()).showNotification(title, options);
}

/** The pitches in hertz of the sound at a player's turn, and how long each lasts, in seconds. */
const PITCHES = [660, 880];
const LASTS = 0.14;
const LOUD = 0.08;
let sounds: AudioContext | undefined;

/** Play a short sound. A browser only plays it for a page that the player has used. */
export function chime(): void {
  if (!settings.sound || !("AudioContext" in window) || !navigator.userActivation?.hasBeenActive) return;
  sounds ??= new AudioContext();
  void sounds.resume();
  for (const [number, pitch] of PITCHES.entries()) {
    const [tone, volume, at] = [sounds.createOscillator(), sounds.createGain(), sounds.currentTime + number * LASTS];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + LASTS);
    tone.connect(volume).connect(sounds.destination);
    tone.start(at);
    tone.stop(at + LASTS);
  }
}
