/** What `mamayev site` writes about its folder in the head of the page. */
interface Folder {
  version: string;
  /** The bytes that are loaded before the table answers. */
  parts: Record<Part, number>;
  runtime: Runtime;
}
/** Python's WebAssembly: its file, named by its content, and its size in bytes, unpacked and packed. */
export interface Runtime {
  name: string;
  whole: number;
  packed: number;
}
export type Part = "python" | "library" | "games";

const mark = (): HTMLMetaElement | null => document.querySelector<HTMLMetaElement>('meta[name="mamayev-house"]');
/** Whether this page has no server. */
export const atALink = (): boolean => mark() !== null;
/** Ask before leaving a page at a link with something unsaved: the page itself stores it, which it cannot do later. */
export function askUnsaved(event: BeforeUnloadEvent, unsaved: boolean): void {
  if (atALink() && unsaved) event.preventDefault();
}
/** The folder that this page comes from. */
export const folder = (): Folder => JSON.parse(mark()!.content) as Folder;
/** The address of the folder, without the file of the page. */
export const base = (): URL => new URL("./", document.baseURI);
