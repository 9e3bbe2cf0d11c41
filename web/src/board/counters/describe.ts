import type { PieceOnTable } from "../../protocol";
import type { Player } from "../../table/context";
import { words } from "../../words/board";
import type { BoardModel } from "../model";

/**
 * A space in words, for people who cannot see it. It is made when the space has the focus, because a board has
 * thousands.
 */
export function describeSpace(player: Player, model: BoardModel, id: string, lit: boolean): string {
  const { picture } = player;
  const space = model.known.get(id);
  const said = [model.spaceName(id)];
  const side = model.sideName(model.sideOf(id, picture));
  if (side) said.push(words.heldBy(side));
  const terrain = model.scene.terrains?.find((one) => one.id === space?.terrain)?.name;
  if (terrain) said.push(terrain);
  if (space?.features?.length) said.push(space.features.join(", "));
  const pieces = (picture?.pieces ?? []).filter((piece) => piece.at === id);
  if (pieces.length)
    said.push(pieces.map((piece) => (piece.name || model.pieces.get(piece.id)?.name) ?? words.hiddenUnit).join(", "));
  for (const mark of picture?.marks ?? []) {
    if (mark.at === id) said.push(model.scene.marks?.find((kind) => kind.id === mark.mark)?.name ?? mark.mark);
  }
  if (space?.origin) said.push(space.origin);
  if (lit) said.push(words.mayBeChosen);
  return said.join("; ");
}

/** A counter in words. */
export function describePiece(player: Player, model: BoardModel, on: PieceOnTable): string {
  const known = model.pieces.get(on.id);
  const said = [(on.name || known?.name) ?? words.hiddenUnitOf(model.sideName(on.side))];
  const face = on.face === undefined ? 0 : (known?.faces?.indexOf(on.face) ?? 0);
  if (face > 0) said.push(on.face!);
  const figures = known?.figures?.[Math.max(0, face)];
  if (figures) said.push(figures);
  if (on.strength != null && (known?.steps ?? 0) > 1) said.push(words.steps(on.strength, known!.steps!));
  said.push(...(on.states ?? []), words.in(model.spaceName(on.at)));
  const { choosing } = player;
  if (player.asking && player.humanTurn && choosing.pieces.has(on.id)) {
    const does = choosing.pointing.get(on.id);
    said.push(
      ...(does ? [does.label, does.cost, does.note].filter((word) => word !== undefined) : [words.mayBeChosen]),
    );
  }
  if (choosing.stack.piece === on.id) said.push(words.chosen);
  return said.join(", ");
}
