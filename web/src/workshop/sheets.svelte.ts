import { wordsOf } from "../api";
import type { Point } from "../protocol";
import { words } from "../words/workshop";
import { laid, type Matrix } from "./map/fit";
import { storage, type KeptSheet } from "./storage";

export const MOST_BYTES = 40_000_000;
export const MOST_SHEETS = 8;
/** A larger photograph is scaled down, because a browser has no room for its pixels. */
const MOST_PIXELS = 6000;
const READ = ["image/png", "image/jpeg", "image/webp"];

/**
 * How many points place a sheet: three for the first, and two for the others, which share them with what is already
 * placed.
 */
export const wanted = (order: number): number => (order === 0 ? 3 : 2);

/** A photograph of a sheet, as it is placed. */
export interface Sheet extends KeptSheet {
  bitmap: ImageBitmap;
  matrix: Matrix | null;
}

/** What is under the pen, with adjustable transparency. */
export type LayerName = "opacity" | "drawing" | "grid";

/** A photograph that could not be read, and why. */
export interface Refusal {
  name: string;
  why: string;
}

/** A picture turned clockwise by this number of quarter turns. */
export function turned(bitmap: ImageBitmap, quarters: number): ImageBitmap {
  if (!quarters) return bitmap;
  const { width, height } = bitmap;
  const canvas = quarters % 2 ? new OffscreenCanvas(height, width) : new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2);
  return canvas.transferToImageBitmap();
}

/** Read a picture, and scale it down at once if needed. Throws an error with a sentence if it cannot be read. */
export async function decoded(file: Blob, name: string, smaller: ImageBitmapOptions = {}): Promise<ImageBitmap> {
  if (!READ.includes(file.type)) throw new Error(words.notPicture(name.split(".").at(-1)?.toUpperCase() ?? name));
  if (file.size > MOST_BYTES) throw new Error(words.tooLarge(Math.ceil(file.size / 1e6)));
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image", ...smaller });
  } catch {
    throw new Error(words.damaged);
  }
}

async function read(file: Blob, name: string): Promise<ImageBitmap> {
  const bitmap = await decoded(file, name);
  const longest = Math.max(bitmap.width, bitmap.height);
  if (longest <= MOST_PIXELS) return bitmap;
  const smaller = (side: number): number => Math.max(1, Math.round((side * MOST_PIXELS) / longest));
  const size = { resizeWidth: smaller(bitmap.width), resizeHeight: smaller(bitmap.height) };
  try {
    return await createImageBitmap(bitmap, { ...size, resizeQuality: "high" });
  } finally {
    bitmap.close();
  }
}

