import type { Point } from "../../protocol";
import type { Player } from "../../table/context";
import type { StackOnBoard } from "../counters/stacks";
import type { BoardModel } from "../model";
import type { Box, Camera } from "./camera.svelte";
import type { Drawing } from "./drawing.svelte";

/** Screen pixels of a counter from which on all that is on it can be read. */
export const LEGIBLE = 26;
/** Pixels of a hex from which on a board with a grid is shown where the map goes by itself, and how large it gets there. */
const HEX = [28, 60] as const;
/** The same for other boards, as scales. */
const SCALES = [0.5, 1.25] as const;

/** A unit or a space, and where it is on the board. */
export interface Stop {
  at: Point;
  piece?: string;
  space?: string;
}

/** What there is to be seen on the board now, and where: what is asked, resolved, or spoken of by a lesson. */
export class Sought {
  /** The least scale at which the map goes somewhere by itself, and the greatest: where all of the board is larger, that. */
  scales = $derived.by((): [number, number] => {
    const { fitting } = this.camera;
    const pitch = this.model.grid?.pitch;
    const [least, most] = pitch === undefined ? SCALES : [HEX[0] / pitch, HEX[1] / pitch];
    return [Math.max(least, fitting), Math.max(most, fitting)];
  });

  /**
   * Where the units of both sides stand, what victory hangs on, and what is on offer; before any unit stands, the front.
   * Panels beside the map belong to it, to their edges.
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

  /** Where each unit on offer stands. */
  offered = $derived.by(() =>
    this.all.flatMap(({ centre, placed }) =>
      placed.filter(({ piece }) => this.player.choosing.pieces.has(piece.id)).map(() => centre),
    ),
  );

  /** What the question is about: the units that may be chosen, or the one that is, and the spaces on offer. */
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

  /** Where the chosen unit stands, where one is chosen that goes somewhere. */
  chosen = $derived.by((): Point | null => {
    const {
      stack: { piece },
      spaces,
    } = this.player.choosing;
    const stack = this.all.find(({ placed }) => placed.some((one) => one.piece.id === piece));
    return piece !== null && spaces.size > 0 && stack ? stack.centre : null;
  });

  /** Where the battle that is being declared or fought stands, with all who are in it. */
  fought = $derived.by((): Point[] => {
    const battle = this.player.picture?.combat?.battles?.find(({ state }) => state !== "declared");
    if (!battle) return [];
    const units = new Set([...(battle.attackers ?? []), ...(battle.defenders ?? [])]);
    const stacks = this.all.filter(({ placed }) => placed.some(({ piece }) => units.has(piece.id)));
    return [...this.spacesAt(battle.spaces ?? []).map(({ at }) => at), ...stacks.map(({ centre }) => centre)];
  });

  /** Where the units of the side that decides stand. */
  #own = $derived.by((): Point[] => {
    const seat = this.model.scene.seats.find(({ id }) => id === this.player.state?.decision?.seat)?.side;
    return this.all
      .filter(({ placed }) => placed.some(({ piece }) => this.model.pieces.get(piece.id)?.side === seat))
      .map(({ centre }) => centre);
  });

  /** What a table opens on where not all of what is in play has room: the units on offer, or else those of the side that decides. */
  first = $derived.by(() => [this.offered, this.#own, this.front(), this.inPlay].find((one) => one.length > 0) ?? []);

  /**
   * What a question is about, each kind for itself: the chosen unit, or those that may be chosen; the spaces on offer; the
   * battle that is being declared or fought.
   */
  subjects = $derived.by((): Point[][] => {
    const units = this.asked.filter(({ piece }) => piece !== undefined).map(({ at }) => at);
    const spaces = this.asked.filter(({ piece }) => piece === undefined).map(({ at }) => at);
    return [units, spaces, this.fought].filter((points) => points.length > 0);
  });

  /** The spaces of what is being resolved. */
  resolved = $derived.by((): string[] => {
    const { playback, section, review, picture } = this.player;
    const roll = playback.open && !review.past ? playback.rolls[playback.shown] : undefined;
    const about = (section?.spaces.length ? section.spaces : roll?.spaces) ?? [];
    const from = (picture?.arrows ?? []).flatMap((arrow) => (about.includes(arrow.to) ? [arrow.from] : []));
    return [...new Set([...about, ...from])];
  });

  /** The spaces that a lesson speaks of. */
  taught = $derived.by(() =>
    this.player.coach.targets.flatMap(({ kind, id }) =>
      kind === "space"
        ? [id]
        : kind === "piece"
          ? (this.player.picture?.pieces.find((one) => one.id === id)?.at ?? [])
          : [],
    ),
  );

  /** What is to be seen on the map now: what a lesson speaks of, what is asked, or what is being resolved. */
  now = $derived.by((): Stop[] => {
    const { coach, review, pointing } = this.player;
    if (review.past) return [];
    if (!pointing) return this.spacesAt(this.resolved);
    return coach.lesson ? this.spacesAt(this.taught) : this.asked;
  });

  /** `front`: where the front runs. */
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

  /** Some spaces, and where they lie; those that are not on the board have no place. */
  spacesAt(ids: Iterable<string>): Stop[] {
    return [...ids].flatMap((space) => {
      const home = this.model.space.get(space);
      return home ? [{ at: home.counters, space }] : [];
    });
  }
}
