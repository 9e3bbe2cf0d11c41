import { load } from "./load";
import type { Part } from "./mark";

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
interface Runtime {
  loadPyodide(options: { indexURL: string; stdLibURL: string }): Promise<Python>;
}

/** What is unpacked where Python looks for modules. */
const PACKS: [string, Part][] = [
  ["libraries.zip.gz", "library"],
  ["table.zip.gz", "games"],
];
/** What the runtime asks for. */
const PYTHON = ["pyodide.asm.wasm", "standard.zip"];

/** Python with our package in this worker, its files from a folder; `told` hears what has come of them. */
export async function begun(base: URL, told: (part: Part, bytes: number) => void): Promise<Python> {
  const packs = Promise.all(
    PACKS.map(async ([name, part]) => (await load(new URL(name, base), part, told)).arrayBuffer()),
  );
  packs.catch(() => undefined); // it is heard of below, when the runtime has come
  const plain = fetch.bind(globalThis);
  // The runtime asks for its files by `fetch`: they come through ours.
  globalThis.fetch = (asked, options) => {
    const url = new URL(asked instanceof Request ? asked.url : asked);
    const file = PYTHON.find((name) => url.pathname.endsWith(`/${name}`));
    return file === undefined ? plain(asked, options) : load(new URL(`${file}.gz`, base), "python", told, plain);
  };
  const runtime = (await import(/* @vite-ignore */ new URL("pyodide.mjs", base).href)) as Runtime;
  const python = await runtime.loadPyodide({
    indexURL: base.href,
    stdLibURL: new URL("standard.zip", base).href,
  });
  globalThis.fetch = plain;
  for (const pack of await packs) python.unpackArchive(pack, "zip");
  return python;
}
