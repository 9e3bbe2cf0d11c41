import type { Chart } from "../../protocol";

/** The name of a chart's column, as players know it. */
export const columnTitle = (chart: Chart | undefined, column: number | null | undefined): string =>
  chart?.columns[column ?? -1] ?? String(column ?? "");
