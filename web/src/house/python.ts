import { asItIs, get, load, NotLoaded } from "./load";
import type { Part, Runtime } from "./mark";

/** A file or folder of Emscripten's file system in memory. */
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
/** What we use of Pyodide. */
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
/** What the runtime calls it. */
const WASM = "pyodide.asm.wasm";
const WASM_TYPE = "application/wasm";
const STANDARD = "standard.zip";

/** Python's WebAssembly, as it is where that costs no more. */
async function wasm(
  base: URL,
  { name, whole, packed }: Runtime,
  told: (part: Part, bytes: number) => void,
): Promise<Response> {
  const url = new URL(name, base);
  const answer = await asItIs(url, WASM_TYPE).catch(() => undefined);
  if (answer === undefined) return load(new URL(`${url.href}.gz`), "python", told);
  const hear = (chunk: Uint8Array): void => told("python", (chunk.byteLength * packed) / whole);
  void answer
    .clone()
    .body!.pipeTo(new WritableStream({ write: hear }))
    .catch(() => undefined); // the runtime says that it did not come
  return answer;
}

/** All bytes of a file that has begun to come. Rejects with NotLoaded where it breaks off. */
const whole = (name: string, answer: Response): Promise<ArrayBuffer> =>
  answer.arrayBuffer().catch((error: unknown) => {
    throw new NotLoaded(`${name}: ${String(error)}`);
  });

/** Python with our package in this worker, its files from a folder; `told` hears what has come of them. */
export async function begun(base: URL, files: Runtime, told: (part: Part, bytes: number) => void): Promise<Python> {
  const packs = Promise.all(
    PACKS.map(async ([name, part]) => whole(name, await load(new URL(name, base), part, told))),
  );
  const compiled = wasm(base, files, told);
  const standard = load(new URL(`${STANDARD}.gz`, base), "python", told);
  // The runtime waits for ever for a file that does not come.
  const lost = Promise.all([packs, compiled, standard]).then(() => new Promise<never>(() => undefined));
  lost.catch(() => undefined); // it is heard of when the runtime is waited for
  // The runtime asks for its files by `fetch`: they are on their way already.
  globalThis.fetch = (asked, options) => {
    const { href } = new URL(asked instanceof Request ? asked.url : asked);
    if (href === new URL(WASM, base).href) return compiled;
    return href === new URL(STANDARD, base).href ? standard : get(asked, options);
  };
  const script = (name: string): Promise<unknown> => import(/* @vite-ignore */ new URL(name, base).href);
  const [runtime, module] = await Promise.race([Promise.all([script("pyodide.mjs"), script("pyodide.asm.mjs")]), lost]);
  const python = await Promise.race([
    (runtime as Loader).loadPyodide({
      createPyodideModule: (module as Module).default,
      indexURL: base.href,
      stdLibURL: new URL(STANDARD, base).href,
    }),
    lost,
  ]);
  globalThis.fetch = get;
  for (const pack of await packs) python.unpackArchive(pack, "zip");
  return python;
}
