/** A turn as a link: the saved game, compressed, after the `#` of an address, which browsers send to no host. */

/** Some mail programs and messengers cut off longer links, so a longer turn is sent as a file. */
export const LONGEST_LINK = 8000;
/** The limit for unpacking a link: the maximum size of a saved game. */
const LONGEST_RECORD = 1_000_000;

/** A link that is not a turn: cut off, changed on the way, or too long. */
export class Unreadable extends Error {}

const through = (bytes: BlobPart, stream: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([bytes]).stream().pipeThrough(stream);

/** Encode a saved game in characters that an address may contain. */
export async function written(record: string): Promise<string> {
  const packed = await new Response(through(record, new CompressionStream("deflate")) as BodyInit).arrayBuffer();
  const binary = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Decode a saved game from such characters. Rejects with Unreadable. */
export async function read(letters: string): Promise<unknown> {
  try {
    const binary = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const reader = through(bytes, new DecompressionStream("deflate")).getReader();
    const text = new TextDecoder("utf-8", { fatal: true });
    let [whole, length] = ["", 0];
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.byteLength;
      if (length > LONGEST_RECORD) throw new Unreadable();
      whole += text.decode(next.value, { stream: true });
    }
    return JSON.parse(whole + text.decode());
  } catch {
    throw new Unreadable();
  }
}

/** The characters of a link in pasted text; undefined if there is none. */
export const lettersOf = (pasted: string): string | undefined => /#\/mail\/([\w-]+)(?![\w/-])/.exec(pasted)?.[1];
