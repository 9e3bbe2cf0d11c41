/**
 * Keeps the files of the folder in the browser, so that play works offline. The files of a version are kept together or
 * not at all. A newer version waits until the player switches to it, or has closed all pages of the older one.
 *
 * A file is valid if it matches its hash in the list, wherever it comes from. Small files are checked whenever a page
 * requests them. The large ones in `python/` are checked when a page could not start, as they stream in.
 */
import type { NotKept, Repaired } from "./messages";

interface Extended extends Event {
  waitUntil(until: Promise<unknown>): void;
}
interface Fetched extends Extended {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Service {
  readonly registration: { readonly scope: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { includeUncontrolled: boolean }): Promise<{ postMessage(told: NotKept): void }[]>;
  };
  skipWaiting(): Promise<void>;
  importScripts(name: string): void;
  addEventListener(kind: "install" | "activate", heard: (event: Extended) => void): void;
  addEventListener(kind: "fetch", heard: (event: Fetched) => void): void;
  addEventListener(kind: "message", heard: (event: MessageEvent<unknown> & Extended) => void): void;
}
interface Listed {
  name: string;
  integrity: string;
  /** The hash of a `.gz` that the host sends as transport compression, so that it arrives unpacked. */
  unpacked?: string;
}
interface Files {
  version: string;
  files: Listed[];
}
/** Why a file is not kept. */
class NotTheFile extends Error {
  constructor(readonly told: NotKept) {
    super(`${told.why}: ${told.what}`);
  }
}

const service = self as unknown as Service;
// A folder has one worker, so this one also shows notifications.
service.importScripts("notices.js");
/** Inserted when the folder is built. */
const VERSION = "VERSION-OF-THIS-FOLDER";
const LIST = "files.json";
/** Files that also exist in packed form: Python's WebAssembly. */
const TYPE = "application/wasm";
/** The folder of the large files. */
const LARGE = "python/";
const base = service.registration.scope;
const ours = `mamayev ${base} `;

const at = (name: string): string => new URL(name, base).href;
const older = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(ours) && name !== ours + VERSION);
const inCache = (cache: Cache, name: string): Promise<Response | undefined> =>
  cache.match(at(name), { ignoreSearch: true, ignoreVary: true });

