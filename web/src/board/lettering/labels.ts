import type { Picture, Point } from "../../protocol";
import { inside, type Stretch } from "../geometry";
import { alongLine, lettering } from "./along";
import { box, meets, Taken, type BBox, type Spot } from "./taken";
import { RULER } from "../hexes";
import { measure } from "./measure.svelte";
import type { BoardModel, BoardSpace, Place, Text } from "../model";
import { markSets } from "../counters/marks";
import { isToken, type StackOnBoard } from "../counters/stacks";
import { OVER, TAG, tagOf } from "../counters/tags";

export interface AreaLabel {
  at: Point;
  named: boolean;
  width: number;
}
export interface PlaceLabel {
  at: Point;
  anchor: "start" | "middle" | "end";
  /** Where a thin line from the place ends if its name is away from it. */
  leader: Point | null;
}
/** The name of a hex, in one or two lines around a point. */
export interface HexLabel {
  at: Point;
  anchor: PlaceLabel["anchor"];
  lines: string[];
}
export interface Labels {
  areas: Map<string, AreaLabel>;
  hexes: Map<string, HexLabel>;
  places: Map<Place, PlaceLabel>;
  /** Where along its line a text is centered, as a share of the line's length, and how far below the line it is. */
  texts: Map<Text, { share: number; below: number }>;
  marks: Map<string, Point>;
  /** What each label takes up, by the same keys. */
  boxes: Map<string | Place | Text, BBox[]>;
}

/** The size of lettering on the screen, in pixels. */
export const PLACE = 12.5;
/** The distance between lines, as a multiple of the letter size. */
export const LINE = 1.02;
const CITY = [0, 14, 12.5, 12.5];
const SIGN = [0, 6.4, 3.8, 2.6];
const NUMBER = 12;
const NAME = 13.2;
const STAR = 13;
/** The side of a sign on the board, such as that of an airfield. */
const SIGN_ROOM = 13;

/**
 * The size of a counter at scale 1: with the ring around one that can be chosen and, in hexes, without the ring,
 * because they have no room for it. Also how near, on the screen, a label may come to the front.
 */
const RINGED = 43;
const COUNTER_ROOM = 37;
/** One that stands for its stack, with the edges of the others behind it. */
const TOKEN_ROOM = 42;
const FRONT_ROOM = 4;
/**
 * If numbers would cover more of the map than this share, only those that find room are shown and, of the names, only
 * those of key spaces.
 */
const CROWDED = 0.2;
/** From these scales on, key spaces, and then all spaces, show their names, in the least obstructed place. */
const KEYS_NAMED = 0.55;
const ALL_NAMED = 1.2;
/** From these scales on, landmarks and hexes have names. */
const LANDMARKS = 0.7;
const HEXES = 0.8;

export const isKey = (one: BoardSpace): boolean => one.space.features?.includes("key") ?? false;
export const chipWidth = (label: string): number => measure.width(label, NUMBER, 600) + 8;
/** Places that specify their names level by level, or that have a rank. */
export const isCity = (place: Place): boolean =>
  place.names !== undefined || ["city", "village", "station", "landing"].includes(place.style);
export const rankOf = (place: Place): number => Math.min(3, Math.max(1, place.rank ?? 2));
export const signSize = (place: Place): number => SIGN[rankOf(place)]!;
export const citySize = (place: Place): number => CITY[rankOf(place)]!;

/** Steps away from a wanted place, nearest first. A distance sideways counts half as much as one up or down. */
const STEPS: Point[] = [-56, -44, -32, -22, -12, -5, 0, 5, 12, 22, 32, 44, 56]
  .flatMap((x) => [-26, -18, -12, -6, 0, 6, 12, 18, 26, 36, 46].map((y): Point => [x, y]))
  .sort(([ax, ay], [bx, by]) => Math.hypot(ax, 2 * ay) - Math.hypot(bx, 2 * by));
