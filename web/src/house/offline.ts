import { atALink, base } from "./mark";
import { script } from "../trusted";
import { state } from "./state.svelte";

let waiting: ServiceWorker | null = null;

/** Have the browser keep the folder's files, so that the next visit needs no net; and look for a newer version. */
export async function keepFiles(): Promise<void> {
  if (!atALink() || !("serviceWorker" in navigator)) return;
  const service = navigator.serviceWorker;
  const kept = await service.register(script(new URL("service.js", base())), { updateViaCache: "none" });
  const look = (): void => {
    state.offline = kept.active !== null;
    waiting = kept.active === null ? null : kept.waiting;
    state.newer = waiting !== null;
  };
  const watch = (worker: ServiceWorker | null): void => worker?.addEventListener("statechange", look);
  look();
  for (const worker of [kept.installing, kept.waiting, kept.active]) watch(worker);
  kept.addEventListener("updatefound", () => watch(kept.installing));
}

/** Take the newer version: the page is loaded again with it. */
export function takeNewer(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting?.postMessage("take over");
}
