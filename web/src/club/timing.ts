export { Timing } from "./timing.svelte";
export { default as Pills } from "./Pills.svelte";
export { default as TimeUp } from "./TimeUp.svelte";