/** How far below its line the name of a small region may be, as a multiple of its letter size. */
const BELOW = [0, 1, -1, 1.7, -1.7];
const ROUND: Point[] = [...Array(12).keys()].map((turn) => [
  Math.cos((turn * Math.PI) / 6),
  Math.sin((turn * Math.PI) / 6),
]);

interface Board {
  model: BoardModel;
  picture: Picture;
  all: StackOnBoard[];
  front: Stretch[];
  /** Screen pixels per pixel of the board, how much larger a counter is than drawn, and how much larger labels are. */
  k: number;
  grow: number;
  textScale: number;
  level: number;
  /** The previous labels at the same scale. A name keeps its place when a unit moves, as long as the place is free. */
  before?: Labels;
}

const at = (former: { at: Point } | undefined) =>
  former && (({ at: [x, y] }: { at: Point }) => Math.hypot(x - former.at[0], y - former.at[1]) < 0.01);

/** The labels of one board, kind by kind. Each keeps clear of those before it. */
class Lettering {
  readonly found: Labels = {
    areas: new Map(),
    hexes: new Map(),
    places: new Map(),
    texts: new Map(),
    marks: new Map(),
    boxes: new Map(),
  };
  readonly counters: BBox[];
  readonly taken: Taken;
  readonly held: Set<string | null | undefined>;
  readonly places: Place[];
  readonly px: number;
  readonly #board: Board;

  constructor(board: Board) {
    const { model, picture, all, front, k, grow } = board;
    const { frame } = model;
    this.#board = board;
    this.px = 1 / k;
    const room = model.grid === null ? RINGED : COUNTER_ROOM;
    this.counters = all.flatMap((stack) => {
      if (isToken(model, stack, k)) return [box(stack.centre, TOKEN_ROOM * grow, TOKEN_ROOM * grow)];
      const boxes = stack.placed.map(({ at, home, size }) => {
        const middle: Point = [home[0] + (at[0] - home[0]) * grow, home[1] + (at[1] - home[1]) * grow];
        return box(middle, room * size * grow, room * size * grow);
      });
      const tag = tagOf(model, stack, k);
      return tag
        ? [
            ...boxes,
            box([stack.centre[0], stack.centre[1] + tag.down * grow + (TAG / 2 - OVER) / k], tag.width / k, TAG / k),
          ]
        : boxes;
    });
    // Rulers would cover what is below them.
    const ruler = model.grid?.rulers ? RULER * this.px : 0;
    const edge = {
      minX: frame.x + ruler,
      minY: frame.y + ruler,
      maxX: frame.x + frame.width - ruler,
      maxY: frame.y + frame.height - ruler,
    };
    this.taken = new Taken(this.counters, front, edge, FRONT_ROOM * this.px);
    this.held = new Set(picture.pieces.map((piece) => piece.at));
    this.places = model.scenery.filter((item): item is Place => item.kind === "place" && this.#shown(item));
  }

  #shown<T extends { levels?: [number, number] }>({ levels }: T): boolean {
    const { level } = this.#board;
    return !levels || (levels[0] <= level && level <= levels[1]);
  }

  /** Markers are in their spaces, in the least obstructed place. */
  marks(): void {
    const { model, picture, grow } = this.#board;
    const { taken, found, px } = this;
    for (const { id, at, width } of markSets(model, picture)) {
      const ring = model.ring(id);
      const spots = function* (within: boolean): Generator<Spot<Point>> {
        for (const [dx, dy] of STEPS) {
          const middle: Point = [at[0] + dx * px, at[1] + dy * px];
          if (!within || inside(middle, ring)) yield { boxes: [box(middle, width * grow, 15 * grow)], value: middle };
        }
      };
      found.marks.set(id, (taken.place(spots(true), "any") ?? taken.place(spots(false), "any"))!);
    }
  }

