import type { Choice } from "../protocol";

/** Whether several actions are played together: a way, a stack, or all that were named. */
export const isWay = (choice: Choice): boolean => (choice.actions?.length ?? 0) > 1;

/** What is sent to have it played. */
export const played = (choice: Choice): string | string[] => (isWay(choice) ? choice.actions! : choice.text);
