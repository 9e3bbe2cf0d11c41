import { api } from "../api";
import { loadSymbols } from "../board/counters/symbols";
import { BoardModel } from "../board/model";
import type { GameEvent, PastTable } from "../protocol";
import { go, playAddress, seatAddress } from "../route.svelte";
import { words } from "../words/table";
import type { Session } from "./session.svelte";

/** What has been played: viewed again, undone, corrected, or played on from. */
export class Review {
  /** The earlier moment that is shown instead of the current table. */
  past = $state.raw<PastTable | null>(null);
  /** Whether dice can be undone. From then on, the table is for practice. */
  practice = $state(false);
  /** The moment that was asked for last. An answer about another one comes too late. */
  #wanted: number | null = null;
  /** Boards that were in use before the current one, by the number of changes since. */
  #boards = $state.raw<Record<number, BoardModel>>({});
  /** The board at the moment that is shown, if it is not the current one. */
  board = $derived.by(() => this.#boards[this.past?.boards ?? 0] ?? null);

  constructor(private readonly session: Session) {}

  /** Ask the others to undo your last decision, and what came after it. */
  async askUndo(): Promise<void> {
    const now = this.session.state;
    if (!now) return;
    this.session.card = null;
    await this.session.link.change(async () =>
      this.session.link.adopt(await api.askUndo(this.session.id, now.version)),
    );
  }

  async answerUndo(answer: "grant" | "refuse" | "withdraw"): Promise<void> {
    const now = this.session.state;
    if (!now) return;
    const back = answer === "grant" ? words.takenBack : "";
    await this.session.link.change(async () =>
      this.session.link.adopt(await api.answerUndo(this.session.id, now.version, answer), back),
    );
  }

  async undo(): Promise<void> {
    const now = this.session.state;
    if (!now || this.past) return;
    if (now.undo.free === 0) {
      if (now.undo.practice === 0) return;
      if (this.session.partners.length) {
        if (!now.over && !now.asked) this.session.card = { kind: "ask", title: words.askBack, reasons: [] };
        return;
      }
      if (!this.practice) {
        this.session.card = { kind: "practice", title: words.practiceAsk, reasons: [] };
        return;
      }
    }
    this.session.card = null;
    const practice = this.practice && now.undo.free === 0;
    await this.session.link.change(async () =>
      this.session.link.adopt(await api.undo(this.session.id, now.version, practice), words.takenBack),
    );
  }

  /**
   * Undo a die, card or lot that was entered, so that it is asked for again. What followed it is undone, too, as
   * announced beforehand.
   */
  correct(to: number): void {
    const now = this.session.state;
    if (!now || this.past) return;
    if (now.plies === to + 1) return void this.goBack(to);
    const entered = this.session.log.filter(
      (event) => event.ply > to && ["chose", "roll", "card"].includes(event.kind),
    );
    const said = ({ who, text }: GameEvent): string => (who ? `${who}: ${text}` : (text ?? ""));
    const wrong = entered.find((event) => event.ply === to + 1);
    const deciders = [
      ...entered.flatMap((event) => (event.kind === "chose" ? [event.seat] : [])),
      now.decision?.seat,
    ].filter((seat) => seat !== undefined && seat !== "chance");
    this.session.card = {
      kind: "correct",
      title: wrong ? said(wrong) : words.backToEntry,
      reasons: entered.filter((event) => event.ply > to + 1).map((event) => ({ text: said(event) })),
      to,
      practice: new Set(deciders).size > 1,
    };
  }

  async goBack(to: number, practice = false): Promise<void> {
    const now = this.session.state;
    if (!now) return;
    this.session.card = null;
    await this.session.link.change(async () =>
      this.session.link.adopt(await api.undo(this.session.id, now.version, practice, to), words.takenBack),
    );
  }

  /** Undo one decision alone. What followed it is played again, or the server says what depends on it. */
  async takeBack(to: number): Promise<void> {
    const now = this.session.state;
    if (!now || this.past) return;
    this.session.card = null;
    await this.session.link.change(async () =>
      this.session.link.adopt(await api.undo(this.session.id, now.version, false, to, true), words.takenBack),
    );
  }

  async redo(): Promise<void> {
    const now = this.session.state;
    if (!now || this.past || now.undo.redo === 0) return;
    this.session.card = null;
    await this.session.link.change(async () =>
      this.session.link.adopt(await api.redo(this.session.id, now.version), words.playedAgain),
    );
  }

  async showPly(ply: number | null): Promise<void> {
    this.#wanted = ply;
    if (ply === null) {
      this.past = null;
      return;
    }
    await this.session.link.request(async () => {
      const past = await this.at(ply);
      if (this.#wanted === ply) this.past = past;
    });
  }

  /** The table after a ply. When it is loaded, the board in use at that time is there, too. */
  async at(ply: number): Promise<PastTable> {
    const { id } = this.session;
    const past = await api.at(id, ply);
    const { boards = 0 } = past;
    if (boards > 0 && !this.#boards[boards]) {
      const scene = await api.scene(id, ply);
      await loadSymbols(scene.pieces ?? []);
      this.#boards = { ...this.#boards, [boards]: new BoardModel(scene) };
    }
    return past;
  }

  async branch(from = this.past?.ply): Promise<void> {
    if (from === undefined) return;
    const { id, key, link } = this.session;
    await link.change(async () => {
      const branch = await api.branch(id, from);
      // The holders of seats in a game that the rules stop play on with their keys.
      go(branch.held && key !== null ? seatAddress(branch.id, key) : playAddress(branch.id));
    });
  }
}
