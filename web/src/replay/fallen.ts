import { inWords, verdictOf, type Verdict } from "../side/battle/verdicts";
import type { Player } from "../table/context";
import { words } from "../words/replay";
import { chanceOfHits, type Dot } from "./film";

/** Dice in a few words: what they showed, the result, its chance, and its value for the player. */
export interface Fallen {
  /** The face of a single die. */
  face?: number;
  result: string;
  chance?: number;
  verdict: Verdict;
}

export function fallen(player: Player, { event }: Dot): Fallen {
  if (event.kind === "volley") {
    const thrown = event.fires.reduce((sum, fire) => sum + fire.dice.length, 0);
    return { result: words.hits(event.hits, thrown), chance: chanceOfHits(event), verdict: "none" };
  }
  const { faces = [] } = player.foresight.die(event) ?? {};
  const fell = faces.find(({ die }) => die === event.dice[0]);
  const alike = faces.filter(({ result }) => result === fell?.result).length;
  return {
    ...(event.dice.length === 1 ? { face: event.dice[0] } : {}),
    result: inWords(player.model!, event.chart, event.result) || String(event.total),
    ...(fell ? { chance: alike / faces.length } : {}),
    verdict: verdictOf(player, event.chart, event.result, event.ply) ?? "none",
  };
}

/** Where dice fell, in words, or what they were for if that was not a place on the map. */
export function placeOf(player: Player, { event, spaces }: Dot): string {
  const { model } = player;
  const named = spaces.map((id) => model!.spaceName(id));
  return named.join(", ") || (event.title ?? event.who ?? "");
}
