import { api } from "../api";
import type { ChatLine, Company as Told, Presence } from "../protocol";

/** The people in a private game: who is here, and what was said. */
export class Company {
  presence = $state.raw<Record<string, Presence>>({});
  lines = $state.raw<ChatLine[]>([]);
  open = $state(false);
  /** The number of unread lines. */
  unread = $state(0);

  constructor(private readonly id: string) {}

  async load(): Promise<void> {
    const { presence, lines } = await api.company(this.id);
    this.presence = presence;
    this.lines = lines;
  }

  /** Handle a message of the live connection, and return the chat line if it was one. */
  hear(told: Partial<Told> & { line?: ChatLine }): ChatLine | null {
    if (told.presence) this.presence = told.presence;
    const { line } = told;
    if (!line || this.lines.some((known) => known.number === line.number)) return null;
    this.lines = [...this.lines, line];
    if (!this.open) this.unread++;
    return line;
  }

  async say(text: string): Promise<void> {
    this.hear({ line: await api.say(this.id, text) });
  }
}
