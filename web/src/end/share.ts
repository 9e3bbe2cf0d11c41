import type { Thumbnail } from "../protocol";
import { words } from "../words/end";
import type { Drawn } from "./scale";

const [WIDTH, HEIGHT, BOARD] = [1200, 630, 620];

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Split words into lines of about this many letters. */
function wrapped(text: string, letters: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (`${lines[lines.length - 1]} ${word}`.length > letters) lines.push(word);
    else lines[lines.length - 1] = `${lines[lines.length - 1]} ${word}`.trim();
  }
  return lines;
}

/** A result on its scale of victory. */
export interface Placed {
  scale: Drawn;
  level: string;
  points: number;
  history: number | null;
}

/**
 * A picture of a result for sharing: the result, the reason, its place on the scale, and the last board. `color`
 * returns the palette's colors.
 */
export async function resultPicture(
  said: { game: string; level: string; points: string; why: string },
  placed: Placed | null,
  board: Thumbnail,
  colour: (ink: string) => string,
): Promise<Blob> {
  const text = (x: number, y: number, size: number, words: string, ink: string, more = ""): string =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${colour(ink)}" font-family="Georgia, serif" ${more}>${escaped(words)}</text>`;
  const scale = ({ scale, level, points, history }: Placed): string => {
    const [left, top, wide] = [48, 530, WIDTH - BOARD - 96];
    const part = wide / (scale.high - scale.low + 1);
    const said = (at: number, word: string, y: number): string => {
      const x = left + scale.at(at) * wide;
      const anchor = x < left + wide * 0.2 ? "start" : x > left + wide * 0.8 ? "end" : "middle";
      return text(x, y, 20, word, "ink", `text-anchor="${anchor}"`);
    };
    const bars = scale.levels.map(
      ({ title, from, to }) =>
        `<rect x="${left + (from - scale.low) * part + 1}" y="${top}" width="${(to - from + 1) * part - 2}" height="14" fill="${colour(title === level ? "sel" : "line")}"/>`,
    );
    return (
      bars.join("") +
      said(points, `▼ ${words.you(points)}`, top - 8) +
      (history === null ? "" : said(history, `▲ ${words.history(history)}`, top + 34))
    );
  };
  const patches = (board.patches ?? []).map(({ ink, d, width }) =>
    width
      ? `<path d="${d}" fill="none" stroke="${colour(ink)}" stroke-width="${width}"/>`
      : `<path d="${d}" fill="${colour(ink)}" stroke="${colour(ink)}"/>`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour("paper")}"/>` +
    `<svg x="${WIDTH - BOARD}" width="${BOARD}" height="${HEIGHT}" viewBox="0 0 ${board.width} ${board.height}" preserveAspectRatio="xMidYMid slice">` +
    `<rect width="${board.width}" height="${board.height}" fill="${colour("held-b")}"/>${patches.join("")}</svg>` +
    `<rect width="${WIDTH - BOARD}" height="${HEIGHT}" fill="${colour("paper")}"/>` +
    text(48, 90, 30, said.game, "ink2", 'font-style="italic"') +
    wrapped(said.level, 22)
      .map((line, row) => text(48, 170 + row * 58, 52, line, "ink", 'font-weight="600"'))
      .join("") +
    text(48, 310, 40, said.points, "ink") +
    wrapped(said.why, 42)
      .slice(0, placed ? 3 : 5)
      .map((line, row) => text(48, 370 + row * 34, 24, line, "ink2"))
      .join("") +
    (placed ? scale(placed) : "") +
    text(48, 606, 24, "MAMAYEV", "ink2", 'letter-spacing="3"') +
    "</svg>";
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** Pass a picture to the system's share dialog, or save it if there is none. */
export async function send(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], `${name}.png`, { type: picture.type });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error; // the player canceled
    });
    return;
  }
  save(picture, file.name);
}

/** Save a file. */
export function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
