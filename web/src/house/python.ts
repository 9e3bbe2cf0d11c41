import { asItIs, get, load, NotLoaded } from "./load";
import type { Part, Runtime } from "./mark";

/** A file or folder in Emscripten's in-memory file system. */
export interface Node {
  contents: Uint8Array;
  usedBytes: number;
  node_ops: { mknod: (parent: Node, name: string, mode: number, dev: number) => Node };
  stream_ops: {
    write: (
      stream: unknown,
      buffer: unknown,
      offset: number,
      length: number,
      position: number,
      canOwn: boolean,
    ) => number;
  };
}
/** The part of Pyodide that we use. */
export interface Python {
  FS: {
    filesystems: { MEMFS: { mount(mount: object): Node } };
    lookupPath(path: string): { node: Node };
    mkdirTree(path: string): void;
    mount(kind: { mount(mount: object): Node }, options: object, path: string): void;
    writeFile(path: string, data: Uint8Array): void;
  };
  unpackArchive(data: ArrayBuffer, format: string): void;
  runPythonAsync(code: string): Promise<unknown>;
}
interface Loader {
  loadPyodide(options: { createPyodideModule: unknown; indexURL: string; stdLibURL: string }): Promise<Python>;
}
interface Module {
  default: unknown;
}

/** What is unpacked where Python looks for modules. */
const PACKS: [string, Part][] = [
  ["libraries.zip.gz", "library"],
  ["table.zip.gz", "games"],
];
/** The runtime's name for it. */
const WASM = "pyodide.asm.wasm";
const WASM_TYPE = "application/wasm";
const STANDARD = "standard.zip";

/** Read a file that has begun to arrive. Throws NotLoaded if it breaks off. */
const brokeOff =
  (name: string) =>
  (error: unknown): never => {
    throw new NotLoaded(`${name}: ${String(error)}`);
  };

/**
 * Python's WebAssembly, uncompressed if that costs nothing more, and when all of it has arrived. `all` rejects with
 * NotLoaded if it breaks off.
 */
async function wasm(
  base: URL,
  { name, whole, packed }: Runtime,
  told: (part: Part, bytes: number) => void,
): Promise<{ answer: Response; all: Promise<void> }> {
  const url = new URL(name, base);
  const asItIsThere = await asItIs(url, WASM_TYPE).catch(() => undefined);
  const hear = (chunk: Uint8Array): void => told("python", (chunk.byteLength * packed) / whole);
  const answer = asItIsThere ?? (await load(new URL(`${url.href}.gz`), "python", told));
  const all = answer
    .clone()
    .body!.pipeTo(new WritableStream(asItIsThere && { write: hear }))
    .catch(brokeOff(name));
  return { answer, all };
}

/** All bytes of a file from beside the page. Rejects with NotLoaded. */
const whole = async (url: URL, part: Part, told: (part: Part, bytes: number) => void): Promise<ArrayBuffer> => {
  const answer = await load(url, part, told);
  return answer.arrayBuffer().catch(brokeOff(url.pathname));
};

/** Python with our package in this worker, loaded from a folder. `told` receives the progress. */
export async function begun(base: URL, files: Runtime, told: (part: Part, bytes: number) => void): Promise<Python> {
  const packs = Promise.all(PACKS.map(([name, part]) => whole(new URL(name, base), part, told)));
  const compiled = wasm(base, files, told);
  const standard = whole(new URL(`${STANDARD}.gz`, base), "python", told);
  // The runtime waits forever for a file that never arrives.
  const come = Promise.all([packs, compiled.then(({ all }) => all), standard]);
  // The same is true for damaged WebAssembly.
  const { instantiateStreaming } = WebAssembly;
  const damaged = new Promise<never>((_, reject) => {
    WebAssembly.instantiateStreaming = (source, imports) =>
      instantiateStreaming(source, imports).catch((error: unknown) => {
        reject(new NotLoaded(`${files.name}: ${String(error)}`));
        throw error;
      });
  });
  const lost = Promise.race([damaged, come.then(() => new Promise<never>(() => undefined))]);
  lost.catch(() => undefined); // it is heard of when the runtime is waited for
  // The runtime asks for its files by `fetch`: they are on their way already.
  globalThis.fetch = async (asked, options) => {
    const { href } = new URL(asked instanceof Request ? asked.url : asked);
    if (href === new URL(WASM, base).href) return (await compiled).answer;
    return href === new URL(STANDARD, base).href ? new Response(await standard) : get(asked, options);
  };
  const script = (name: string): Promise<unknown> => import(/* @vite-ignore */ new URL(name, base).href);
  const [runtime, module] = await Promise.race([Promise.all([script("pyodide.js"), script("pyodide.asm.js")]), lost]);
  const python = await Promise.race([
    (runtime as Loader).loadPyodide({
      createPyodideModule: (module as Module).default,
      indexURL: base.href,
      stdLibURL: new URL(STANDARD, base).href,
    }),
    lost,
  ]);
  globalThis.fetch = get;
  WebAssembly.instantiateStreaming = instantiateStreaming;
  for (const pack of await packs) python.unpackArchive(pack, "zip");
  return python;
}
