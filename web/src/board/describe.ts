import type { PieceOnTable } from "../protocol";
import type { Session } from "../table/session.svelte";
import type { BoardModel } from "./model";

/** A space in words, for who cannot see it: made when it has the focus, for a board has thousands. */
export function describeSpace(session: Session, model: BoardModel, id: string, lit: boolean): string {
  const { picture } = session;
  const space = model.known.get(id);
  const words = [model.spaceName(id)];
  const side = model.sideName(picture?.control?.[id]);
  if (side) words.push(`held by ${side}`);
  const terrain = model.scene.terrains?.find((one) => one.id === space?.terrain)?.name;
  if (terrain) words.push(terrain);
  if (space?.features?.length) words.push(space.features.join(", "));
  const pieces = (picture?.pieces ?? []).filter((piece) => piece.at === id);
  if (pieces.length) words.push(pieces.map((piece) => model.pieces.get(piece.id)?.name ?? "hidden unit").join(", "));
  for (const mark of picture?.marks ?? []) {
    if (mark.at === id) words.push(model.scene.marks?.find((kind) => kind.id === mark.mark)?.name ?? mark.mark);
  }
  if (space?.origin) words.push(space.origin);
  if (lit) words.push("may be chosen");
  return words.join("; ");
}

/** A counter in words. */
export function describePiece(session: Session, model: BoardModel, on: PieceOnTable): string {
  const known = model.pieces.get(on.id);
  const words = [known?.name ?? `Hidden unit, ${model.sideName(on.side)}`];
  const face = on.face === undefined ? 0 : (known?.faces?.indexOf(on.face) ?? 0);
  if (face > 0) words.push(on.face!);
  const figures = known?.figures?.[Math.max(0, face)];
  if (figures) words.push(figures);
  if (on.strength != null && (known?.steps ?? 0) > 1) words.push(`${on.strength} of ${known!.steps} steps`);
  words.push(...(on.states ?? []), `in ${model.spaceName(on.at)}`);
  const { choice } = session;
  if (session.asking && session.humanTurn && choice.pieces.has(on.id)) {
    const does = choice.pointing.get(on.id);
    words.push(...(does ? [does.label, does.cost, does.note].filter((word) => word !== undefined) : ["may be chosen"]));
  }
  if (choice.piece === on.id) words.push("chosen");
  return words.join(", ");
}
