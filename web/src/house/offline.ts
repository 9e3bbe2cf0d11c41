import { script } from "../trusted";
import { atALink, base, folder } from "./mark";
import type { NotKept, Repaired } from "./messages";
import { state } from "./state.svelte";

/**
 * How often to ask the host for a newer version, in milliseconds. The page also asks when the player comes back to it,
 * but not more often than this.
 */
const NOW_AND_THEN = 30 * 60_000;
const SELDOM = 10_000;
/** The time limit for checking all files. Beyond it, the check is dropped. */
const PATIENCE = 60_000;
/** The page was reloaded after a repair, and has not become ready since. */
const REPAIRED = "mamayev repaired";

let registration: ServiceWorkerRegistration | undefined;
let waiting: ServiceWorker | null = null;
let checked = 0;

/** Have the browser keep the folder's files, so that the next visit works offline, and look for a newer version. */
export async function keepFiles(): Promise<void> {
  if (!atALink()) return;
  if (state.ready) sessionStorage.removeItem(REPAIRED);
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<NotKept>) => (state.notKept = data));
    navigator.serviceWorker.startMessages();
    await register();
  }
  // Browsers short of space may have dropped some of what they keep.
  if (state.ready && state.offline) registration?.active?.postMessage("complete");
  await check();
  setInterval(() => void check(), NOW_AND_THEN);
  addEventListener("focus", () => void check());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void check());
}

async function register(): Promise<void> {
  const service = navigator.serviceWorker;
  const kept = await service
    .register(script(new URL("service.js", base())), { updateViaCache: "none" })
    .catch((error: unknown) => void (state.notKept = { why: "refused", what: String(error) }));
  if (!kept || kept === registration) return;
  registration = kept;
  const look = (): void => {
    state.offline = kept.active !== null;
    waiting = kept.active === null ? null : kept.waiting;
    state.newer = waiting !== null;
  };
  const watch = (worker: ServiceWorker | null): void => worker?.addEventListener("statechange", look);
  look();
  for (const worker of [kept.installing, kept.waiting, kept.active]) watch(worker);
  kept.addEventListener("updatefound", () => {
    state.notKept = null;
    watch(kept.installing);
  });
}

/** Ask the host which version it has, and have the browser fetch a newer one. */
async function check(): Promise<void> {
  if (Date.now() - checked < SELDOM) return;
  checked = Date.now();
  const version = await fetch(new URL("files.json", base()), { cache: "no-store" })
    .then((answer) => answer.json() as Promise<{ version?: string }>)
    .then((list) => list.version)
    .catch(() => undefined);
  state.host = version === undefined ? "unknown" : version === folder().version ? "same" : "newer";
  if (state.offline) await registration?.update().catch(() => undefined);
  // The browser forgets a first version that could not be kept.
  else if ("serviceWorker" in navigator && registration?.installing == null) await register();
}

/** Switch to the newer version by reloading the page. */
export function takeNewer(): void {
  if (waiting === null) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.postMessage("take over");
}

/**
 * Check the files that the browser keeps for this page, which could not start, and fetch the damaged ones again. Then
 * the page reloads, and this never resolves. Otherwise it returns the files that could not be fetched.
 */
export async function repair(): Promise<NotKept[]> {
  const service = "serviceWorker" in navigator ? navigator.serviceWorker.controller : null;
  if (service === null) return [];
  const { port1, port2 } = new MessageChannel();
  const { renewed, lost } = await new Promise<Repaired>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Repaired>) => resolve(data);
    setTimeout(() => resolve({ renewed: [], lost: [] }), PATIENCE);
    service.postMessage("repair", [port2]);
  });
  if (lost.length > 0 || renewed.length === 0 || sessionStorage.getItem(REPAIRED) !== null) return lost;
  sessionStorage.setItem(REPAIRED, renewed.join(" "));
  location.reload();
  return new Promise(() => undefined);
}
