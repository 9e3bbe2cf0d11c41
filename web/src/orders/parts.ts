/** The parts of the orders that a table loads once its seat can give any. Those of the sheet are loaded when it opens. */
export { default as Begin } from "./Begin.svelte";
export { default as FilmBar } from "./FilmBar.svelte";
export { default as ReportAnswers } from "./ReportAnswers.svelte";
export { default as ReportCard } from "./ReportCard.svelte";
export { default as StopCard } from "./StopCard.svelte";
export { Desk } from "./desk.svelte";
export { handleKey } from "./keys";
