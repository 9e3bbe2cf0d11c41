import { api, Refused, Unreachable, wordsOf } from "../api";
import type { OwnBox } from "../protocol";
import { words } from "../words/workshop";
import { bare } from "./areas/areas";
import { at, put, same, type Book, type Table } from "./book";
import { readText } from "./entries/cell";
import { opened, oursOf, writtenFile } from "./files";
import { blank } from "./hexmap";
import { noLines } from "./lines";
import { noPlaces, zoned, zoneOf } from "./places";
import { storage, type Content, type KeptDraft } from "./storage";

/** What undo goes back to: the files, the checked hexes, and the texts of files that cannot be read. */
export interface Step {
  book: Book;
  done: ReadonlySet<string>;
  unread: Readonly<Record<string, string>>;
}

type Told = Content & Pick<KeptDraft, "standing">;

/** How long after a change a draft is saved, in milliseconds. */
const REST = 700;

/**
 * How a draft is saved: on the server; in this browser, until the server is back; not at all, because another tab has
 * continued it; or not at all, for the stated reason.
 */
export type Kept = "saved" | "saving" | "here" | "elsewhere" | "not";

/** A draft's name in stored form. */
export function nameOf(wanted: string): string {
  const found = readText([...wanted].slice(0, 120).join(""), 120);
  return ("value" in found ? found.value : found.instead) || words.unnamed;
}

/**
 * A book with an empty sheet. The map's file also loses what the workshop does not draw, except for what the rules
 * need. Counters and cards are ours.
 */
export function emptied({ workshop }: OwnBox, ours: Book): Book {
  const sheet = workshop.hexes ?? workshop.areas;
  if (!sheet) return ours;
  const drawn = [...(workshop.lines ?? []), ...(workshop.places ?? []), ...(workshop.zones ?? [])];
  const paths = [
    ...(workshop.hexes?.written === "rows" ? workshop.hexes.layers.map(({ path }) => path) : []),
    ...(workshop.hexes?.written === "list" ? [[...(workshop.hexes.path ?? []), "hexes"]] : []),
    ...(workshop.areas ? [workshop.areas.path] : []),
    ...drawn.filter(({ file }) => file === sheet.file).map(({ path }) => path),
    ...(sheet.keeps ?? []),
  ];
  let book: Book = { ...ours, [sheet.file]: {} };
  for (const path of paths) {
    const value = at(ours, sheet.file, path);
    if (value !== undefined) book = put(book, sheet.file, path, value);
  }
  if (workshop.hexes) book = blank(book, workshop.hexes);
  if (workshop.areas) book = bare(book, workshop.areas);
  for (const kind of workshop.lines ?? []) book = noLines(book, kind);
  for (const kind of workshop.places ?? []) book = noPlaces(book, kind);
  for (const zone of workshop.zones ?? []) book = zoned(book, zone, zoneOf(book, zone), false);
  return book;
}

/** A board that someone is drawing, with its undo history. */
export class Draft {
  id: string;
  name = $state("");
  readonly game: string;
  readonly ours: Book;
  readonly empty: boolean;
  now = $state.raw<Step>({ book: {}, done: new Set(), unread: {} });
  past = $state.raw<Step[]>([]);
  future = $state.raw<Step[]>([]);
  kept = $state<Kept>("saved");
  keptAt = $state.raw<Date | null>(null);
  problem = $state("");
  /** Why the last change was refused; "" if it was not. */
  refused = $state("");
  /** Why files cannot be read, by name. */
  readonly wrong: Readonly<Record<string, string>>;
  /** Its summary in the list of drafts. The page counts it. */
  standing = "";
  #version: number;
  /** What was sent and has no answer. The server may have it, so it is sent again before anything else. */
  #sending: Told | undefined;
  #saves = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #texts = new WeakMap<Table, string>();

  constructor(
    readonly box: OwnBox,
    kept: KeptDraft,
  ) {
    this.id = kept.id;
    this.name = kept.name;
    this.game = kept.game;
    this.empty = kept.empty;
    this.#version = kept.version;
    if (kept.sending && kept.version > 0) this.#sending = { standing: kept.standing, ...kept.sending };
    this.ours = oursOf(box.files);
    const { book, wrong } = opened(box.workshop, this.ours, kept.files);
    this.wrong = wrong;
    const unread = Object.fromEntries(Object.entries(kept.files).filter(([name]) => name in wrong));
    this.now = { book, done: new Set(kept.done.split(" ").filter(Boolean)), unread };
    for (const [name, text] of Object.entries(kept.files)) if (!(name in wrong)) this.#texts.set(book[name]!, text);
    if (!kept.sent) this.#later(0);
  }

