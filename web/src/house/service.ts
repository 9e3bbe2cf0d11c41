/**
 * Keeps the files of the folder in the browser, so that the table plays without the net. The files of a version are kept
 * together or not at all; a newer one waits until the player takes it, or has closed all pages of the older.
 */
interface Extended extends Event {
  waitUntil(until: Promise<unknown>): void;
}
interface Fetched extends Extended {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Service {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", heard: (event: Extended) => void): void;
  addEventListener(kind: "fetch", heard: (event: Fetched) => void): void;
  addEventListener(kind: "message", heard: (event: MessageEvent<unknown>) => void): void;
}
interface Listed {
  name: string;
  integrity: string;
}
interface Files {
  version: string;
  files: Listed[];
}

const service = self as unknown as Service;
/** Put in when the folder is built. */
const VERSION = "VERSION-OF-THIS-FOLDER";
const LIST = "files.json";
/** Of what is there packed, too: Python's WebAssembly. */
const TYPE = "application/wasm";
const base = service.registration.scope;
const ours = `mamayev ${base} `;

const at = (name: string): string => new URL(name, base).href;
const older = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(ours) && name !== ours + VERSION);

/** The files of an older version that are still the same, by their hashes. */
async function kept(): Promise<Map<string, () => Promise<Response | undefined>>> {
  const found = new Map<string, () => Promise<Response | undefined>>();
  for (const name of await older()) {
    const cache = await caches.open(name);
    const list = (await (await cache.match(at(LIST)))?.json()) as Files | undefined;
    for (const { name, integrity } of list?.files ?? []) found.set(integrity, () => cache.match(at(name)));
  }
  return found;
}

async function install(): Promise<void> {
  const list = await fetch(at(LIST), { cache: "no-store" });
  const { version, files } = (await list.clone().json()) as Files;
  if (version !== VERSION) throw new Error("the folder is being changed");
  const [cache, before] = [await caches.open(ours + VERSION), await kept()];
  const get = async (name: string, integrity: string): Promise<Response> =>
    // What the page has loaded is taken from the browser where it is what the list says, else it comes anew.
    (await before.get(integrity)?.()) ??
    (await fetch(at(name), { cache: "force-cache", integrity }).catch(() =>
      fetch(at(name), { cache: "reload", integrity }),
    ));
  const sent = async ({ name, integrity }: Listed): Promise<Response> => {
    const answer = await get(name, integrity);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer;
  };
  /** Of two, the one that is packed is for hosts that do not pack the other on the way; that other one is kept. */
  const packed = (file: Listed): Listed | undefined => files.find(({ name }) => name === `${file.name}.gz`);
  const got = async (file: Listed): Promise<Response> => {
    const other = packed(file);
    if (other === undefined || before.has(file.integrity)) return sent(file);
    const { headers } = await fetch(at(file.name), { method: "HEAD" });
    if (headers.get("content-type") === TYPE && headers.has("content-encoding")) return sent(file);
    const whole = (await sent(other)).body!.pipeThrough(new DecompressionStream("gzip"));
    return new Response(whole, { headers: { "Content-Type": TYPE } });
  };
  const others = new Set(files.map(packed));
  const these = files.filter((file) => !others.has(file));
  await Promise.all(these.map(async (file) => cache.put(at(file.name), await got(file))));
  await cache.put(at(LIST), list);
}

async function activate(): Promise<void> {
  for (const name of await older()) await caches.delete(name);
  await service.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const asked = url.href.split(/[?#]/)[0] === base ? at("index.html") : url.href;
  const cache = await caches.open(ours + VERSION);
  return (await cache.match(asked, { ignoreSearch: true })) ?? fetch(request);
}

service.addEventListener("install", (event) => event.waitUntil(install()));
service.addEventListener("activate", (event) => event.waitUntil(activate()));
service.addEventListener("message", ({ data }) => {
  if (data === "take over") void service.skipWaiting();
});
service.addEventListener("fetch", (event) => {
  const { method, url, cache } = event.request;
  // Whoever asks for what the browser itself has is not answered from here (`asItIs`).
  if (method === "GET" && url.startsWith(base) && cache !== "only-if-cached") event.respondWith(answer(event.request));
});
