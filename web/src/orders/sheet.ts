/** The parts of the open sheet: beside the map, and on it. */
export { default as Plan } from "./Plan.svelte";
export { default as Sheet } from "./Sheet.svelte";
export { default as Tools } from "./Tools.svelte";
