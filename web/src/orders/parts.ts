/** The parts of the orders, which a table loads once its seat can give any. */
export { default as Begin } from "./Begin.svelte";
export { default as FilmBar } from "./FilmBar.svelte";
export { default as Plan } from "./Plan.svelte";
export { default as ReportAnswers } from "./ReportAnswers.svelte";
export { default as ReportCard } from "./ReportCard.svelte";
export { default as Sheet } from "./Sheet.svelte";
export { default as StopCard } from "./StopCard.svelte";
export { default as Tools } from "./Tools.svelte";
export { Desk } from "./desk.svelte";
export { handleKey } from "./keys";
