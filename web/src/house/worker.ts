/**
 * The house of a page that has no server: Python in a worker, which answers the same requests. It is told `Asked` and tells
 * `Told`; all its files come from beside the page.
 */
import type { Asked, Told } from "./messages";

interface Answer {
  status: number;
  body: { toJs(): Uint8Array };
}
interface Wire {
  say(text: string): void;
  leave(): void;
}
interface Page {
  ask(method: string, target: string, key: string | undefined, body: string): Promise<Answer>;
  follow(target: string, told: { text(text: string): void; closed(code: number, reason: string): void }): Wire;
}
interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
  unpackArchive(data: ArrayBuffer, format: string, options?: { extractDir: string }): void;
  runPythonAsync(code: string): Promise<Page>;
}

/** What is unpacked where Python looks for modules. */
const PACKS = ["msgspec.zip", "table.zip"];
const BEGIN = `
from mamayev.server.page import Here, Page
Page("sqlite:////games/games.sqlite", Here())
`;

const tell = (told: Told): void => postMessage(told);
const text = new TextDecoder();
const wires = new Map<number, Wire>();
let page: Promise<Page> | undefined;

async function fetched(base: string, name: string): Promise<ArrayBuffer> {
  const answer = await fetch(new URL(name, base));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const data = await answer.arrayBuffer();
  tell({ kind: "loaded", name, bytes: data.byteLength });
  return data;
}

async function begin(base: string): Promise<Page> {
  const packs = Promise.all([...PACKS, "empty.sqlite"].map((name) => fetched(base, name)));
  const runtime = (await import(/* @vite-ignore */ new URL("pyodide.mjs", base).href)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<Python>;
  };
  const python = await runtime.loadPyodide({ indexURL: base });
  const [msgspec, table, empty] = await packs;
  for (const pack of [msgspec!, table!]) python.unpackArchive(pack, "zip");
  python.FS.mkdirTree("/games");
  python.FS.writeFile("/games/games.sqlite", new Uint8Array(empty!));
  const begun = await python.runPythonAsync(BEGIN);
  tell({ kind: "ready" });
  return begun;
}

async function hear(asked: Asked): Promise<void> {
  if (asked.kind === "open") {
    page = begin(asked.base);
    await page.catch((error: unknown) => tell({ kind: "failed", why: String(error) }));
    return;
  }
  const house = await page!;
  if (asked.kind === "ask") {
    const answer = await house.ask(asked.method, asked.target, asked.key, asked.body);
    tell({ kind: "answer", number: asked.number, status: answer.status, body: text.decode(answer.body.toJs()) });
  } else if (asked.kind === "follow") {
    const { number } = asked;
    wires.set(
      number,
      house.follow(asked.target, {
        text: (text) => tell({ kind: "text", number, text }),
        closed: (code, reason) => tell({ kind: "closed", number, code, reason }),
      }),
    );
  } else if (asked.kind === "say") wires.get(asked.number)?.say(asked.text);
  else {
    wires.get(asked.number)?.leave();
    wires.delete(asked.number);
  }
}

addEventListener("message", (event: MessageEvent<Asked>) => void hear(event.data));
