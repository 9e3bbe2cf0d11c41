import { script } from "../../trusted";
import painter from "./painter.ts?worker&url";

let ahead: Worker | undefined;
const begun = (): Worker => new Worker(script(painter), { type: "module" });

/** Start the painter's thread for the next board, because the start takes as long as painting the board. */
export const beginPainter = (): void => void (ahead ??= begun());

/** The painter of one board. It receives `Order`s and answers each with a picture. The caller must end it. */
export function takePainter(): Worker {
  const taken = ahead ?? begun();
  ahead = undefined;
  return taken;
}
