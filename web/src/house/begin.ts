import { hearHanded } from "../mail/handed";
import { take } from "./downloads";
import { house } from "./house";
import { keepFiles } from "./offline";

/** What a page without a server does beside answering: it begins to load at once, keeps its files for a visit without the
 * net when it has loaded them or failed to, and gives out files by itself. */
export function begin(): void {
  addEventListener("click", take);
  void house().open.then(hearHanded);
  void house().begun.then(keepFiles);
}
