import type { Chart } from "../../protocol";

/** The words at the head of a chart's column: what players call it. */
export const columnTitle = (chart: Chart | undefined, column: number | null | undefined): string =>
  chart?.columns[column ?? -1] ?? String(column ?? "");