  /** Numbers and names of areas: key spaces before others, then those that contain units. */
  areas(): void {
    const { model, k, textScale, before } = this.#board;
    const { taken, found, held, px } = this;
    const weight = (one: BoardSpace): number => (isKey(one) ? 0 : held.has(one.space.id) ? 1 : 2);
    const areas = model.spaces
      .filter(({ space }) => space.kind !== "box")
      .sort((one, other) => weight(one) - weight(other));
    const covered = areas.reduce((sum, { space }) => sum + chipWidth(space.label) * 15 * textScale ** 2, 0);
    const crowded = covered > CROWDED * model.frame.width * model.frame.height;
    const area = (one: BoardSpace, keep: boolean): void => {
      const { space, ring, text } = one;
      const former = before?.areas.get(space.id);
      if (found.areas.has(space.id) || (keep && former?.named !== true)) return;
      const chip = chipWidth(space.label) * textScale;
      const star = isKey(one) ? STAR * textScale : 0;
      const bare = space.kind === "hex" || space.name.includes(space.label) || !space.name;
      const name = bare ? 0 : measure.width(space.name, NAME, isKey(one) ? 700 : 500) * textScale + 4 * textScale;
      const base: Point = [text[0], text[1] + (1 - textScale) * 8];
      const spot = (at: Point, width: number, named: boolean): Spot<AreaLabel> => ({
        boxes: [box(at, width + 3 * px, 15 * textScale)],
        value: { at, named, width },
      });
      /** The number is in its space, but the name may extend beyond it. */
      const spots = function* (width: number, named: boolean): Generator<Spot<AreaLabel>> {
        for (const [dx, dy] of STEPS) {
          const at: Point = [base[0] + dx * px, base[1] + dy * px];
          if (inside([at[0] - (width - chip) / 2, at[1]], ring)) yield spot(at, width, named);
        }
      };
      const numbers = function* (width: number): Generator<Spot<AreaLabel>> {
        yield* spots(width, false);
        yield spot(base, width, false);
      };
      const whole = chip + name + star;
      if (keep) {
        const old = spot(former!.at, whole, true);
        if (taken.place([old], "free")) {
          found.areas.set(space.id, old.value);
          found.boxes.set(space.id, old.boxes);
        }
        return;
      }
      const must = k >= (isKey(one) ? KEYS_NAMED : ALL_NAMED);
      const nameless = bare || (crowded && !isKey(one));
      const label =
        (nameless ? null : taken.place(spots(whole, true), must ? "clear" : "free")) ??
        taken.place(numbers(chip + star), crowded ? "free" : "clear", at(former));
      if (label) {
        found.areas.set(space.id, label);
        found.boxes.set(space.id, spot(label.at, label.width, label.named).boxes);
      }
    };
    for (const keep of before ? [true, false] : [false]) for (const one of areas) area(one, keep);
  }

