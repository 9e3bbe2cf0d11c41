/** The parts that a table loads when a staff has begun to carry out orders. */
export { default as FilmBar } from "./FilmBar.svelte";
export { default as ReportAnswers } from "./ReportAnswers.svelte";
export { default as ReportCard } from "./ReportCard.svelte";
export { default as ReportMarks } from "./ReportMarks.svelte";
export { default as StopCard } from "./StopCard.svelte";
