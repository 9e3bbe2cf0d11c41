import { relief, type Heights } from "./relief";
import type { HexNumber, Stroke, Strokes } from "./strokes";

/** The first message to the painter, also sent after each change of control or light. */
export interface Motif extends Strokes {
  colours: Record<string, string>;
  /** The strength of the relief; without heights, there is none. */
  shade: number;
  heights: Heights | null;
  numbers: HexNumber[];
  /** The minimum distance between hexes, in screen pixels, at which numbers are written. */
  numbered: number;
  /** The address of the font for the numbers. */
  font: string;
  frame: Heights["frame"];
}

/** A part of the board: its start, in device pixels from the frame's corner, and its size. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Screen pixels per board pixel, and device pixels per screen pixel. */
  zoom: number;
  ratio: number;
  level: number;
  /** The distance between hexes in screen pixels. */
  pitch: number;
}

export type Order = { motif: Motif } | { part: Part };

/** Paths are cached, because most of a drawing stays the same in later messages. */
let paths = new Map<string, Path2D>();
let motif: Motif | null = null;
let shading: { heights: string; image: OffscreenCanvas } | null = null;
let lettering: Promise<unknown> | null = null;

/** The first scale of a range always counts as part of it, despite rounding errors. */
const LITTLE = 0.002;
const FONT = "Hex numbers";
/** The size of a number: in screen pixels, or as a share of a smaller hex. */
const LETTERS = 11;
const SHARE = 0.24;
const NUMBER_OPACITY = 0.45;

function take(next: Motif): void {
  motif = next;
  const old = paths;
  paths = new Map();
  for (const { d, clip } of [...next.below, ...next.above]) {
    for (const one of clip === undefined ? [d] : [d, clip]) paths.set(one, old.get(one) ?? new Path2D(one));
  }
  const heights = next.heights && JSON.stringify(next.heights);
  if (heights === null || heights === undefined) shading = null;
  else if (shading?.heights !== heights) {
    const data = relief(next.heights!);
    const image = new OffscreenCanvas(data.width, data.height);
    image.getContext("2d")!.putImageData(data, 0, 0);
    shading = { heights, image };
  }
}

/** Whether a stroke is visible: from its first level or scale, up to its last level, or below its last scale. */
const within = ([first, last]: [number, number], value: number): boolean => first <= value && value < last;

/** The dashes of a stroke, in pixels of the board. */
function dashes({ dash = [], grain, part }: Stroke, zoom: number): number[] {
  if (!part) return grain ?? dash.map((length) => length / zoom);
  const length = Math.min(part.length / zoom, part.at === "ends" ? part.of / 2 : part.of);
  if (part.at === "ends") return [length, part.of - 2 * length, length];
  return [0, (part.of - length) / 2, length, part.of];
}

function paint(to: OffscreenCanvasRenderingContext2D, strokes: Stroke[], { zoom, level, pitch }: Part): void {
  const thin = Math.min(1, Math.max(0.35, zoom / 0.65));
  let clip: string | undefined;
  to.lineJoin = "round";
  for (const stroke of strokes) {
    const { levels, pitch: scales } = stroke;
    if (levels && !within([levels[0], levels[1] + 1], level)) continue;
    if (scales && !within(scales, pitch * (1 + LITTLE))) continue;
    if (stroke.clip !== clip) {
      if (clip !== undefined) to.restore();
      clip = stroke.clip;
      if (clip !== undefined) {
        to.save();
        to.clip(paths.get(clip)!);
      }
    }
    const path = paths.get(stroke.d)!;
    to.globalAlpha = stroke.opacity ?? 1;
    if (stroke.fill !== undefined) {
      to.fillStyle = motif!.colours[stroke.fill]!;
      to.fill(path, stroke.evenodd ? "evenodd" : "nonzero");
    }
    if (stroke.line !== undefined) {
      to.strokeStyle = motif!.colours[stroke.line]!;
      to.lineWidth = (stroke.wide ?? 0) + ((stroke.width ?? 0) * (stroke.thins ? thin : 1)) / zoom;
      to.lineCap = stroke.butt ? "butt" : "round";
      to.setLineDash(dashes(stroke, zoom));
      to.stroke(path);
    }
  }
  if (clip !== undefined) to.restore();
  to.globalAlpha = 1;
}

function write(to: OffscreenCanvasRenderingContext2D, part: Part): void {
  const by = part.zoom * part.ratio;
  const size = Math.min(LETTERS, part.pitch * SHARE) / part.zoom;
  const { colours, numbers, frame } = motif!;
  to.textAlign = "center";
  to.font = `${size}px "${FONT}", sans-serif`;
  for (const { text, at, chip } of numbers) {
    const [x, y] = [(at[0] - frame.x) * by - part.x, (at[1] - frame.y) * by - part.y];
    const reach = 2 * LETTERS * part.ratio;
    if (x < -reach || y < -reach || x > part.width + reach || y > part.height + reach) continue;
    to.globalAlpha = chip ? 1 : NUMBER_OPACITY;
    if (chip) {
      const width = to.measureText(text).width + size * 0.6;
      to.fillStyle = colours[chip]!;
      to.beginPath();
      to.roundRect(at[0] - width / 2, at[1], width, size * 1.06, size * 0.2);
      to.fill();
    }
    to.fillStyle = chip === "front" ? colours["border-halo"]! : chip ? "#fff" : colours.ink!;
    to.fillText(text, at[0], at[1] + size * 0.9);
  }
  to.globalAlpha = 1;
}

function draw(part: Part): ImageBitmap {
  const { frame, colours, below, above, shade } = motif!;
  const canvas = new OffscreenCanvas(part.width, part.height);
  const to = canvas.getContext("2d", { alpha: false })!;
  const by = part.zoom * part.ratio;
  to.setTransform(by, 0, 0, by, -frame.x * by - part.x, -frame.y * by - part.y);
  to.fillStyle = colours.east!;
  to.fillRect(frame.x, frame.y, frame.width, frame.height);
  to.strokeStyle = colours.line!;
  to.lineWidth = 1.5 / part.zoom;
  to.strokeRect(frame.x, frame.y, frame.width, frame.height);
  paint(to, below, part);
  if (shading) {
    if (!motif!.heights!.slopes) to.globalCompositeOperation = "soft-light";
    to.globalAlpha = shade;
    to.drawImage(shading.image, frame.x, frame.y, frame.width, frame.height);
    to.globalCompositeOperation = "source-over";
    to.globalAlpha = 1;
  }
  paint(to, above, part);
  if (part.pitch * (1 + LITTLE) >= motif!.numbered) write(to, part);
  return canvas.transferToImageBitmap();
}

/** The font is loaded when the first number is painted. If it is unavailable, the system font replaces it. */
async function lettered({ pitch }: Part): Promise<void> {
  if (pitch * (1 + LITTLE) < motif!.numbered || motif!.numbers.length === 0) return;
  const { fonts } = self as unknown as { fonts: FontFaceSet };
  lettering ??= new FontFace(FONT, `url(${motif!.font})`).load().then(
    (face) => fonts.add(face),
    (error: unknown) => console.warn("The map's numbers are in another font.", error),
  );
  await lettering;
}

onmessage = async ({ data }: MessageEvent<Order>): Promise<void> => {
  if ("motif" in data) return take(data.motif);
  await lettered(data.part);
  const bitmap = draw(data.part);
  postMessage(bitmap, { transfer: [bitmap] });
};
