/** The parts that only a lesson or an example shows, which are loaded late. */
export { default as LessonCard } from "./LessonCard.svelte";
export { default as Pointer } from "./Pointer.svelte";
