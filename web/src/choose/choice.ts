import type { Choice } from "../protocol";

/** Whether several actions are played together: a path, a stack, or everything that was named. */
export const isWay = (choice: Choice): boolean => (choice.actions?.length ?? 0) > 1;

/** What it costs, with its note: "3 of 4, must stop", or "5 points · the last one". */
export const priced = ({ cost, note }: Pick<Choice, "cost" | "note">): string =>
  [cost, note].filter(Boolean).join(note?.startsWith("of ") ? " " : " · ");

/** What is sent to play it. */
export const played = (choice: Choice): string | string[] => (isWay(choice) ? choice.actions! : choice.text);

/** Whether two choices play the same. A single action is listed without `actions`, and with them among paths. */
export const same = (one: Choice, other: Choice): boolean =>
  [played(one)].flat().join() === [played(other)].flat().join();
