import type { Choice } from "../protocol";

/** Whether several actions are played together: a path, a stack, or everything that was named. */
export const isWay = (choice: Choice): boolean => (choice.actions?.length ?? 0) > 1;

/** What is sent to play it. */
export const played = (choice: Choice): string | string[] => (isWay(choice) ? choice.actions! : choice.text);