/** The photographs of a draft. They stay in this browser. */
export class Photographs {
  #kept = $state.raw<Omit<Sheet, "matrix">[]>([]);
  sheets: Sheet[] = $derived.by(() => this.#kept.map((one) => ({ ...one, matrix: this.matrixOf(one.points) })));
  refused = $state.raw<Refusal[]>([]);
  /** The names of those that are being read, and whether the list is still loading. */
  reading = $state.raw<string[]>([]);
  loading = $state(true);
  opacity = $state(66);
  drawing = $state(88);
  grid = $state(42);
  /** Layers that are hidden, whatever their sliders say. */
  away = $state.raw<ReadonlySet<LayerName>>(new Set());
  /** Our board: hidden, beneath the drawing, or where it differs. */
  ours = $state<"off" | "beneath" | "where">("where");
  /** Whether all of the drawing is shown, done or not, and whether the photograph is shown alone. */
  whole = $state(false);
  alone = $state(false);
  laid = $derived.by(() => this.sheets.some(({ matrix }) => matrix !== null));

  /** `draft`: its id changes when the server first has it. `where`: the center of a hex on the board. */
  constructor(
    readonly draft: { id: string },
    private readonly where: (hex: string) => Point | null,
  ) {
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const kept = (await storage.all("sheets")).filter(({ draft }) => draft === this.draft.id);
      this.reading = kept.map(({ name }) => name);
      this.loading = false;
      for (const one of kept)
        await this.#read(one.name, async () => {
          const found = await read(one.blob, one.name);
          const bitmap = turned(found, one.turned ?? 0);
          if (bitmap !== found) found.close();
          this.#have({ ...one, bitmap });
        });
    } catch (error) {
      this.refused = [...this.refused, { name: words.photographTool, why: wordsOf(error) }];
    } finally {
      this.loading = false;
    }
  }

  async take(files: readonly File[]): Promise<void> {
    this.reading = [...this.reading, ...files.map(({ name }) => name)];
    for (const file of files)
      await this.#read(file.name, async () => {
        if (this.#kept.length >= MOST_SHEETS) throw new Error(words.tooMany(MOST_SHEETS));
        const bitmap = await read(file, file.name);
        const kept = { id: crypto.randomUUID(), draft: this.draft.id, name: file.name, blob: file, points: [] };
        await storage.put("sheets", kept);
        this.#have({ ...kept, bitmap });
      });
  }

  /** Read a photograph, whose name is listed until it is ready or refused. */
  async #read(name: string, what: () => Promise<void>): Promise<void> {
    try {
      await what();
    } catch (error) {
      this.refused = [...this.refused, { name, why: wordsOf(error) }];
    } finally {
      const at = this.reading.indexOf(name);
      this.reading = this.reading.filter((_, place) => place !== at);
    }
  }

  /** Place a photograph by hexes and the pixels of their centers. */
  async pin(id: string, points: KeptSheet["points"]): Promise<void> {
    const sheet = this.#kept.find((one) => one.id === id);
    if (!sheet) return;
    await this.#keep({ ...sheet, points });
  }

  /** Turn a photograph a quarter clockwise, with the points that place it. */
  async turn(id: string): Promise<void> {
    const sheet = this.#kept.find((one) => one.id === id);
    if (!sheet) return;
    const { height } = sheet.bitmap;
    const points = sheet.points.map(({ hex, at: [x, y] }) => ({ hex, at: [height - y, x] as Point }));
    const quarters = ((sheet.turned ?? 0) + 1) % 4;
    await this.#keep({ ...sheet, points, turned: quarters, bitmap: turned(sheet.bitmap, 1) });
    sheet.bitmap.close();
  }

  /** How visible a layer is, from 0 to 1. */
  seen(layer: LayerName): number {
    return this.away.has(layer) ? 0 : this[layer] / 100;
  }

  /** How visible the drawing is: fully if there is nothing beneath it to compare with. */
  drawn(compared: boolean): number {
    return compared || this.away.has("drawing") ? this.seen("drawing") : 1;
  }

  /** Hide a layer, or show it again. */
  flip(layer: LayerName): void {
    const others = [...this.away].filter((one) => one !== layer);
    this.away = new Set(this.away.has(layer) ? others : [...others, layer]);
  }

  async drop(id: string): Promise<void> {
    this.#kept = this.#kept.filter((one) => one.id !== id);
    await storage.drop("sheets", id);
  }

  matrixOf(points: KeptSheet["points"]): Matrix | null {
    const pins = points.flatMap(({ hex, at }) => {
      const to = this.where(hex);
      return to ? [{ from: at, to }] : [];
    });
    return laid(pins);
  }

  async #keep(sheet: Omit<Sheet, "matrix">): Promise<void> {
    this.#have(sheet);
    const { id, name, blob, turned, points } = sheet;
    await storage.put("sheets", { id, draft: this.draft.id, name, blob, turned, points });
  }

  #have(sheet: Omit<Sheet, "matrix">): void {
    const known = this.#kept.some(({ id }) => id === sheet.id);
    this.#kept = known ? this.#kept.map((one) => (one.id === sheet.id ? sheet : one)) : [...this.#kept, sheet];
  }
}
