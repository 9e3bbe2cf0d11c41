/** What the folder that `mamayev site` writes says of itself in the head of its page. */
interface Folder {
  version: string;
  /** Bytes of what is loaded before the table answers. */
  parts: Record<Part, number>;
  runtime: Runtime;
}
/** Python's WebAssembly: its file, named by what is in it, and its bytes as it is and packed. */
export interface Runtime {
  name: string;
  whole: number;
  packed: number;
}
export type Part = "python" | "library" | "games";

const mark = (): HTMLMetaElement | null => document.querySelector<HTMLMetaElement>('meta[name="mamayev-house"]');
/** Whether this page has no server but is its own. */
export const atALink = (): boolean => mark() !== null;
/** The folder that this page comes from. */
export const folder = (): Folder => JSON.parse(mark()!.content) as Folder;
/** The address of the folder, without the file of the page. */
export const base = (): URL => new URL("./", document.baseURI);
