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
  FS: {
    filesystems: { IDBFS: unknown };
    mkdirTree(path: string): void;
    mount(kind: unknown, options: object, path: string): void;
    analyzePath(path: string): { exists: boolean };
    writeFile(path: string, data: Uint8Array): void;
    syncfs(populate: boolean, done: (error: unknown) => void): void;
  };
  unpackArchive(data: ArrayBuffer, format: string, options?: { extractDir: string }): void;
  runPythonAsync(code: string): Promise<Page>;
}

/** What is unpacked where Python looks for modules. */
const PACKS = ["msgspec.zip", "table.zip"];
const GAMES = "/games";
/** The lock that the page has which keeps the games of this folder. */
const LOCK = "mamayev.games";
const BEGIN = `
from mamayev.server.page import Here, Page
Page("sqlite:////games/games.sqlite", Here())
`;

const tell = (told: Told): void => postMessage(told);
const text = new TextDecoder();
const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const wires = new Map<number, Wire>();
let page: Promise<Page> | undefined;
/** Keep in the browser what has changed in the database: nobody is answered, and no tab told, before that. */
let store: () => Promise<void>;

/** Keep the games for this page alone, as long as it is open. Rejects where another tab does. */
const held = (base: string): Promise<void> =>
  new Promise((resolve, reject) => {
    void navigator.locks.request(`${LOCK} ${base}`, { ifAvailable: true }, (lock) => {
      if (lock === null) reject(new Error("elsewhere"));
      else resolve();
      return lock === null ? undefined : new Promise(() => undefined);
    });
  });

async function fetched(base: string, name: string): Promise<ArrayBuffer> {
  const answer = await fetch(new URL(name, base));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const data = await answer.arrayBuffer();
  tell({ kind: "loaded", name, bytes: data.byteLength });
  return data;
}

async function begin(base: string): Promise<Page> {
  await held(base);
  const packs = Promise.all([...PACKS, "empty.sqlite"].map((name) => fetched(base, name)));
  const runtime = (await import(/* @vite-ignore */ new URL("pyodide.mjs", base).href)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<Python>;
  };
  const python = await runtime.loadPyodide({ indexURL: base });
  const [msgspec, table, empty] = await packs;
  for (const pack of [msgspec!, table!]) python.unpackArchive(pack, "zip");
  const { FS } = python;
  FS.mkdirTree(GAMES);
  FS.mount(FS.filesystems.IDBFS, {}, GAMES);
  const sync = (populate: boolean): Promise<void> =>
    new Promise((resolve, reject) =>
      FS.syncfs(populate, (error) => (error ? reject(new Error(why(error))) : resolve())),
    );
  await sync(true);
  if (!FS.analyzePath(`${GAMES}/games.sqlite`).exists) FS.writeFile(`${GAMES}/games.sqlite`, new Uint8Array(empty!));
  let storing = Promise.resolve();
  store = () => (storing = storing.then(() => sync(false)));
  await store();
  const begun = await python.runPythonAsync(BEGIN);
  tell({ kind: "ready" });
  return begun;
}

async function hear(asked: Asked): Promise<void> {
  if (asked.kind === "open") {
    page = begin(asked.base);
    await page.catch((error: unknown) => tell({ kind: "failed", why: why(error) }));
    return;
  }
  const house = await page!.catch(() => null);
  if (house === null) return; // the page knows that there is none
  if (asked.kind === "ask") {
    const answer = await house.ask(asked.method, asked.target, asked.key, asked.body);
    if (asked.method !== "GET") await store();
    tell({ kind: "answer", number: asked.number, status: answer.status, body: text.decode(answer.body.toJs()) });
  } else if (asked.kind === "follow") {
    const { number } = asked;
    wires.set(
      number,
      house.follow(asked.target, {
        text: (text) => void store().then(() => tell({ kind: "text", number, text })),
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
