import { script } from "../../trusted";
import painter from "./painter.ts?worker&url";

let ahead: Worker | undefined;
const begun = (): Worker => new Worker(script(painter), { type: "module" });

/** Let a painter's thread begin that the next board will want: that takes as long as the board itself takes to paint. */
export const beginPainter = (): void => void (ahead ??= begun());

/** The painter of one board, who is told `Order`s and answers each with its picture. Whoever takes it ends it. */
export function takePainter(): Worker {
  const taken = ahead ?? begun();
  ahead = undefined;
  return taken;
}
