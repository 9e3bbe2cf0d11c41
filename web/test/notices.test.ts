import { beforeEach, describe, expect, it, vi } from "vitest";

type Heard = (event: unknown) => void;

/** The notices' worker, as a browser starts it. `pages`: the pages that are open. */
async function started(pages: { url: string; focus: () => void; postMessage: (told: unknown) => void }[]) {
  const heard: Record<string, Heard> = {};
  const shown = vi.fn(() => Promise.resolve());
  const openWindow = vi.fn(() => Promise.resolve());
  const subscribe = vi.fn();
  const service = {
    registration: { showNotification: shown, pushManager: { subscribe } },
    clients: { matchAll: () => Promise.resolve(pages), openWindow },
    addEventListener: (kind: string, listen: Heard) => (heard[kind] = listen),
  };
  vi.stubGlobal("self", service);
  vi.resetModules();
  await import("../src/seats/notices");
  const hear = async (kind: string, event: object): Promise<void> => {
    let until: unknown;
    heard[kind]!({ ...event, waitUntil: (work: unknown) => (until = work) });
    await until;
  };
  return { hear, shown, openWindow, subscribe };
}

const told = {
  title: "Your move: Relief",
  body: "Donnerschlag, turn 3",
  url: "https://club/#/play/1",
  tag: "1",
  actions: [{ action: "later", title: "In an hour" }],
};

describe("the worker for notices", () => {
  it("shows a push and tells the open pages", async () => {
    const page = { url: "https://club/#/", focus: vi.fn(), postMessage: vi.fn() };
    const { hear, shown } = await started([page]);
    await hear("push", { data: { json: () => told } });
    expect(shown).toHaveBeenCalledWith("Your move: Relief", {
      body: "Donnerschlag, turn 3",
      tag: "1",
      icon: "icon-turn.svg",
      data: "https://club/#/play/1",
      actions: [{ action: "later", title: "In an hour" }],
    });
    expect(page.postMessage).toHaveBeenCalledWith({ pushed: "1" });
  });

  it("shows nothing for a push without data", async () => {
    const { hear, shown } = await started([]);
    await hear("push", { data: null });
    expect(shown).not.toHaveBeenCalled();
  });

  it.each([[true], [false]])("leads to the game of a notice (it is open: %s)", async (open) => {
    const page = { url: open ? told.url : "https://club/#/", focus: vi.fn(), postMessage: vi.fn() };
    const { hear, openWindow } = await started([page]);
    const close = vi.fn();
    await hear("notificationclick", { notification: { close, data: told.url } });
    expect(close).toHaveBeenCalled();
    expect(page.focus).toHaveBeenCalledTimes(open ? 1 : 0);
    expect(openWindow.mock.calls).toEqual(open ? [] : [[told.url]]);
  });

  it.each([[true], [false]])(
    "puts a notice off, or opens its game if that is refused (refused: %s)",
    async (refused) => {
      const asked = vi.fn(() => Promise.resolve({ ok: !refused }));
      vi.stubGlobal("fetch", asked);
      const { hear, openWindow } = await started([]);
      const close = vi.fn();
      await hear("notificationclick", { action: "later", notification: { close, data: told.url, tag: "1" } });
      expect(close).toHaveBeenCalled();
      expect(asked).toHaveBeenCalledWith("/api/club/games/1/later", expect.objectContaining({ method: "POST" }));
      expect(openWindow).toHaveBeenCalledTimes(refused ? 1 : 0);
    },
  );

  it.each([[true], [false]])("tells the club of a new subscription (the browser has made it: %s)", async (made) => {
    const asked = vi.fn(() => Promise.resolve({ ok: true }));
    vi.stubGlobal("fetch", asked);
    const { hear, subscribe } = await started([]);
    const fresh = { toJSON: () => ({ endpoint: "https://push/2", keys: { p256dh: "a", auth: "b" } }) };
    subscribe.mockResolvedValue(fresh);
    const options = { userVisibleOnly: true };
    const oldSubscription = { endpoint: "https://push/1", options };
    await hear("pushsubscriptionchange", { oldSubscription, newSubscription: made ? fresh : null });
    expect(subscribe.mock.calls).toEqual(made ? [] : [[options]]);
    const body = { url: "https://push/2", keys: { p256dh: "a", auth: "b" }, replaces: "https://push/1" };
    expect(asked).toHaveBeenCalledWith(
      "/api/club/me/notices/channels",
      expect.objectContaining({ body: JSON.stringify(body) }),
    );
  });
});

describe("the notice of a living tab", () => {
  const showNotification = vi.fn(() => Promise.resolve());
  let hidden = true;

  beforeEach(() => {
    showNotification.mockClear();
    hidden = true;
    // A phone's browser: only a worker can show a notification.
    class Unusable {
      static permission = "granted";
      constructor() {
        throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.");
      }
    }
    vi.stubGlobal("Notification", Unusable);
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("navigator", {
      serviceWorker: { register: vi.fn(), ready: Promise.resolve({ showNotification }) },
    });
    vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  });

  async function loaded() {
    const { notify } = await import("../src/seats/turn");
    const { settings } = await import("../src/settings.svelte");
    settings.notices = true;
    return { notify, settings };
  }

  it("is shown by the worker", async () => {
    const { notify } = await loaded();
    await notify("1", "Your turn", "Relief: Move a unit");
    expect(showNotification).toHaveBeenCalledWith("Your turn", expect.objectContaining({ tag: "1" }));
  });

  it("is not shown while the player looks, or does not want it", async () => {
    const { notify, settings } = await loaded();
    hidden = false;
    await notify("1", "Your turn", "Relief");
    hidden = true;
    settings.notices = false;
    await notify("1", "Your turn", "Relief");
    expect(showNotification).not.toHaveBeenCalled();
  });
});