  /** Cities beside their signs, or beside the counters on them. */
  cities(): void {
    const { model, k, grow, level, before } = this.#board;
    const { taken, held, places } = this;
    const cities = places.filter(isCity).sort((one, other) => rankOf(one) - rankOf(other));
    for (const place of cities) {
      const offset = place.names?.[Math.min(level, place.names.length - 1)] ?? [
        0,
        signSize(place) + 0.66 * citySize(place),
      ];
      const space = model.at(place.at);
      const home = space !== null && held.has(space) ? model.space.get(space)! : null;
      // A counter on the city hides its sign, so the name stays near the counter.
      const beside = home ? 17.5 * grow * k + 4 : signSize(place);
      const spots = this.#round(
        home?.counters ?? place.at,
        place.name,
        citySize(place),
        beside,
        home ? [0, beside + 8] : offset,
      );
      // Among hexes, a name that is moved away would seem to name another hex, so it stays in its own or is left out.
      const spot = taken.place(
        model.grid ? spots.filter(({ value }) => !value.leader) : spots,
        rankOf(place) > 1 ? "free" : "clear",
        at(before?.places.get(place)),
      );
      if (spot) this.#stand(place, spots, spot);
    }
  }

  /** The names of hexes that no place or text names already. */
  hexes(): void {
    const { model, k, level, before } = this.#board;
    const { taken, found, counters, places, px } = this;
    // A sign without a name leaves the name of its hex beside it.
    const bare = places.filter(({ name }) => !name);
    if (model.grid) taken.take(bare.map(({ at }) => box(at, SIGN_ROOM, SIGN_ROOM)));
    /** Where a name is inside its hex: in the middle, or beside a sign there if counters are below them. */
    const within = (one: BoardSpace): Spot<HexLabel>[] => {
      const size = PLACE * px;
      const [x, y] = one.counters;
      const lowest = Math.max(...one.ring.map((point) => point[1]));
      const room = counters.filter((box) => box.minX < x && x < box.maxX && box.minY < y && y < box.maxY);
      return broken(one.space.name).flatMap((lines): Spot<HexLabel>[] => {
        const below = Math.max(y, ...room.map((box) => box.maxY)) + (lines.length * size * LINE) / 2;
        const free = [0, 0.3, -0.3, 0.45].map((part) => y + part * (lowest - y));
        return (room.length ? [below] : free).flatMap((middle) => {
          const boxes = lines.map((line, index) => {
            const at: Point = [x, middle + (index - (lines.length - 1) / 2) * size * LINE];
            return box(at, measure.width(line, PLACE, 600) * px, size * 0.8);
          });
          const fits = boxes.every(({ minX, maxX, minY, maxY }) =>
            [minX, maxX].every((side) => inside([side, minY], one.ring) && inside([side, maxY], one.ring)),
          );
          return fits ? [{ boxes, value: { at: [x, middle], anchor: "middle", lines } }] : [];
        });
      });
    };
    if (model.grid) {
      const told = new Set(
        [...places, ...model.scenery.filter((item) => item.kind === "text")].flatMap(({ name }) => name || []),
      );
      for (const one of model.space.values()) {
        const { name, level: from } = one.space;
        if (!one.hex || !name || told.has(name)) continue;
        if (from == null ? k < HEXES : level < from) continue;
        const had = at(before?.hexes.get(one.space.id));
        const spots: Spot<HexLabel>[] =
          from == null
            ? this.#round(one.markers, name, PLACE, 0, [0, 0]).map(({ boxes, value }) => ({
                boxes,
                value: { ...value, lines: [name] },
              }))
            : within(one);
        const spot = taken.place(spots, "free", had);
        if (spot) {
          found.hexes.set(one.space.id, spot);
          found.boxes.set(one.space.id, spots.find(({ value }) => value === spot)!.boxes);
        }
      }
    }
  }

  /** Texts along their lines: the names of waters, or all others. */
  texts(water: boolean): void {
    const { model, k } = this.#board;
    const { taken, found } = this;
    for (const text of model.scenery) {
      if (text.kind !== "text" || (text.style === "water") !== water || !this.#shown(text)) continue;
      const { size, spacing } = lettering(text, k);
      if (size * k < 11.9) continue;
      const along = alongLine(text, size, spacing);
      const region = text.style === "region";
      const lines = region ? BELOW.map((share) => share * size) : [0];
      const spots = lines.flatMap((below) =>
        along.map(({ boxes, value }) => ({
          boxes: boxes.map((one) => ({ ...one, minY: one.minY + below, maxY: one.maxY + below })),
          // Letters are on their line. Those of a small region have the line through their middle.
          value: { share: value, below: below + (region ? 0.35 * size : 0) },
        })),
      );
      // The name of a country stays in the middle of it or is left out, because elsewhere it would be in another
      // country.
      const at = taken.place(text.style === "country" ? spots.slice(0, 1) : spots, "clear");
      if (at === null) continue;
      found.texts.set(text, at);
      found.boxes.set(text, spots.find(({ value }) => value === at)!.boxes);
    }
  }

  /** Landmarks, those in key spaces first. */
  landmarks(): void {
    const { model, k, before } = this.#board;
    const { taken, places } = this;
    if (k < LANDMARKS) return;
    const names = new Set(model.spaces.map(({ space }) => space.name));
    const key = ({ at }: Place): number => {
      const space = model.space.get(model.at(at) ?? "");
      return space && isKey(space) ? 0 : 1;
    };
    const landmarks = places
      .filter((place) => !isCity(place) && place.name !== "" && !names.has(place.name))
      .sort((one, other) => key(one) - key(other) || (other.rank ?? 2) - (one.rank ?? 2));
    for (const place of landmarks) {
      const spots = this.#round(place.at, place.name, PLACE, 4, null);
      const spot = taken.place(spots, "free", at(before?.places.get(place)));
      if (spot) this.#stand(place, spots, spot);
    }
  }

  #stand(place: Place, spots: Spot<PlaceLabel>[], spot: PlaceLabel): void {
    this.found.places.set(place, spot);
    this.found.boxes.set(place, spots.find(({ value }) => value === spot)!.boxes);
  }

  /** Where a name can be around a point, at least `sign` pixels away, the wanted spot first. */
  #round(at: Point, words: string, size: number, sign: number, wanted: Point | null): Spot<PlaceLabel>[] {
    const { px } = this;
    const width = measure.width(words, size, 600) * px + 2 * px;
    const height = (size + 1) * px;
    const spot = (x: number, y: number, anchor: PlaceLabel["anchor"], leader: Point | null): Spot<PlaceLabel> => {
      const middle = anchor === "middle" ? x : anchor === "start" ? x + width / 2 : x - width / 2;
      return { boxes: [box([middle, y], width, height)], value: { at: [x, y], anchor, leader } };
    };
    const near = (far: number, leads: boolean): Spot<PlaceLabel>[] =>
      ROUND.map(([dx, dy]) => {
        const [x, y] = [at[0] + dx * far * px, at[1] + dy * far * px];
        const anchor = dx > 0.3 ? "start" : dx < -0.3 ? "end" : "middle";
        return spot(x, y, anchor, leads ? [x - dx * 3 * px, y - dy * 3 * px] : null);
      });
    const first = wanted ? [spot(at[0] + wanted[0] * px, at[1] + wanted[1] * px, "middle", null)] : [];
    const leaders = [22, 34, 46, 60, 76, 94].flatMap((far) => near(far, true));
    return [...first, ...near(sign + 5, false), ...near(sign + 12, false), ...leaders];
  }
}

