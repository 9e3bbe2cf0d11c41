import { base } from "../house/mark";
import { go, mailAddress } from "../route.svelte";

/** The channel between the tabs of one folder. Only the tab that has the games can open a turn. */
const channel = (): BroadcastChannel => new BroadcastChannel(`mamayev.mail ${base().pathname}`);

/** Pass a turn that arrived as a link to the tab that has the games. */
export function handOn(letters: string): void {
  const to = channel();
  to.postMessage(letters);
  to.close();
}

/** Show what other tabs pass on. */
export function hearHanded(): void {
  channel().onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") go(mailAddress(data));
  };
}