  /** Make a change that can be undone. */
  change(next: Book, done: Iterable<string> = []): void {
    const { now } = this;
    const more = [...done].filter((id) => !now.done.has(id));
    if (next === now.book && more.length === 0) return;
    const barred = Object.keys(now.unread).find((name) => next[name] !== now.book[name]);
    this.refused = barred === undefined ? "" : words.unreadStays(barred);
    if (this.refused) return;
    this.#step({ ...now, book: next, done: more.length ? new Set([...now.done, ...more]) : now.done });
  }

  /** Replace a file that cannot be read with ours. */
  replace(name: string): void {
    this.refused = "";
    const unread = Object.fromEntries(Object.entries(this.now.unread).filter(([one]) => one !== name));
    this.#step({ ...this.now, unread });
  }

  #step(next: Step): void {
    this.past = [...this.past, this.now];
    this.future = [];
    this.now = next;
    this.#later();
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.now];
    this.now = before;
    this.#later();
  }

  redo(): void {
    const next = this.future.at(-1);
    if (!next) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.now];
    this.now = next;
    this.#later();
  }

  rename(name: string): void {
    if (!name.trim()) return;
    this.name = nameOf(name);
    this.#later();
  }

  /**
   * The files that differ from ours, as texts that parse back to the same data. If none differs, the first of ours,
   * because a draft has at least one. Throws an error that names a file that does not parse back.
   */
  texts(): Record<string, string> {
    const found: Record<string, string> = { ...this.now.unread };
    for (const [name, table] of Object.entries(this.now.book))
      if (!(name in found) && table !== this.ours[name] && !same(table, this.ours[name]))
        found[name] = this.#textOf(name, table);
    const [first] = Object.keys(this.ours);
    return Object.keys(found).length ? found : { [first!]: this.box.files[first!]! };
  }

  #textOf(name: string, table: Table): string {
    let text = this.#texts.get(table);
    if (text === undefined) {
      text = writtenFile(name, table, this.name);
      this.#texts.set(table, text);
    }
    return text;
  }

  /** One file with the whole draft, for sending and importing. */
  exported(): string {
    const { game, name, empty } = this;
    return `${JSON.stringify({ mamayev: "board", game, name, empty, done: [...this.now.done].join(" "), files: this.texts() }, null, 1)}\n`;
  }

  /** Give up this version for the one on the server, which the page then opens. */
  async giveWay(): Promise<void> {
    try {
      await storage.put("drafts", { ...(await api.draft(this.id)), sent: true });
      location.reload();
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  /** Replace the version on the server with this one. */
  takeOver(): void {
    this.kept = "saving";
    void this.#overwrite();
  }

  #later(after = REST): void {
    if (this.kept === "elsewhere") return;
    this.kept = "saving";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(), after);
  }

  /** Save it now: in this browser, and on the server. */
  async keep(): Promise<void> {
    if (this.#saves) return this.#later();
    const step = this.now;
    let told: Told;
    try {
      told = this.#told();
    } catch (error) {
      this.kept = "not";
      this.problem = wordsOf(error);
      return;
    }
    const sent = (this.#sending ??= told);
    this.#saves = true;
    const changed = (): boolean => this.now !== step || this.name !== told.name || !alike(sent, told);
    let here = false;
    try {
      here = await this.#copy(told, false, sent).then(
        () => true,
        () => false,
      );
      if (this.#version === 0) {
        const card = await api.beginDraft({ ...sent, game: this.game, empty: this.empty });
        this.#version = card.version;
        await this.#move(card.id);
      } else this.#version = await this.#put(sent);
      this.#sending = undefined;
      this.problem = "";
      if (changed()) this.kept = "saving";
      else {
        if (here) await this.#copy(told, true);
        this.kept = "saved";
      }
    } catch (error) {
      const elsewhere = error instanceof Refused && error.status === 409 && this.#version > 0;
      this.kept = elsewhere ? "elsewhere" : here ? "here" : "not";
      this.problem = wordsOf(error);
      if (error instanceof Unreachable) this.#timer = setTimeout(() => void this.keep(), 5000);
      else this.#sending = undefined;
      if (error instanceof Refused && error.status === 404 && this.#version > 0) {
        this.#version = 0; // it was deleted there, so it begins again
        this.#later(0);
      }
    } finally {
      this.keptAt = new Date();
      this.#saves = false;
    }
    if (changed() && this.kept === "saving") this.#later();
  }

  /** Send it, and return its version. If the answer to an earlier try was lost, the server has it already. */
  async #put(sent: Told): Promise<number> {
    try {
      return (await api.keepDraft(this.id, { ...sent, version: this.#version })).version;
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      const there = await api.draft(this.id);
      if (!alike(there, sent)) throw error;
      return there.version;
    }
  }

  /** Keep the latest change while the page is being left: in this browser only, if a save is under way. */
  async leave(): Promise<void> {
    if (!this.#saves) return this.keep();
    try {
      await this.#copy(this.#told(), false, this.#sending);
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  /** What is stored of this draft as it is now. Throws an error that names a file that does not parse back. */
  #told(): Told {
    const { name, standing } = this;
    return { name, files: this.texts(), done: [...this.now.done].join(" "), standing: standing.slice(0, 200) };
  }

  #copy(told: Told, sent: boolean, sending?: Content): Promise<void> {
    return storage.put("drafts", {
      ...told,
      id: this.id,
      game: this.game,
      empty: this.empty,
      version: this.#version,
      sent,
      sending,
      updated: new Date().toISOString(),
    });
  }

  /** Take the id that the server gave, with the photographs and in the address. */
  async #move(id: string): Promise<void> {
    const before = this.id;
    this.id = id;
    history.replaceState(history.state, "", location.hash.replace(`/${before}`, `/${id}`));
    try {
      for (const sheet of await storage.all("sheets"))
        if (sheet.draft === before) await storage.put("sheets", { ...sheet, draft: id });
      await storage.drop("drafts", before);
    } catch {
      // This browser stores nothing, so there is nothing to move.
    }
  }

  async #overwrite(): Promise<void> {
    try {
      this.#version = (await api.draft(this.id)).version;
      await this.keep();
    } catch (error) {
      this.kept = "here";
      this.problem = wordsOf(error);
    }
  }
}

/** Create a new draft on the server or, if the server does not answer, only in this browser. Return its id. */
export async function begin(
  game: string,
  name: string,
  files: Record<string, string>,
  empty: boolean,
  done = "",
): Promise<string> {
  const told = { name, files, empty, done, standing: "" };
  const fresh = { ...told, game, updated: new Date().toISOString() };
  try {
    const card = await api.beginDraft({ ...told, game });
    await storage.put("drafts", { ...fresh, id: card.id, version: card.version, sent: true });
    return card.id;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const id = `here-${crypto.randomUUID().slice(0, 8)}`;
    await storage.put("drafts", { ...fresh, id, version: 0, sent: false });
    return id;
  }
}

/** Whether two stored forms of a draft have the same content. */
const alike = (one: Content, other: Content): boolean =>
  one.name === other.name &&
  one.done === other.done &&
  Object.keys({ ...one.files, ...other.files }).every((name) => one.files[name] === other.files[name]);

/** The draft with an id: the server's, or this browser's if that has not been sent or the server does not answer. */
export async function open(id: string): Promise<Draft> {
  const here = await storage.get("drafts", id);
  let kept = here;
  try {
    const there = await api.draft(id);
    // The page can be left after the server has a draft, and before the browser knows that.
    if (!here || here.sent || alike(there, here)) {
      kept = { ...there, sent: true };
      await storage.put("drafts", kept);
    } else if (here.sending && alike(there, here.sending))
      kept = { ...here, version: there.version, sending: undefined };
  } catch (error) {
    if (!here) throw error;
    if (error instanceof Refused && error.status === 404) kept = { ...here, version: 0, sent: false };
  }
  return new Draft(await api.ownBox(kept!.game), kept!);
}

/** A file with a whole draft, as `Draft.exported` writes it. Throws an error with a sentence. */
export function readExport(text: string): {
  game: string;
  name: string;
  empty: boolean;
  done: string;
  files: Record<string, string>;
} {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(words.cutExport);
  }
  const one = data as Record<string, unknown> | null;
  const files = one?.files;
  const strings =
    typeof files === "object" && files !== null && Object.values(files).every((value) => typeof value === "string");
  if (one?.mamayev !== "board" || typeof one.game !== "string" || !strings) throw new Error(words.notExport);
  return {
    game: one.game,
    name: typeof one.name === "string" ? nameOf(one.name) : words.unnamed,
    empty: one.empty === true,
    done: typeof one.done === "string" ? one.done.slice(0, 40_000) : "",
    files: files as Record<string, string>,
  };
}