/** Whether an answer matches the list. It can still be read afterwards. */
async function isTheFile(answer: Response, { integrity, unpacked }: Listed): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
  const hash = `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
  return hash === integrity || hash === unpacked;
}

/** The files of an older version that are still the same, by hash. */
async function kept(): Promise<Map<string, () => Promise<Response | undefined>>> {
  const found = new Map<string, () => Promise<Response | undefined>>();
  for (const name of await older()) {
    const cache = await caches.open(name);
    const list = (await (await inCache(cache, LIST))?.json().catch(() => undefined)) as Files | undefined;
    for (const { name, integrity } of list?.files ?? []) found.set(integrity, () => inCache(cache, name));
  }
  return found;
}

/** A file from the host, or from the browser's cache of it. Rejects with NotTheFile. */
async function sent(file: Listed, cache: RequestCache): Promise<Response> {
  const answer = await fetch(at(file.name), { cache }).catch((error: unknown) => {
    throw new NotTheFile({ why: "notSent", what: `${file.name}: ${String(error)}` });
  });
  if (!answer.ok) throw new NotTheFile({ why: "notSent", what: `${file.name}: ${answer.status}` });
  if (!(await isTheFile(answer, file))) throw new NotTheFile({ why: "changed", what: file.name });
  // A page cannot open with an answer that was redirected, and nothing caches one that varies by everything.
  if (!answer.redirected && !answer.headers.get("vary")?.includes("*")) return answer;
  return new Response(answer.body, { headers: { "Content-Type": answer.headers.get("content-type") ?? "" } });
}

/** What the page has loaded is taken from the browser's cache if it matches the list. Otherwise it is loaded again. */
const got = (file: Listed): Promise<Response> => sent(file, "force-cache").catch(() => sent(file, "reload"));

/** Of each pair, the packed file is for hosts that do not compress the other in transit. The unpacked one is kept. */
const packed = (file: Listed, files: Listed[]): Listed | undefined =>
  files.find(({ name }) => name === `${file.name}.gz`);

/** The files to keep: all except those that another one replaces. */
const wanted = (files: Listed[]): Listed[] => {
  const others = new Set(files.map((file) => packed(file, files)));
  return files.filter((file) => !others.has(file));
};

/** A file from the host, in the form in which it is kept. Rejects with NotTheFile. */
async function gotAsKept(file: Listed, files: Listed[]): Promise<Response> {
  const other = packed(file, files);
  if (other === undefined) return got(file);
  const head = await fetch(at(file.name), { method: "HEAD" }).catch(() => undefined);
  if (head?.headers.get("content-type") === TYPE && head.headers.has("content-encoding")) return got(file);
  const whole = await got(other);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const body = zipped ? new Response(bytes).body!.pipeThrough(new DecompressionStream("gzip")) : bytes;
  return new Response(body, { headers: { "Content-Type": TYPE } });
}

async function keep(): Promise<void> {
  const list = await fetch(at(LIST), { cache: "no-store" });
  const found = (await list
    .clone()
    .json()
    .catch(() => undefined)) as Files | undefined;
  if (found === undefined) throw new NotTheFile({ why: "changed", what: LIST });
  if (found.version !== VERSION) throw new NotTheFile({ why: "changing", what: found.version });
  const [cache, before] = [await caches.open(ours + VERSION), await kept()];
  await Promise.all(
    wanted(found.files).map(async (file) => {
      const old = await before.get(file.integrity)?.();
      const same = old !== undefined && (await isTheFile(old, file));
      await cache.put(at(file.name), same ? old : await gotAsKept(file, found.files));
    }),
  );
  await cache.put(at(LIST), new Response(JSON.stringify(found), { headers: { "Content-Type": "application/json" } }));
}

const reason = (error: unknown): NotKept =>
  error instanceof NotTheFile ? error.told : { why: "noSpace", what: String(error) };

async function install(): Promise<void> {
  try {
    await keep();
  } catch (error) {
    for (const page of await service.clients.matchAll({ includeUncontrolled: true })) page.postMessage(reason(error));
    throw error;
  }
}

async function activate(): Promise<void> {
  for (const name of await older()) await caches.delete(name);
  await service.clients.claim();
}

let known: Promise<Listed[]> | undefined;
/**
 * The list of this version: the kept one, or else the host's if it is still of this version. None if neither is
 * available.
 */
async function listed(): Promise<Listed[]> {
  const cache = await caches.open(ours + VERSION);
  const read = async (answer: Response | undefined): Promise<Listed[] | undefined> => {
    const list = (await answer?.json().catch(() => undefined)) as Files | undefined;
    return list?.version === VERSION ? list.files : undefined;
  };
  const there = await read(await inCache(cache, LIST));
  if (there !== undefined) return there;
  const host = await fetch(at(LIST), { cache: "no-store" }).catch(() => undefined);
  const again = await read(host?.clone());
  if (again === undefined) return [];
  await cache.put(at(LIST), host!);
  return again;
}
async function files(): Promise<Listed[]> {
  const found = await (known ??= listed());
  if (found.length === 0) known = undefined;
  return found;
}

/** Fetch a damaged or missing file again, and keep it. Rejects with NotTheFile. */
async function renew(file: Listed, all: Listed[]): Promise<Response> {
  const cache = await caches.open(ours + VERSION);
  await cache.delete(at(file.name));
  const answer = await gotAsKept(file, all);
  await cache.put(at(file.name), answer.clone());
  return answer;
}

/**
 * Fetch the missing files again and, if all are to be `checked` by their hashes, the damaged ones. Games are stored
 * elsewhere and stay.
 */
async function repair(checked: boolean): Promise<Repaired> {
  const [cache, all] = [await caches.open(ours + VERSION), await files()];
  const done: Repaired = { renewed: [], lost: [] };
  for (const file of wanted(all)) {
    const there = await inCache(cache, file.name);
    if (there !== undefined && (!checked || (await isTheFile(there, file)))) continue;
    await renew(file, all).then(
      () => done.renewed.push(file.name),
      (error: unknown) => done.lost.push(reason(error)),
    );
  }
  return done;
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const asked = url.href.split(/[?#]/)[0] === base ? at("index.html") : url.href.split(/[?#]/)[0]!;
  const cache = await caches.open(ours + VERSION);
  const name = asked.slice(base.length);
  const there = await inCache(cache, name);
  if (there !== undefined && name.startsWith(LARGE)) return there;
  const all = await files();
  const file = wanted(all).find((one) => one.name === name);
  if (file === undefined) return there ?? fetch(request);
  if (there !== undefined && (await isTheFile(there, file))) return there;
  return renew(file, all).catch(() => fetch(request));
}

service.addEventListener("install", (event) => event.waitUntil(install()));
service.addEventListener("activate", (event) => event.waitUntil(activate()));
service.addEventListener("message", (event) => {
  if (event.data === "take over") void service.skipWaiting();
  if (event.data === "repair") event.waitUntil(repair(true).then((done) => event.ports[0]?.postMessage(done)));
  if (event.data === "complete") event.waitUntil(repair(false));
});
service.addEventListener("fetch", (event) => {
  const { method, url, cache } = event.request;
  // Requests for what the browser itself has (`asItIs`), or what the host has now (`keepFiles`), are not answered from
  // here.
  const past = cache === "only-if-cached" || cache === "no-store";
  if (method === "GET" && url.startsWith(base) && !past) event.respondWith(answer(event.request));
});
