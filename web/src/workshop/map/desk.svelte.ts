import { BoardModel } from "../../board/model";
import type { Hex } from "../../board/hexes";
import type { Field, Layer, LineKind, PlaceKind, Point, Scene, Zone } from "../../protocol";
import { words } from "../../words/workshop";
import type { Book } from "../book";
import { readText } from "../entries/cell";
import type { Draft } from "../draft.svelte";
import { addHex, hexMapOf, type HexMap, nextNumber, paint, removeHex, rename } from "../hexmap";
import { addCourse, addSides, erase, key, pairsOf, through, type Pair } from "../lines";
import { carried, placesOf, removePlace, setPlace, zoned, zoneOf, type Place } from "../places";
import { around, controlOf, fillsOf, partsOf, sceneOf, type Drawn } from "../scene";
import { planOf, type Plan } from "./plan";
import { Corners, isAt, onward, region, sideAt, touched, type Corner } from "./pen";

export type Tool =
  | { kind: "brush" | "fill" | "pick" | "erase" | "confirm" | "hex" | "pan" }
  | { kind: "line" | "place" | "zone"; id: string };

/** What is drawn with the pen down, and not yet part of the draft. */
export interface Stroke {
  /** Painted, confirmed, or in the zone. */
  hexes: string[];
  /** A line through hexes, or along hexsides from corner to corner. */
  course: string[];
  corners: Corner[];
  /** What is to be removed, by key. */
  gone: ReadonlySet<string>;
}

const NOTHING: Stroke = { hexes: [], course: [], corners: [], gone: new Set() };
/** The number of hexes that a fill covers without asking. */
const ASKS = 60;
export const SIZES = [1, 7, 19];
/** The tools that draw with the pen down. */
const STROKES: Tool["kind"][] = ["brush", "confirm", "zone", "line", "erase"];

/** The map of a draft, with the tool over it. */
export class Desk {
  tool = $state.raw<Tool>({ kind: "brush" });
  layer = $state(0);
  size = $state(0);
  /** What the brush paints, by layer. */
  values = $state<Record<string, string>>({});
  /** The name of the next line, and its kind within the kind of line, by kind of line. */
  names = $state<Record<string, string>>({});
  kinds = $state<Record<string, string>>({});
  stroke = $state.raw<Stroke>(NOTHING);
  /** Whether the pen is down. */
  down = $state(false);
  pointed = $state.raw<Hex | null>(null);
  /** The corner or side that a line would go to. */
  snap = $state.raw<{ corner?: Corner; side?: Pair } | null>(null);
  /** The place whose form is open. */
  open = $state.raw<{ kind: PlaceKind | null; place: Place } | null>(null);
  /** A fill that is larger than it looks waits for a second click. */
  asked = $state.raw<string[] | null>(null);
  /** The cursor of the keyboard. */
  cursor = $state<string | null>(null);
  /** What a check or a difference points at. */
  shown = $state.raw<string[]>([]);
  /** The kind of line, or of other things, that the eraser removes. */
  #erases = $state<string>("");
  /** Where the pen was last. */
  #at: Point | null = null;

