/**
 * The parts of the orders that a table loads once its seat can give any. Those of the sheet are loaded when it opens, and
 * those of a turn when a staff has begun to carry it out.
 */
export { default as Begin } from "./Begin.svelte";
export { Desk } from "./desk.svelte";
export { handleKey } from "./keys";
