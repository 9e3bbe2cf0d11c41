import type { Part } from "./mark";

/** A file of the folder did not come. */
export class NotLoaded extends Error {}

/** The browser's own: while the runtime comes another one stands in its place. */
export const get = fetch.bind(globalThis);

const PACKED = [0x1f, 0x8b];

/** Whether the browser keeps a file, or the host packs it on the way; and each says rightly what it is. */
export async function comesAsItIs(url: URL, type: string): Promise<boolean> {
  const kept = await caches.match(url);
  const { headers } = kept ?? (await get(url, { method: "HEAD" }));
  return headers.get("content-type") === type && (kept !== undefined || headers.has("content-encoding"));
}

/** A file from beside the page; `told` hears how many of its bytes have come. What was packed for hosts that do not is
 * unpacked, unless the host has done so. */
export async function load(url: URL, part: Part, told: (part: Part, bytes: number) => void): Promise<Response> {
  const answer = await get(url).catch((error: unknown) => {
    throw new NotLoaded(`${url.pathname}: ${String(error)}`);
  });
  if (!answer.ok || answer.body === null) throw new NotLoaded(`${url.pathname}: ${answer.status}`);
  const reader = answer.body.getReader();
  const first = await reader.read();
  const hear = ({ value }: { value?: Uint8Array }): void => told(part, value?.byteLength ?? 0);
  hear(first);
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (into) => (first.done ? into.close() : into.enqueue(first.value)),
    pull: async (into) => {
      const next = await reader.read();
      hear(next);
      if (next.done) into.close();
      else into.enqueue(next.value);
    },
  });
  const packed = url.pathname.endsWith(".gz") && PACKED.every((byte, at) => first.value?.[at] === byte);
  const type = url.pathname.includes(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(packed ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes, {
    headers: { "Content-Type": type },
  });
}