  readonly sheet;
  map: HexMap = $derived.by(() => hexMapOf(this.sheet, this.#part));
  /** The board without its ground, which a brush stroke leaves unchanged. */
  model: BoardModel = $derived.by(() => this.#modelOf(this.#part, this.map));
  fill = $derived.by(() => fillsOf(this.map));
  control = $derived.by(() => controlOf(this.map));
  corners: Corners = $derived.by(() => new Corners(this.model.grid!));
  readonly ours: HexMap;
  /** The board that is drawn, and ours. */
  drawn: Drawn = $derived.by(() => ({ model: this.model, fill: this.fill, control: this.control }));
  oursDrawn: Drawn = $derived.by(() => ({
    model: new BoardModel(sceneOf(this.base, this.workshop, this.draft.ours, this.ours)),
    fill: fillsOf(this.ours),
    control: controlOf(this.ours),
  }));
  #made: { parts: unknown[]; model: BoardModel } | null = null;
  /** Whether the pen only takes what it touches, without the magnet. */
  exact = $state(false);
  /** The part of the book that contains the map. Other changes redraw nothing. */
  #table = $derived.by(() => this.draft.now.book[this.sheet.file]!);
  #part: Book = $derived.by(() => ({ [this.sheet.file]: this.#table }));

  constructor(
    readonly draft: Draft,
    readonly base: Scene,
  ) {
    this.sheet = this.workshop.hexes!;
    this.ours = hexMapOf(this.sheet, draft.ours);
    for (const layer of this.sheet.layers) this.values[layer.id] = layer.choices[0]!.value;
    for (const kind of this.lines) {
      this.names[kind.id] = "";
      this.kinds[kind.id] = kind.kinds?.[0]?.value ?? "";
    }
    this.#erases = this.lines[0]?.id ?? "";
    if (this.free && this.map.hexes.length === 0) this.tool = { kind: "hex" };
  }

  #modelOf(book: Book, map: HexMap): BoardModel {
    const parts = partsOf(this.workshop, book, map);
    if (!this.#made?.parts.every((part, index) => part === parts[index]))
      this.#made = { parts, model: new BoardModel(sceneOf(this.base, this.workshop, book, map)) };
    return this.#made.model;
  }

  get workshop() {
    return this.draft.box.workshop;
  }
  get book(): Book {
    return this.draft.now.book;
  }
  get lines(): LineKind[] {
    return this.workshop.lines ?? [];
  }
  get places(): PlaceKind[] {
    return this.workshop.places ?? [];
  }
  get zones(): Zone[] {
    return this.workshop.zones ?? [];
  }
  get painted(): Layer {
    return this.sheet.layers[this.layer]!;
  }
  get value(): string {
    return this.values[this.painted.id]!;
  }
  /** Whether each hex is named individually, and hexes are placed one by one. */
  get free(): boolean {
    return this.sheet.written === "list";
  }
  /** The kind of line that is drawn or removed. */
  get line(): LineKind | null {
    const { tool } = this;
    const id = tool.kind === "line" ? tool.id : tool.kind === "erase" ? this.#erases : "";
    return this.lines.find((one) => one.id === id) ?? null;
  }
  /** The name of the next line: as typed, or its kind. */
  nameOf(line: LineKind): string {
    const found = readText(this.names[line.id] ?? "");
    return ("value" in found ? found.value : found.instead) || line.title;
  }
  /** What a field of a place has because of its ground, such as the country of a city's hex. */
  lies(hex: string, field: Field): string | undefined {
    const grounds = this.sheet.layers.flatMap((layer) =>
      layer.choices.filter(({ value }) => value === this.map.value(hex, layer.id)),
    );
    return field.choices?.find(({ title }) => grounds.some((one) => one.title === title))?.value;
  }
  get zone(): Zone | null {
    const { tool } = this;
    return tool.kind === "zone" ? (this.zones.find((one) => one.id === tool.id) ?? null) : null;
  }
  get place(): PlaceKind | null {
    const { tool } = this;
    return tool.kind === "place" ? (this.places.find((one) => one.id === tool.id) ?? null) : null;
  }

  /**
   * How many hexes have been checked, out of how many. In a draft that began with ours, those that are unchanged count,
   * too.
   */
  progress = $derived.by(() => {
    const { hexes } = this.map;
    const { done } = this.draft.now;
    return { done: hexes.filter(({ id }) => done.has(id)).length, all: Math.max(hexes.length, this.ours.hexes.length) };
  });

  hold(tool: Tool): void {
    this.end();
    if (tool.kind === "line") this.#erases = tool.id;
    this.tool = tool;
    this.asked = null;
    this.snap = null;
    this.open = null;
  }

  /** What a click here would place. */
  preview = $derived.by((): string[] => {
    const { pointed, tool } = this;
    if (!pointed || this.down) return [];
    if (tool.kind === "brush") return around(this.model.grid!, pointed.id, this.size + 1);
    return this.asked ?? [];
  });

  /** The text beside the pen. */
  said = $derived.by((): { text: string; tone: "ink" | "sel" | "warn" } | null => {
    const { stroke, tool } = this;
    const line = this.line;
    if (tool.kind === "erase" && stroke.gone.size)
      return { text: words.goes(stroke.gone.size, line !== null && through(line)), tone: "warn" };
    if (tool.kind === "line" && line && stroke.course.length)
      return { text: words.courseSaid(this.nameOf(line), Math.max(0, stroke.course.length - 1)), tone: "sel" };
    if (tool.kind === "line" && line && stroke.corners.length)
      return { text: words.sidesSaid(this.nameOf(line), Math.max(0, stroke.corners.length - 1)), tone: "sel" };
    if (tool.kind === "fill" && this.asked) return { text: words.fillAsks(this.asked.length), tone: "ink" };
    if (tool.kind === "brush" && (stroke.hexes.length || this.preview.length)) {
      const title = this.painted.choices.find((one) => one.value === this.value)?.title ?? "";
      return { text: words.brushSaid(title, stroke.hexes.length || this.preview.length), tone: "ink" };
    }
    return null;
  });

  /** The center of a hex on the board. For a hex that is not placed yet, it is ours. */
  where(id: string): Point | null {
    const grid = this.model.grid!;
    const mine = this.map.cells.get(id);
    if (mine?.there) return grid.byId.get(id)!.centre;
    const ours = this.ours.cells.get(id);
    if (!ours?.there) return null;
    const place = [...this.map.cells.values()].find(({ row, column }) => row === ours.row && column === ours.column);
    return (place && grid.byId.get(place.id)?.centre) ?? null;
  }

  /** What a photograph is placed under: the hexes of the map or, on an empty sheet, all places in it. */
  get plan(): Plan {
    const grid = this.model.grid!;
    const there = grid.all.filter(({ id }) => this.map.cells.get(id)?.there);
    const named = [...this.map.hexes, ...this.ours.hexes].flatMap(({ id }) => {
      const centre = this.where(id);
      return centre ? [[id, centre] as const] : [];
    });
    const shown = (there.length ? there : grid.all).map((hex) => ({ ...hex, ring: grid.ring(hex) }));
    return planOf("hexes", shown, grid.pitch, new Map(named));
  }

  // ---------------------------------------------------------------- the pen

  /**
   * Put the pen down at a point. Beside the map, the stroke begins where the pen comes to a hex, because rivers begin
   * at the rim. `more`: confirm while it is dragged.
   */
  press(point: Point, more: { pick?: boolean; confirm?: boolean } = {}): void {
    const hex = this.model.grid!.at(point);
    this.pointed = hex;
    this.#at = point;
    if (more.confirm) this.hold({ kind: "confirm" });
    const { tool } = this;
    const picks = more.pick || tool.kind === "pick";
    this.down = hex !== null || (!picks && STROKES.includes(tool.kind));
    if (!hex) return this.#beside(point);
    if (picks && !more.confirm) return this.#pick(hex.id);
    switch (tool.kind) {
      case "brush":
        this.stroke = { ...NOTHING, hexes: around(this.model.grid!, hex.id, this.size + 1) };
        break;
      case "confirm":
      case "zone":
        this.stroke = { ...NOTHING, hexes: [hex.id] };
        break;
      case "line":
      case "erase":
        this.#draw(point, hex, true);
        break;
    }
  }

  /** Move the pen to a point, over everything in between, so that a fast hand leaves nothing out. */
  move(point: Point): void {
    const [x, y] = this.#at ?? point;
    this.#at = point;
    const steps = this.down ? Math.ceil(Math.hypot(point[0] - x, point[1] - y) / (this.model.grid!.pitch / 3)) : 1;
    for (let step = 1; step < steps; step++)
      this.#go([x + ((point[0] - x) * step) / steps, y + ((point[1] - y) * step) / steps]);
    this.#go(point);
  }

  #go(point: Point): void {
    const hex = this.model.grid!.at(point);
    if (hex !== this.pointed && !this.down) this.asked = null;
    this.pointed = hex;
    const { tool, line } = this;
    if (!this.down) {
      this.snap =
        tool.kind !== "line" || !line || through(line)
          ? null
          : line.written === "named-sides"
            ? { corner: this.#cornerAt(point) ?? undefined }
            : { side: sideAt(this.model.grid!, point, this.exact) ?? undefined };
      return;
    }
    if (!hex) return this.#beside(point);
    if (tool.kind === "brush" || tool.kind === "zone" || tool.kind === "confirm") {
      const more = around(this.model.grid!, hex.id, tool.kind === "brush" ? this.size + 1 : 1);
      if (more.some((id) => !this.stroke.hexes.includes(id)))
        this.stroke = { ...this.stroke, hexes: [...new Set([...this.stroke.hexes, ...more])] };
    } else if (tool.kind === "line" || tool.kind === "erase") this.#draw(point, hex, false);
  }

  /** Continue a line along hexsides to a corner at the rim, with the pen beside the map. */
  #beside(point: Point): void {
    if (this.down && this.tool.kind === "line" && this.line?.written === "named-sides")
      this.#along(this.#cornerAt(point));
  }

  /** Lift the pen. What was painted is done; a line stays open until it is ended. */
  lift(): void {
    if (!this.down) return;
    this.down = false;
    const { tool, stroke, pointed } = this;
    const [first] = stroke.hexes;
    switch (tool.kind) {
      case "brush":
        if (first) this.#paint(stroke.hexes);
        break;
      case "confirm":
        if (first) this.draft.change(this.book, stroke.hexes);
        break;
      case "zone":
        if (first)
          this.draft.change(zoned(this.book, this.zone!, stroke.hexes, !zoneOf(this.book, this.zone!).includes(first)));
        break;
      case "fill":
        if (pointed) this.#fill(pointed);
        return;
      case "hex":
        if (pointed && !this.map.cells.get(pointed.id)?.there) this.#lay(pointed.id);
        else if (pointed) this.openAt(pointed.id);
        return;
      case "place":
        if (pointed) this.openAt(pointed.id);
        return;
      case "erase":
        this.#erase(stroke.gone);
        break;
      case "line":
        return;
    }
    this.stroke = NOTHING;
  }

  /** Take the pen away, with what it drew. */
  drop(): void {
    this.down = false;
    this.stroke = NOTHING;
    this.asked = null;
  }

  /** End the line here, and make it part of the draft. */
  end(): void {
    const { line, stroke } = this;
    this.down = false;
    if (!line || this.tool.kind !== "line") return;
    const name = this.nameOf(line);
    if (stroke.course.length > 1)
      this.draft.change(addCourse(this.book, line, name, stroke.course, this.kinds[line.id]), stroke.course);
    const sides = this.sides(stroke.corners);
    if (sides.length) this.draft.change(addSides(this.book, line, name, sides), sides.flat());
    this.stroke = NOTHING;
  }

  /** Remove the last side of the open line. */
  back(): void {
    const { course, corners } = this.stroke;
    this.stroke = { ...this.stroke, course: course.slice(0, -1), corners: corners.slice(0, -1) };
  }

  /** The hexsides between consecutive corners. */
  sides(corners: Corner[]): Pair[] {
    return corners.slice(1).flatMap((corner, index) => {
      const pair = corners[index]!.next.get(corner.key);
      return pair ? [pair] : [];
    });
  }

  #draw(point: Point, hex: Hex, first: boolean): void {
    const { line, tool } = this;
    const grid = this.model.grid!;
    if (tool.kind === "erase") {
      const gone = line
        ? touched(grid, pairsOf(this.book, line).values(), through(line), point, this.exact)
        : this.free
          ? [hex.id]
          : [];
      if (gone.some((one) => !this.stroke.gone.has(one)))
        this.stroke = { ...NOTHING, gone: new Set([...this.stroke.gone, ...gone]) };
    } else if (line && through(line)) {
      if (!this.exact || isAt(grid, point, hex.centre))
        this.stroke = { ...NOTHING, course: onward(grid, this.stroke.course, hex) };
    } else if (line?.written === "named-sides") this.#along(this.#cornerAt(point));
    else if (line && first) {
      const side = sideAt(grid, point, this.exact);
      const rivers = line.across ? this.lines.find((one) => one.id === line.across) : null;
      if (side && (!rivers || pairsOf(this.book, rivers).has(key(side))))
        this.draft.change(addSides(this.book, line, this.nameOf(line), [side]), side);
    }
  }

  /**
   * The corner that the pen takes: the nearest one or, without the magnet, one that it touches, and only the next one.
   */
  #cornerAt(point: Point): Corner | null {
    const corner = this.corners.nearest(point);
    if (!corner || !this.exact) return corner;
    const last = this.stroke.corners.at(-1);
    const next = !last || last.next.has(corner.key);
    return next && isAt(this.model.grid!, point, corner.at) ? corner : null;
  }

