/**
 * Shows the notices that a club pushes to this browser, also while no page of it is open, and opens the game of a notice
 * that the player presses, or puts it off. If the browser's subscription changes, the club gets the new one. A page also
 * shows its own notices through this worker, because browsers on phones show none without one. It keeps no files.
 */
interface Extended extends Event {
  waitUntil(until: Promise<unknown>): void;
}
interface Pushed extends Extended {
  readonly data: { json(): unknown } | null;
}
interface Pressed extends Extended {
  readonly notification: Notification;
  /** The pressed button; "" for the notice itself. */
  readonly action: string;
}
interface Changed extends Extended {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}
/** A button of a notice. TypeScript does not know them, because not every browser shows them. */
interface Action {
  action: string;
  title: string;
}
interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(told: Arrived): void;
}
interface Service {
  readonly registration: {
    showNotification(title: string, options: NotificationOptions & { actions: Action[] }): Promise<void>;
    readonly pushManager: PushManager;
  };
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(kind: "push", heard: (event: Pushed) => void): void;
  addEventListener(kind: "notificationclick", heard: (event: Pressed) => void): void;
  addEventListener(kind: "pushsubscriptionchange", heard: (event: Changed) => void): void;
}
/** What a push says. `tag`: the id of the game; a later notice with the same one takes its place. */
interface Told {
  title: string;
  body: string;
  url: string;
  tag: string;
  actions?: Action[];
}
/** What the pages of this browser hear of a push. */
export interface Arrived {
  pushed: string;
}

const service = self as unknown as Service;
const pages = (): Promise<Page[]> => service.clients.matchAll({ type: "window", includeUncontrolled: true });

const post = (path: string, body: object): Promise<Response> =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

async function show({ title, body, url, tag, actions = [] }: Told): Promise<void> {
  await service.registration.showNotification(title, { body, tag, icon: "icon-turn.svg", data: url, actions });
  for (const page of await pages()) page.postMessage({ pushed: tag });
}

async function open(notice: Notification): Promise<void> {
  notice.close();
  const url = String(notice.data);
  const there = (await pages()).find((page) => page.url === url);
  await (there ? there.focus() : service.clients.openWindow(url));
}

/** Put a notice off. If the club refuses that, its game opens instead. */
async function putOff(notice: Notification): Promise<void> {
  notice.close();
  const answer = await post(`/api/club/games/${encodeURIComponent(notice.tag)}/later`, {}).catch(() => null);
  if (!answer?.ok) await open(notice);
}

/** Tell the club where this browser gets its pushes. */
async function renew({ oldSubscription: old, newSubscription }: Changed): Promise<void> {
  if (!old) return;
  const made = newSubscription ?? (await service.registration.pushManager.subscribe(old.options));
  const { endpoint: url, keys } = made.toJSON();
  await post("/api/club/me/notices/channels", { url, keys, replaces: old.endpoint });
}

service.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as Told));
});
service.addEventListener("notificationclick", (event) => {
  event.waitUntil(event.action === "later" ? putOff(event.notification) : open(event.notification));
});
service.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
