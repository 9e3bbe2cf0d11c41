import { base } from "../house/mark";
import { go, mailAddress } from "../route.svelte";

/** Between the tabs of one folder: only the tab that keeps the games can open a turn. */
const channel = (): BroadcastChannel => new BroadcastChannel(`mamayev.mail ${base().pathname}`);

/** Hand a turn that came as a link to the tab that keeps the games. */
export function handOn(letters: string): void {
  const to = channel();
  to.postMessage(letters);
  to.close();
}

/** Show what other tabs hand on. */
export function hearHanded(): void {
  channel().onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") go(mailAddress(data));
  };
}
