import type { Node, Python } from "./python";

/** What is kept in one piece: four pages of SQLite. */
const BLOCK = 16 * 1024;
const STORE = "blocks";
const SIZE = "size";
const KIND = 0o170000;
const FILE = 0o100000;

const unknown = new DOMException("The browser's storage does not say why.");

const asked = <T>(request: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? unknown);
  });

function opened(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return asked(request);
}

/**
 * A file of Python's that the browser keeps as numbered blocks, beside its size. Writes are noted, so that only changed
 * blocks are stored, each time in one transaction.
 */
export class Kept {
  /** The blocks of each file that were written since it was last stored. */
  private readonly written = new WeakMap<Node, Set<number>>();
  private stored: Node | null = null;
  private size = 0;

  private constructor(
    private readonly fs: Python["FS"],
    private readonly file: string,
    private readonly database: IDBDatabase,
  ) {}

  /**
   * Mount a folder for a file, and fill it with what is kept under a name. Rejects if the page may not keep anything.
   */
  static async open(fs: Python["FS"], folder: string, file: string, name: string): Promise<Kept> {
    const kept = new Kept(fs, `${folder}/${file}`, await opened(name));
    fs.mkdirTree(folder);
    fs.mount({ mount: (mount: object) => kept.watched(fs.filesystems.MEMFS.mount(mount)) }, {}, folder);
    await kept.fill();
    return kept;
  }

  /** A folder in memory whose files note which of their blocks are written. */
  private watched(root: Node): Node {
    const { mknod } = root.node_ops;
    root.node_ops = {
      ...root.node_ops,
      mknod: (parent, name, mode, dev) => {
        const node = mknod(parent, name, mode, dev);
        if ((mode & KIND) === FILE) this.watch(node);
        return node;
      },
    };
    return root;
  }

  private watch(node: Node): void {
    const blocks = new Set<number>();
    const { write } = node.stream_ops;
    this.written.set(node, blocks);
    node.stream_ops = {
      ...node.stream_ops,
      write: (stream, buffer, offset, length, position, canOwn) => {
        for (let n = Math.floor(position / BLOCK); n * BLOCK < position + length; n++) blocks.add(n);
        return write(stream, buffer, offset, length, position, canOwn);
      },
    };
  }

  private async fill(): Promise<void> {
    const store = this.database.transaction(STORE).objectStore(STORE);
    const [size, keys, blocks] = await Promise.all([
      asked<number | undefined>(store.get(SIZE)),
      asked<IDBValidKey[]>(store.getAllKeys(IDBKeyRange.lowerBound(0))),
      asked<Uint8Array[]>(store.getAll(IDBKeyRange.lowerBound(0))),
    ]);
    if (size === undefined) return;
    const whole = new Uint8Array(size);
    keys.forEach((key, n) => {
      if (typeof key === "number") whole.set(blocks[n]!, key * BLOCK);
    });
    this.fs.writeFile(this.file, whole);
    this.stored = this.fs.lookupPath(this.file).node;
    this.size = size;
    this.written.get(this.stored)!.clear();
  }

  /** Keep what has changed since the last time. A file that replaced another is kept as a whole. */
  async put(): Promise<void> {
    const { node } = this.fs.lookupPath(this.file);
    const size = node.usedBytes;
    const dirty = this.written.get(node)!;
    const other = node !== this.stored;
    if (!other && dirty.size === 0 && size === this.size) return;
    const transaction = this.database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    const last = Math.ceil(size / BLOCK);
    const blocks = other ? Array.from({ length: last }, (_, n) => n) : [...dirty].filter((n) => n < last);
    for (const n of blocks) store.put(node.contents.slice(n * BLOCK, Math.min((n + 1) * BLOCK, size)), n);
    if (other || size < this.size) store.delete(IDBKeyRange.bound(last, Infinity));
    store.put(size, SIZE);
    dirty.clear();
    this.stored = node;
    this.size = size;
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? unknown);
    });
  }
}
