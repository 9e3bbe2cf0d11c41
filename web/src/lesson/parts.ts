/** What only a lesson or an example shows; loaded late. */
export { default as LessonCard } from "./LessonCard.svelte";
export { default as Pointer } from "./Pointer.svelte";
