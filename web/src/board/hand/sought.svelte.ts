import type { Point } from "../../protocol";
import type { Player } from "../../table/context";
import type { StackOnBoard } from "../counters/stacks";
import type { BoardModel } from "../model";
import type { Box, Camera } from "./camera.svelte";
import type { Drawing } from "./drawing.svelte";

/** The size of a counter in screen pixels from which all its text is legible. */
export const LEGIBLE = 26;
/** For a board with a grid, the hex sizes in pixels at which automatic moves begin, and which they lead to. */
const HEX = [28, 60] as const;
/** The same sizes for other boards, as scales. */
const SCALES = [0.5, 1.25] as const;

/** A unit or a space, and its place on the board. */
export interface Stop {
  at: Point;
  piece?: string;
  space?: string;
}

/** The important places on the board now: of a question, of events, or of a lesson. */
export class Sought {
  /**
   * The smallest scale at which the map moves by itself, and the largest scale that it moves to; if the whole board is
   * larger, the scale of the board.
   */
  scales = $derived.by((): [number, number] => {
    const { fitting } = this.camera;
    const pitch = this.model.grid?.pitch;
    const [least, most] = pitch === undefined ? SCALES : [HEX[0] / pitch, HEX[1] / pitch];
    return [Math.max(least, fitting), Math.max(most, fitting)];
  });

  /**
   * The places of the units of both sides, of victory, and of the choices; before any unit is on the board, the front.
   * Panels beside the map belong to it, up to their edges.
   */
  inPlay = $derived.by((): Point[] => {
    const { model, frame } = this;
    if (model.scene.panels?.length)
      return [
        [frame.x, frame.y],
        [frame.x + frame.width, frame.y + frame.height],
      ];
    const units = this.all.map(({ centre }) => centre);
    const keys = [...model.space.values()].filter(({ space }) => space.features?.includes("key"));
    const front = units.length > 0 ? [] : this.front();
    return [...units, ...front, ...keys.map(({ counters }) => counters), ...this.asked.map(({ at }) => at)];
  });

  /** The place of each unit that can be chosen. */
  offered = $derived.by(() =>
    this.all.flatMap(({ centre, placed }) =>
      placed.filter(({ piece }) => this.player.choosing.pieces.has(piece.id)).map(() => centre),
    ),
  );

  /** The subject of the question: the units that can be chosen, or the chosen unit, and the possible spaces. */
  asked = $derived.by((): Stop[] => {
    const { choosing } = this.player;
    const units = this.all.flatMap(({ placed }) =>
      placed
        .filter(({ piece: { id } }) =>
          choosing.stack.piece === null ? choosing.pieces.has(id) : id === choosing.stack.piece,
        )
        .map(({ piece, at }) => ({ at, piece: piece.id })),
    );
    return [...units, ...this.spacesAt(choosing.spaces)];
  });

  /** The place of the chosen unit, if it can move. */
  chosen = $derived.by((): Point | null => {
    const {
      stack: { piece },
      spaces,
    } = this.player.choosing;
    const stack = this.all.find(({ placed }) => placed.some((one) => one.piece.id === piece));
    return piece !== null && spaces.size > 0 && stack ? stack.centre : null;
  });

  /** The place of the current battle or declaration, with all units in it. */
  fought = $derived.by((): Point[] => {
    const battle = this.player.picture?.combat?.battles?.find(({ state }) => state !== "declared");
    if (!battle) return [];
    const units = new Set([...(battle.attackers ?? []), ...(battle.defenders ?? [])]);
    const stacks = this.all.filter(({ placed }) => placed.some(({ piece }) => units.has(piece.id)));
    return [...this.spacesAt(battle.spaces ?? []).map(({ at }) => at), ...stacks.map(({ centre }) => centre)];
  });

  /** The places of the units of the deciding side. */
  #own = $derived.by((): Point[] => {
    const seat = this.model.scene.seats.find(({ id }) => id === this.player.state?.decision?.seat)?.side;
    return this.all
      .filter(({ placed }) => placed.some(({ piece }) => this.model.pieces.get(piece.id)?.side === seat))
      .map(({ centre }) => centre);
  });

  /**
   * The first view of a table if not everything fits: the units that can be chosen, or otherwise the units of the
   * deciding side.
   */
  first = $derived.by(() => [this.offered, this.#own, this.front(), this.inPlay].find((one) => one.length > 0) ?? []);

  /**
   * The subjects of a question, each kind separately, the most important first: the chosen unit or the possible units,
   * the current battle, and the possible spaces.
   */
  subjects = $derived.by((): Point[][] => {
    const units = this.asked.filter(({ piece }) => piece !== undefined).map(({ at }) => at);
    const spaces = this.asked.filter(({ piece }) => piece === undefined).map(({ at }) => at);
    return [units, this.fought, spaces].filter((points) => points.length > 0);
  });

  /** The spaces of the current events. */
  resolved = $derived.by((): string[] => {
    const { playback, section, review, picture } = this.player;
    const roll = playback.open && !review.past ? playback.rolls[playback.shown] : undefined;
    const about = (section?.spaces.length ? section.spaces : roll?.spaces) ?? [];
    const from = (picture?.arrows ?? []).flatMap((arrow) => (about.includes(arrow.to) ? [arrow.from] : []));
    return [...new Set([...about, ...from])];
  });

  /** The spaces that a lesson mentions. */
  taught = $derived.by(() =>
    this.player.coach.targets.flatMap(({ kind, id }) =>
      kind === "space"
        ? [id]
        : kind === "piece"
          ? (this.player.picture?.pieces.find((one) => one.id === id)?.at ?? [])
          : [],
    ),
  );

  /** The places to show on the map now: of a lesson, a question or events. */
  now = $derived.by((): Stop[] => {
    const { coach, review, pointing } = this.player;
    if (review.past) return [];
    if (!pointing) return this.spacesAt(this.resolved);
    return coach.lesson ? this.spacesAt(this.taught) : this.asked;
  });

  /** `front`: the front line. */
  constructor(
    private readonly drawing: Drawing,
    private readonly front: () => Point[],
  ) {}

  get player(): Player {
    return this.drawing.player;
  }

  get model(): BoardModel {
    return this.drawing.model;
  }

  get camera(): Camera {
    return this.drawing.camera;
  }

  get all(): StackOnBoard[] {
    return this.drawing.all;
  }

  get frame(): Box {
    return this.model.frame;
  }

  /** Return some spaces and their places. Spaces off the board have no place. */
  spacesAt(ids: Iterable<string>): Stop[] {
    return [...ids].flatMap((space) => {
      const home = this.model.space.get(space);
      return home ? [{ at: home.counters, space }] : [];
    });
  }
}
