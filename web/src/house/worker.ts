/**
 * The local back end of a page that has no server: Python in a worker, which answers the same requests. It receives
 * `Asked` and sends `Told`. All its files come from beside the page.
 */
import { Kept } from "./kept";
import { NotLoaded } from "./load";
import type { Runtime } from "./mark";
import type { Asked, Told, Why } from "./messages";
import { begun as pythonBegun, type Python } from "./python";
import { Thinkers } from "./thinkers";

interface Answer {
  status: number;
  body: { toJs(): Uint8Array };
  headers: { get(name: string): string | undefined };
}
interface Wire {
  say(text: string): void;
  leave(): void;
}
interface Page {
  ask(
    method: string,
    target: string,
    key: string | undefined,
    body: string | Uint8Array,
    number: number,
  ): Promise<Answer>;
  drop(number: number): void;
  save_all(): Answer;
  load_all(name: string, text: string): Answer;
  follow(target: string, told: { text(text: string): void; closed(code: number, reason: string): void }): Wire;
}

const GAMES = "/games";
const FILE = "games.sqlite";
/** The lock held by the page that has the games of this folder. */
const LOCK = "mamayev.games";
/** How many milliseconds a page waits for the lock. */
const PATIENCE = 5000;
/**
 * The answer of the page that has the lock to one that wants it. After this many milliseconds, it is asked a second
 * time.
 */
const HERE = "here";
const AGAIN = 500;
/** Python's message about a file that is not a database. */
const UNREADABLE = /^(sqlite3|sqlalchemy\.exc)\.\w+Error/;
const BEGIN = `
from mamayev.server.page import begin
begin
`;

/** Why there is no back end, in the words of the page. */
class NoHouse extends Error {
  constructor(
    readonly why: Why,
    what = "",
  ) {
    super(what);
  }
}

const tell = (told: Told): void => postMessage(told);
const text = new TextDecoder();
/** The message of an error as part of a sentence; for a Python error, the last line, without the traceback. */
const said = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trimEnd().split("\n").at(-1)!.replace(/\.$/, "");
const wires = new Map<number, Wire>();
let page: Promise<Page> | undefined;
/** Keep in the browser what has changed in the database. Until then, no answer is sent and no tab is updated. */
let store: () => Promise<void>;

/**
 * Take the lock on the games for this page, for as long as it is open. Rejects if another tab has it, or if the page
 * may not keep anything. A reloaded page waits for its former worker, which may run until the browser ends it and
 * answers at most once.
 */
const held = (base: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const name = `${LOCK} ${base}`;
    const others = new BroadcastChannel(name);
    let [told, answers] = [false, 0];
    const elsewhere = (): void => {
      told = true;
      others.close();
      reject(new NoHouse("elsewhere"));
    };
    const ask = (): void => (told ? undefined : others.postMessage(""));
    const patience = setTimeout(elsewhere, PATIENCE);
    others.onmessage = ({ data }) => {
      if (data !== HERE) return;
      answers += 1;
      if (answers > 1) elsewhere();
      else setTimeout(ask, AGAIN);
    };
    navigator.locks
      .request(name, () => {
        if (told) return undefined; // the lock became free too late
        clearTimeout(patience);
        others.onmessage = () => others.postMessage(HERE);
        resolve();
        return new Promise(() => undefined);
      })
      .catch((error: unknown) => reject(new NoHouse("noStorage", said(error))));
    ask();
  });

/**
 * The games that the browser keeps for this folder, as a file of Python's. Rejects if the page may not keep anything.
 */
async function keeping({ FS }: Python, base: string): Promise<void> {
  const failed = (error: unknown): never => {
    throw new NoHouse("noStorage", said(error));
  };
  const kept = await Kept.open(FS, GAMES, FILE, `mamayev ${new URL(base).pathname}`).catch(failed);
  let last = Promise.resolve();
  let next: Promise<void> | null = null;
  const put = (): Promise<void> => {
    next = null;
    return kept.put().catch(failed);
  };
  // Requests that wait while a change is being stored are stored together.
  store = () => (next ??= last = last.then(put));
}

async function begin(base: string, runtime: Runtime): Promise<Page> {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") throw new NoHouse("noWasm");
  if (!isSecureContext) throw new NoHouse("unsafe"); // such a page has no locks
  await held(base);
  const python = await pythonBegun(new URL(base), runtime, (part, bytes) => tell({ kind: "loaded", part, bytes }));
  await keeping(python, base);
  const begin = (await python.runPythonAsync(BEGIN)) as (file: string, elsewhere: Thinkers) => Page;
  const begun = begin(`${GAMES}/${FILE}`, new Thinkers(base, runtime));
  await store();
  tell({ kind: "ready" });
  return begun;
}

function whyOf(error: unknown): Why {
  if (error instanceof NoHouse) return error.why;
  if (error instanceof NotLoaded) return "noFile";
  return UNREADABLE.test(said(error)) ? "unreadable" : "broken";
}

function failed(error: unknown): void {
  if (!(error instanceof NoHouse)) console.error(error);
  tell({ kind: "failed", why: whyOf(error), what: said(error) });
}

function answered(house: Page, asked: Asked & { kind: "ask" | "saveAll" | "loadAll" }): Answer | Promise<Answer> {
  if (asked.kind === "saveAll") return house.save_all();
  if (asked.kind === "loadAll") return house.load_all(asked.name, asked.text);
  return house.ask(asked.method, asked.target, asked.key, asked.body, asked.number);
}

async function hear(asked: Asked): Promise<void> {
  if (asked.kind === "open") {
    page = begin(asked.base, asked.runtime);
    await page.catch(failed);
    return;
  }
  const house = await page!.catch(() => null);
  if (house === null) return; // the page already knows that there is none
  if (asked.kind === "follow") {
    const { number } = asked;
    wires.set(
      number,
      house.follow(asked.target, {
        text: (text) => void store().then(() => tell({ kind: "text", number, text }), failed),
        closed: (code, reason) => tell({ kind: "closed", number, code, reason }),
      }),
    );
  } else if (asked.kind === "drop") house.drop(asked.number);
  else if (asked.kind === "say") wires.get(asked.number)?.say(asked.text);
  else if (asked.kind === "leave") {
    wires.get(asked.number)?.leave();
    wires.delete(asked.number);
  } else {
    const answer = await answered(house, asked);
    await store();
    const body = text.decode(answer.body.toJs());
    const [, file] = /filename="(.*)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
    tell({ kind: "answer", number: asked.number, status: answer.status, body, file });
  }
}

addEventListener("message", (event: MessageEvent<Asked>) => void hear(event.data).catch(failed));
