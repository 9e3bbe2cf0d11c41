import type { MarkKind, MarkOnTable, Picture, Point } from "../../protocol";
import type { BoardModel } from "../model";

const APART = 21;

export interface MarkSet {
  id: string;
  /** Where the scene places them. */
  at: Point;
  width: number;
  marks: { mark: MarkOnTable; kind: MarkKind; x: number }[];
}

/** Whether a marker is on the counters of its space, not beside them. */
export const onCounters = (kind: MarkKind | undefined): boolean => kind?.symbol === "hit" || kind?.symbol === "supply";

/** Whether a marker changes the ground of its space. */
export const onGround = (kind: MarkKind | undefined): boolean => kind?.symbol === "rubble";

/** The markers in a space beside its counters, in a row. */
export function markSets(model: BoardModel, picture: Picture): MarkSet[] {
  const kinds = new Map((model.scene.marks ?? []).map((kind) => [kind.id, kind]));
  const bySpace = new Map<string, { mark: MarkOnTable; kind: MarkKind }[]>();
  for (const mark of picture.marks ?? []) {
    const kind = kinds.get(mark.mark);
    if (!kind || onCounters(kind) || onGround(kind)) continue;
    const list = bySpace.get(mark.at);
    if (list) list.push({ mark, kind });
    else bySpace.set(mark.at, [{ mark, kind }]);
  }
  const airfields = model.scenery.flatMap((item) =>
    item.kind === "place" && item.style === "airfield" ? [item.at] : [],
  );
  const found: MarkSet[] = [];
  for (const [id, list] of bySpace) {
    const home = model.space.get(id);
    if (!home) continue;
    const wide = (list.length - 1) / 2;
    const [x, y] = home.markers;
    const aside = airfields.some((at) => Math.hypot(at[0] - x, at[1] - y) < 16) ? 20 + wide * APART : 0;
    const marks = list.map((one, index) => ({ ...one, x: (index - wide) * APART }));
    found.push({ id, at: [x + aside, y], width: 18 + 2 * wide * APART, marks });
  }
  return found;
}