/**
 * The positions of labels and markers. A label must not be on counters, markers or an earlier label, and is left out if
 * it finds no place. Markers come first, then the names of waters, numbers and names of spaces (key spaces before
 * others), cities, other texts along their lines, and landmarks.
 */
export function placeLabels(board: Board): Labels {
  const labels = new Lettering(board);
  labels.marks();
  labels.texts(true);
  labels.areas();
  labels.cities();
  labels.hexes();
  labels.texts(false);
  labels.landmarks();
  return labels.found;
}

/** The same labels without those under digits or badges, which change with the place pointed at. */
export function clearOf(labels: Labels, above: BBox[]): Labels {
  if (above.length === 0) return labels;
  const covered = new Set(
    [...labels.boxes].flatMap(([key, boxes]) =>
      boxes.some((one) => above.some((other) => meets(one, other) > 0)) ? [key] : [],
    ),
  );
  const rest = <K extends string | Place | Text, V>(all: Map<K, V>): Map<K, V> =>
    new Map([...all].filter(([key]) => !covered.has(key)));
  const { areas, hexes, places, texts } = labels;
  return { ...labels, areas: rest(areas), hexes: rest(hexes), places: rest(places), texts: rest(texts) };
}

/** A name in one line and in two, broken where these are most similar in length. */
function broken(name: string): string[][] {
  const parts = name.split(" ");
  const breaks = parts
    .slice(1)
    .map((_, index) => [parts.slice(0, index + 1).join(" "), parts.slice(index + 1).join(" ")]);
  const longest = (lines: string[]): number => Math.max(...lines.map((line) => line.length));
  return [[name], ...breaks.sort((one, other) => longest(one) - longest(other)).slice(0, 1)];
}