  /** Continue a line along hexsides to a corner, or go back by one. */
  #along(corner: Corner | null): void {
    const { corners } = this.stroke;
    const last = corners.at(-1);
    if (!corner || corner === last) return;
    if (corners.at(-2)?.key === corner.key) this.stroke = { ...NOTHING, corners: corners.slice(0, -1) };
    else if (!last) this.stroke = { ...NOTHING, corners: [corner] };
    else {
      const way = this.corners.way(last, corner);
      if (way) this.stroke = { ...NOTHING, corners: [...corners, ...way.slice(1)] };
    }
  }

  #paint(ids: string[]): void {
    const there = ids.filter((id) => this.sheet.holes || this.map.cells.get(id)?.there);
    this.draft.change(paint(this.book, this.map, this.painted, there, this.value), there);
  }

  #fill(hex: Hex): void {
    const before = this.map.value(hex.id, this.painted.id);
    const river = this.lines.find((one) => one.written === "named-sides");
    const walls = new Set(river ? pairsOf(this.book, river).keys() : []);
    const ids = region(this.model.grid!, hex, (id) => this.map.value(id, this.painted.id) === before, walls);
    if (ids.length > ASKS && !this.asked) this.asked = ids;
    else {
      this.asked = null;
      this.#paint(ids);
    }
  }

  #pick(id: string): void {
    for (const layer of this.sheet.layers) {
      const value = this.map.value(id, layer.id);
      if (value) this.values[layer.id] = value;
    }
    this.down = false;
    if (this.tool.kind === "pick") this.tool = { kind: "brush" };
  }

  #lay(place: string): void {
    const id = nextNumber(this.map);
    this.draft.change(addHex(this.book, this.map, place, id), [id]);
  }

  #erase(gone: ReadonlySet<string>): void {
    if (gone.size === 0) return;
    const { line } = this;
    if (line) this.draft.change(erase(this.book, line, gone));
    else this.draft.change([...gone].reduce((book, id) => this.#without(book, id), this.book));
  }

  /** A book without a hex, and without what is drawn in it, which could not be selected without the hex. */
  #without(book: Book, id: string): Book {
    const found = removeHex(book, hexMapOf(this.sheet, book), id);
    return found === book ? book : carried(found, this.workshop, id, null);
  }

  // ---------------------------------------------------------------- places

  /** Open the form of the place in a hex, or of the hex itself. */
  openAt(id: string): void {
    if (!this.map.cells.get(id)?.there) return;
    const kind = this.place ?? null;
    if (!kind && !this.free) return;
    const there = kind && placesOf(this.book, kind).find((one) => one.hex === id);
    const name = kind ? "" : (this.map.cells.get(id)?.name ?? "");
    this.open = { kind, place: there ?? { hex: id, name, entry: {} } };
  }

  keepPlace(name: string, more: Record<string, unknown>, number: string): void {
    const { open } = this;
    if (!open) return;
    const { hex } = open.place;
    if (open.kind) this.draft.change(setPlace(this.book, open.kind, hex, name, more), [hex]);
    else if (number === hex || !this.map.cells.has(number))
      this.draft.change(carried(rename(this.book, this.map, hex, { id: number, name }), this.workshop, hex, number), [
        number,
      ]);
    this.open = null;
  }

  removePlace(): void {
    const { open } = this;
    if (!open) return;
    if (open.kind) this.draft.change(removePlace(this.book, open.kind, open.place.hex));
    else this.draft.change(this.#without(this.book, open.place.hex));
    this.open = null;
  }

  // ---------------------------------------------------------------- the keyboard

  /** Move the cursor to the next hex in a direction on the screen. */
  walk(dx: number, dy: number): void {
    const grid = this.model.grid!;
    const here = grid.byId.get(this.cursor ?? "") ?? grid.all[Math.floor(grid.all.length / 2)];
    if (!here) return;
    let best: { hex: Hex; fits: number } | null = null;
    for (let side = 0; side < 6; side++) {
      const hex = grid.beyond(here, side);
      const [x, y] = grid.steps[side]!;
      const fits = x * dx + y * dy + (x > 0 ? 0.01 : 0);
      if (hex && (!best || fits > best.fits)) best = { hex, fits };
    }
    this.cursor = this.cursor === null ? here.id : (best?.hex.id ?? here.id);
    this.pointed = grid.byId.get(this.cursor) ?? null;
    if (this.tool.kind === "line" && this.stroke.corners.length) this.#corner(dx, dy);
  }

  /** Along hexsides, the arrow keys go from corner to corner. */
  #corner(dx: number, dy: number): void {
    const last = this.stroke.corners.at(-1)!;
    const next = [...last.next.keys()].flatMap((name) => this.corners.all.get(name) ?? []);
    const fit = ({ at: [x, y] }: Corner): number => (x - last.at[0]) * dx + (y - last.at[1]) * dy;
    const best = next.sort((one, other) => fit(other) - fit(one))[0];
    if (best && fit(best) > 0) this.#along(best);
  }

  /** Use the tool at the cursor. */
  set(): void {
    const hex = this.model.grid!.byId.get(this.cursor ?? "");
    if (!hex) return;
    const corner = this.model.grid!.ring(hex)[0]!;
    this.press(this.line?.written === "named-sides" && !this.stroke.corners.length ? corner : hex.centre);
    this.lift();
  }
}
