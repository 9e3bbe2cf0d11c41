import { hearHanded } from "../mail/handed";
import { take } from "./downloads";
import { house } from "./house";
import { keepFiles } from "./offline";

/**
 * What a page without a server does besides answering. It starts loading at once, keeps its files for offline visits
 * when loading has succeeded or failed, and serves downloads itself.
 */
export function begin(): void {
  addEventListener("click", take);
  void house().open.then(hearHanded);
  void house().begun.then(keepFiles);
}
