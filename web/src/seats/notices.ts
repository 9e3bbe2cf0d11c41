/**
 * Shows the notices that a club pushes to this browser, also while no page of it is open, and opens the game of a notice
 * that the player presses. A page also shows its own notices through this worker, because browsers on phones show none
 * without one. It keeps no files.
 */
interface Extended extends Event {
  waitUntil(until: Promise<unknown>): void;
}
interface Pushed extends Extended {
  readonly data: { json(): unknown } | null;
}
interface Pressed extends Extended {
  readonly notification: Notification;
}
interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(told: Arrived): void;
}
interface Service {
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(kind: "push", heard: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", heard: (event: Pressed) => void): void;
}
/** What a push says. `tag`: a later notice with the same one takes its place. */
interface Told {
  title: string;
  body: string;
  url: string;
  tag: string;
}
/** What the pages of this browser hear of a push. */
export interface Arrived {
  pushed: string;
}

const service = self as unknown as Service;
const pages = (): Promise<Page[]> => service.clients.matchAll({ type: "window", includeUncontrolled: true });

async function show({ title, body, url, tag }: Told): Promise<void> {
  await service.registration.showNotification(title, { body, tag, icon: "icon-turn.svg", data: url });
  for (const page of await pages()) page.postMessage({ pushed: tag });
}

async function open(notice: Notification): Promise<void> {
  notice.close();
  const url = String(notice.data);
  const there = (await pages()).find((page) => page.url === url);
  await (there ? there.focus() : service.clients.openWindow(url));
}

service.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Told));
});
service.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));
