/**
 * What this browser keeps for the workshop, in IndexedDB: a copy of each draft, and photographs, which never leave it.
 */
export interface KeptDraft {
  id: string;
  name: string;
  game: string;
  /** The version of the server's copy that this one is based on; 0 if the server has none. */
  version: number;
  /** Whether the server has all of it. */
  sent: boolean;
  files: Record<string, string>;
  empty: boolean;
  done: string;
  standing: string;
  updated: string;
  /** What was sent to the server without an answer yet. */
  sending?: Content;
}

/** What a player makes of a draft. */
export type Content = Pick<KeptDraft, "name" | "done" | "files">;

/** A photograph, its number of quarter turns clockwise, and which of its pixels are at the centers of which hexes. */
export interface KeptSheet {
  id: string;
  draft: string;
  name: string;
  blob: Blob;
  turned?: number;
  points: { hex: string; at: [number, number] }[];
}

interface Stores {
  drafts: KeptDraft;
  sheets: KeptSheet;
}

let opened: Promise<IDBDatabase> | null = null;

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("mamayev.workshop", 1);
    request.onupgradeneeded = () => {
      for (const name of ["drafts", "sheets"]) request.result.createObjectStore(name, { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
  return opened;
}

async function store(name: keyof Stores, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(name, mode).objectStore(name);
}

export const storage = {
  all: async <N extends keyof Stores>(name: N): Promise<Stores[N][]> =>
    answer((await store(name, "readonly")).getAll() as IDBRequest<Stores[N][]>),
  get: async <N extends keyof Stores>(name: N, id: string): Promise<Stores[N] | undefined> =>
    answer((await store(name, "readonly")).get(id) as IDBRequest<Stores[N] | undefined>),
  put: async <N extends keyof Stores>(name: N, one: Stores[N]): Promise<void> => {
    const into = await store(name, "readwrite");
    const asked = into.put(one);
    into.transaction.commit(); // without it, a page that is left gives up what is not yet written
    await answer(asked);
  },
  drop: async (name: keyof Stores, id: string): Promise<void> => {
    await answer((await store(name, "readwrite")).delete(id));
  },
};
