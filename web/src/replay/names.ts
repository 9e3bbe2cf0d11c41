import type { Scene } from "../protocol";
import { nameOfTurn } from "../table/steps";
import { words } from "../words/replay";
import { words as table } from "../words/table";

/** The name of a part of a game: a turn, and whose player turn it is. */
export function nameOfPart(scene: Scene, { turn, seat }: { turn: number; seat?: string }): string {
  const whose = scene.seats.find(({ id }) => id === seat)?.name ?? "";
  return words.part(nameOfTurn(scene, turn) || table.turn(turn), whose);
}
