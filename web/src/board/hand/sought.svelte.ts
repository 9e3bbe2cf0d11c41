import type { Point } from "../../protocol";
import type { Player } from "../../table/context";
import type { StackOnBoard } from "../counters/stacks";
import { COUNTER } from "../geometry";
import type { BoardModel } from "../model";
import type { Box, Camera } from "./camera.svelte";
import type { Drawing } from "./drawing.svelte";

/** Screen pixels of a counter from which on all that is on it can be read. */
export const LEGIBLE = 26;
/** Pixels of the board round the units of a side. */
const NEAR_OWN = 48;

/** A unit or a space, and where it is on the board. */
export interface Stop {
  at: Point;
  piece?: string;
  space?: string;
}

/** Some points of the board, as a box with room round them. */
function round(points: Point[], room: number): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y };
}

/** What there is to be seen on the board now, and where: what is asked, resolved, or spoken of by a lesson. */
export class Sought {
  /** All units and room round them, or the whole frame where that is not much more, or panels beside the map belong to it. */
  inPlay = $derived.by((): Box => {
    const { camera, model, frame } = this;
    const points = this.all
      .filter(({ space }) => model.space.get(space)?.space.kind !== "box")
      .map((one) => one.centre);
    if (points.length < 2 || model.scene.panels?.length) return frame;
    const room = [145, Math.min(75, Math.max(45, camera.height * 0.1))];
    const span = (axis: 0 | 1, from: number, size: number): [number, number] => {
      const values = points.map((point) => point[axis]);
      const [least, most] = [Math.min(...values) - room[axis]!, Math.max(...values) + room[axis]!];
      return [Math.max(from, least), Math.min(from + size, most)];
    };
    const [left, right] = span(0, frame.x, frame.width);
    const [top, bottom] = span(1, frame.y, frame.height);
    const closer = Math.min(camera.width / (right - left), camera.free / (bottom - top));
    return closer > camera.fitting * 1.18 ? { x: left, y: top, width: right - left, height: bottom - top } : frame;
  });

  /** Whether counters cannot be read with all that is in play in sight. */
  crowded = $derived.by(() => {
    const { camera, inPlay } = this;
    const scale = Math.min(camera.width / inPlay.width, camera.free / inPlay.height);
    return this.model.grid !== null && scale < LEGIBLE / COUNTER;
  });

  /** Where each unit on offer stands. */
  offered = $derived.by(() =>
    this.all.flatMap(({ centre, placed }) =>
      placed.filter(({ piece }) => this.player.choosing.pieces.has(piece.id)).map(() => centre),
    ),
  );

  /** Units to be placed may go anywhere. */
  placing = $derived.by(() => this.player.choosing.pieces.size > 0 && this.offered.length === 0);

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

  /**
   * Where most of the units on offer stand, at a scale at which they can be read; none where they can be read with all
   * that is in play in sight.
   */
  heart = $derived.by((): (Box & { holds: number }) | null => {
    if (!this.crowded) return null;
    const { camera, frame } = this;
    const k = LEGIBLE / COUNTER;
    const [across, down] = [camera.width / k, camera.free / k];
    const room = [across, down].map((size) => size / 2 - this.model.grid!.pitch);
    const near = ([x, y]: Point): Point[] =>
      this.offered.filter(([left, top]) => Math.abs(left - x) <= room[0]! && Math.abs(top - y) <= room[1]!);
    const most = this.offered.map(near).reduce<Point[]>((one, other) => (other.length > one.length ? other : one), []);
    if (!most.length) return null;
    const from = (axis: 0 | 1, size: number, first: number, full: number): number => {
      const values = most.map((point) => point[axis]);
      const middle = (Math.min(...values) + Math.max(...values)) / 2;
      // A board that has room to spare is in the middle of it.
      if (size > full) return first - (size - full) / 2;
      return Math.max(Math.min(middle - size / 2, first + full - size), first);
    };
    const [x, y] = [from(0, across, frame.x, frame.width), from(1, down, frame.y, frame.height)];
    return { x, y, width: across, height: down, holds: most.length };
  });

  /** Where the units of the side that decides stand: where nothing is asked about, a small map shows them. */
  own = $derived.by((): Box | null => {
    const seat = this.model.scene.seats.find(({ id }) => id === this.player.state?.decision?.seat)?.side;
    const points = this.all
      .filter(({ placed }) => placed.some(({ piece }) => this.model.pieces.get(piece.id)?.side === seat))
      .map(({ centre }) => centre);
    return points.length < 2 ? null : round(points, NEAR_OWN);
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

  constructor(private readonly drawing: Drawing) {}

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
