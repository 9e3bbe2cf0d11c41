import type { Part } from "./mark";

/** A file of the folder could not be loaded. */
export class NotLoaded extends Error {}

/** The browser's own `fetch`. While the runtime loads, another one takes its place. */
export const get = fetch.bind(globalThis);

const PACKED = [0x1f, 0x8b];

/**
 * A file as it is, from this browser or from a host that compresses it in transit. Undefined if it would be larger than
 * necessary, or of another type than `type`. The browser caches compiled WebAssembly with an answer from the network,
 * so that answer is used, if the browser still has it, before the service worker's copy.
 */
export async function asItIs(url: URL, type: string): Promise<Response | undefined> {
  const kept = await caches.match(url);
  if (kept !== undefined) {
    const ofTheNet = kept.url !== "";
    return ofTheNet ? get(url, { mode: "same-origin", cache: "only-if-cached" }).catch(() => kept) : kept;
  }
  const { headers } = await get(url, { method: "HEAD" });
  return headers.get("content-type") === type && headers.has("content-encoding") ? get(url) : undefined;
}

/**
 * A file from beside the page. `told` receives how many of its bytes have arrived. A file compressed for hosts that do
 * not compress is unpacked, unless the host has already done so.
 */
export async function load(url: URL, part: Part, told: (part: Part, bytes: number) => void): Promise<Response> {
  const answer = await get(url).catch((error: unknown) => {
    throw new NotLoaded(`${url.pathname}: ${String(error)}`);
  });
  if (!answer.ok || answer.body === null) throw new NotLoaded(`${url.pathname}: ${answer.status}`);
  // Some hosts answer with their start page in place of a file that they do not have.
  const page = answer.headers.get("content-type")?.startsWith("text/html");
  if (page) throw new NotLoaded(`${url.pathname}: the host sends a page`);
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
