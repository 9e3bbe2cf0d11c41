import { api, Refused, sit, Unreachable, wordsOf } from "../api";
import { BoardModel } from "../board/model";
import { alikeOf } from "../side/cards/once";
import { loadSymbols } from "../board/counters/symbols";
import { door } from "../club/door.svelte";
import type { ChatLine, Presence, State, Thought } from "../protocol";
import { keep, keysOf } from "../seats/keys";
import { settings } from "../settings.svelte";
import { Live } from "./live";
import type { Session } from "./session.svelte";

/** How long the table waits for the ground of its board before it shows what has happened. */
export const PATIENCE = 2500;
/** The number of milliseconds within which a second press at the same place belongs to the first. */
export const ECHO = 450;
const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

interface Told {
  state?: State;
  presence?: Record<string, Presence>;
  line?: ChatLine;
  thinking?: Thought;
  studied?: string;
  lead?: Lead | null;
}

/** A moment that a player shows to the others; without a seat at an open table. */
export interface Lead {
  seat: string;
  ply: number;
}

/**
 * The connection between a table and the server. It fetches the table, receives changes, and sends what the player
 * does.
 */
export class Link {
  #live: Live | null = null;
  /** Called when the ground of the board has been painted for the first time. */
  boardStands!: () => void;
  #ground = new Promise<void>((resolve) => (this.boardStands = resolve));
  #greeted = false;
  #heard: State[] = [];
  #newest = 0;
  #draining = false;
  /** Whether what others do is not shown step by step, because the player has skipped it; until they are asked. */
  #hurrying = false;
  #under: Promise<void> = Promise.resolve();
  #changing = false;
  /** When the last change was sent. */
  #changed = -Infinity;
  #left = new AbortController();
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: Session) {
    if (session.key === null) session.screen.wait();
    else sit(session.id, { key: session.key });
  }

  /** Fetch the table, show it, and follow its changes. While the server is away, try again. */
  async open(): Promise<void> {
    const { session } = this;
    try {
      await this.#fetch();
    } catch (error) {
      session.down = error instanceof Unreachable;
      if (session.down) this.#retry = setTimeout(() => void this.open(), 1500);
      else session.failure = wordsOf(error);
      return;
    }
    session.failure = null;
    session.down = false;
    this.#listen();
    api.game(session.state!.game).then((info) => (session.info = info), this.fail);
  }

  async #fetch(): Promise<void> {
    const { session } = this;
    const { id, key, company, screen } = session;
    const fetched = await Promise.all([api.state(id), api.scene(id), api.log(id)]);
    const scene = fetched[1];
    let [state, , log] = fetched;
    if (key === null && screen.begin(state, scene, log.events))
      [state, log] = await Promise.all([api.state(id), api.log(id)]);
    if (key !== null && state.held) keep(id, { ...keysOf(id), key, seat: state.viewer });
    if (state.held) await company.load();
    await loadSymbols(scene.pieces ?? []);
    session.present = new BoardModel(scene);
    session.choosing.alike = alikeOf(scene);
    session.log = log.events;
    session.take(state);
    session.choosing.ask(state.decision ?? null);
    await this.#begin(state);
    session.dispatches.look().catch(this.fail);
  }

  /** Show the table in its current state, or what came before the first decision of a new game. */
  async #begin(state: State): Promise<void> {
    const { id, coach, playback, log } = this.session;
    if (state.example) return; // its reader shows the step that is asked for
    // A lesson's first cards and dice are shown when its opening has been read.
    coach.resume();
    const anew = !coach.opening && this.#isNew(state);
    playback.rest(coach.opening || anew ? (await api.at(id, 0)).picture : state.picture);
    if (!anew) return;
    this.session.beginning = true;
    playback.left = log.length;
    playback.done = Promise.race([this.#ground, sleep(PATIENCE)])
      .then(() => playback.play(this.session.log, this.session.state!.picture))
      .finally(() => (this.session.beginning = false));
  }

  #listen(): void {
    const { session } = this;
    const { held, secrets, example } = session.state!;
    if (example) return; // nobody changes it
    // At a shared screen the live line only says that something has changed: what, depends on who looks.
    const veiled = secrets === true && !held;
    this.#live ??= new Live(
      api.liveUrl(session.id, veiled ? "*" : undefined),
      held ? { key: session.key, company: true } : null,
      (data) => this.#told(data as Told, veiled),
      (up, refusal) => {
        if (up && session.down) {
          void this.refresh();
          session.studied++; // what was written meanwhile was not told
        }
        if (up && document.hidden) this.#sayLooks();
        session.refusal = refusal;
        if (refusal && session.key === null) void door.club?.ended(refusal);
        this.#greeted = false;
        session.down = !up;
        session.lead = null; // one that goes on is told again
        if (!up) void this.#lost();
      },
    );
    document.addEventListener("visibilitychange", this.#sayLooks, { signal: this.#left.signal });
  }

  /** Tell a club whether the player sees this tab: one who does not is told elsewhere that it is their turn. */
  #sayLooks = (): void => {
    if (door.club !== null) this.#live?.say({ looks: !document.hidden });
  };

  /** Fetches the rules when they are first viewed. A table opens without them. */
  fetchRules(): void {
    const game = this.session.state?.game;
    if (game === undefined || this.session.rules !== null) return;
    api.rules(game).then((rules) => (this.session.rules = rules), this.fail);
  }

  /** Whether a new game is viewed for the first time here, so that what came before its first decision is shown. */
  #isNew(state: State): boolean {
    const rolled = this.session.log.some((event) => event.kind === "roll" || event.kind === "card");
    if (settings.pace === 0 || !rolled || state.lesson || this.session.log.some((event) => event.kind === "chose"))
      return false;
    const key = `mamayev.begun.${this.session.id}`;
    try {
      if (sessionStorage.getItem(key)) return false;
      sessionStorage.setItem(key, "yes");
    } catch {
      return false; // without storage, it would be shown at every reload
    }
    return true;
  }

  /** Send a message that changes nothing in the game. */
  say(message: unknown): void {
    this.#live?.say(message);
  }

  async refresh(): Promise<void> {
    await this.request(async () => this.adopt(await api.state(this.session.id)));
  }

  /** Aborted when the player leaves the table. */
  get left(): AbortSignal {
    return this.#left.signal;
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#live?.close();
    this.#left.abort();
    this.#left = new AbortController();
  }

  #told(message: Told, veiled: boolean): void {
    // From the first message on, nothing is missed. Earlier arrivals are requested.
    if (!this.#greeted && this.session.state?.held) this.session.company.load().catch(this.fail);
    this.#greeted = true;
    const line = this.session.company.hear(message);
    if (line)
      this.session.news = `${line.seat === undefined ? "" : `${this.session.seatName(line.seat)}: `}${line.text}`;
    const { state, thinking } = message;
    if (thinking) this.session.thought = thinking.share;
    if (message.studied !== undefined) this.session.studied++;
    if (message.lead !== undefined) this.session.lead = message.lead;
    if (!state) return;
    if (!veiled) return this.#hear(state);
    this.#newest = state.version;
    this.#catchUp();
  }

  /** On a shared screen, fetch what has changed elsewhere, for the viewer at this screen. */
  #catchUp(): void {
    if (!this.session.busy && !this.session.screen.curtain && this.#newest > (this.session.state?.version ?? 0))
      void this.refresh();
  }

  /** The connection is lost: either the server is away, or the match is gone (deleted in another tab). */
  async #lost(): Promise<void> {
    try {
      await api.state(this.session.id);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) {
        this.session.failure = error.message;
        this.close();
      }
    }
  }

  /** Load the table again for the current viewer, with nothing playing back. Return whether that was possible. */
  async retake(): Promise<boolean> {
    let taken = false;
    this.session.forget();
    await this.request(async () => {
      const [state, log] = await Promise.all([api.state(this.session.id), api.log(this.session.id)]);
      this.session.log = log.events;
      this.session.take(state);
      this.session.choosing.ask(state.decision ?? null);
      this.session.playback.rest(state.picture);
      taken = true;
    });
    return taken;
  }

  /** Load the question for another seat of the same side, at a screen that they share. What is on the table stays. */
  async passOn(): Promise<void> {
    await this.request(async () => {
      const state = await api.state(this.session.id);
      this.session.take(state);
      this.session.choosing.ask(state.decision ?? null);
      this.session.playback.picture = state.picture;
    });
  }

  /** States from other tabs and from bots are handled in groups: all that arrived while the last group was shown. */
  #hear(state: State | undefined): void {
    if (state) this.#enter(state);
    if (this.#draining || this.session.busy) return;
    this.#draining = true;
    void this.#drain().finally(() => (this.#draining = false));
  }

  /** What only this seat may know of itself, such as its command, changes without a new version. */
  #enter(state: State): void {
    const { session } = this;
    const last = this.#heard.at(-1);
    const { command } = state;
    if (last?.version === state.version) this.#heard.splice(-1, 1, { ...last, command });
    else if (!last && session.state?.version === state.version) {
      // A state is only another object if something in it has changed.
      if (JSON.stringify(session.state.command) !== JSON.stringify(command))
        session.state = { ...session.state, command };
    } else this.#heard.push(state);
  }

  async #drain(): Promise<void> {
    const { session } = this;
    while (this.#heard.length > 0 && !session.busy) {
      const { version: since = 0, plies: before = 0 } = session.state ?? {};
      const group = this.#heard.splice(0).filter(({ version }) => version > since);
      if (group.length === 0) continue;
      const [first, last] = [group[0]!, group.at(-1)!];
      // After an undo, the log begins with less than this page knows, even if it is longer at the end of the group.
      const whole = group.every(
        ({ version, plies, events }, place) =>
          events && version === first.version + place && plies >= (group[place - 1]?.plies ?? before),
      );
      const events = whole ? group.flatMap((state) => state.events!) : undefined;
      try {
        await this.adopt({ ...last, events }, "", first.version);
      } catch (error) {
        this.fail(error);
        return;
      }
      await session.playback.done;
      this.#hurrying = session.playback.skipped && !session.answering;
    }
  }

  /** `heard`: the first version that is new, where it is not the answer to something done here but what others did. */
  async adopt(state: State, back = "", heard?: number): Promise<void> {
    const before = this.session.state;
    if (before && state.version < before.version) return;
    const old = this.session.log;
    let fresh = state.events;
    const shared = !state.held && Object.values(state.seats).filter((who) => who === "human").length > 1;
    // A log that was fetched can be ahead of its state: then it has these events, or some of them.
    const ahead = (old.at(-1)?.ply ?? 0) > (before?.plies ?? 0);
    const on = before && !ahead && (heard ?? state.version) === before.version + 1 && state.plies > before.plies;
    if (fresh && !shared && on) this.session.log = [...old, ...fresh];
    else {
      this.session.log = (await api.log(this.session.id)).events;
      fresh ??= back !== "" || this.session.log.length < old.length ? [] : this.session.log.slice(old.length);
      this.session.rewind(old);
    }
    if (before && before.plies !== state.plies) this.session.waitsSince = new Date();
    if (before?.lesson && !state.lesson && this.session.key === null) this.session.screen.stay(state);
    this.session.take(state);
    this.session.lookedAt = null;
    this.session.coach.turn(before, back !== "");
    this.session.foresight.touched = null;
    this.session.choosing.ask(state.decision ?? null);
    if (!back) this.session.clicks.goOn(before?.decision ?? undefined);
    else if (before) this.session.clicks.undone(before.picture, state.picture);
    if (back) this.session.playback.rest(state.picture);
    else
      this.session.playback.done = this.session.playback.play(fresh, state.picture, {
        more: heard !== undefined,
        still: heard !== undefined && this.#hurrying,
      });
    const told = fresh.filter((event) => event.text && event.kind !== "chose").slice(-6);
    this.session.dispatches.look().catch(this.fail);
    this.session.news = back ? `${back} ${state.decision?.prompt ?? ""}` : told.map((event) => event.text).join(" ");
  }

  /**
   * Send something that changes the game. The second press of a double click, or of an impatient player, requests
   * nothing new: while one change is in progress, another is ignored.
   */
  async change(work: () => Promise<unknown>): Promise<void> {
    if (this.#changing) return;
    this.#changing = true;
    this.#changed = performance.now();
    try {
      await this.request(work);
    } finally {
      this.#changing = false;
    }
  }

  /** Whether a click is the second press of a double click whose first press has just changed the game. */
  echoes(event: MouseEvent): boolean {
    return event.detail > 1 && performance.now() - this.#changed < ECHO;
  }

  /** One request at a time. An error is shown in a card, never swallowed. */
  async request(work: () => Promise<unknown>): Promise<void> {
    this.#under = this.#carryOut(work);
    await this.#under;
  }

  async #carryOut(work: () => Promise<unknown>): Promise<void> {
    this.session.busy = true;
    try {
      await work();
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the player has left the table
      if (error instanceof Refused && error.state) await this.adopt(error.state);
      this.fail(error);
    } finally {
      this.session.busy = false;
      this.#hear(undefined);
      this.#catchUp();
    }
  }

  /** Until the open request has been answered. */
  async idle(): Promise<void> {
    await this.#under;
  }

  fail = (error: unknown): void => {
    if (error instanceof Unreachable) {
      this.session.down = true;
      return;
    }
    const clauses = error instanceof Refused ? error.clauses : [];
    const text = wordsOf(error);
    this.session.card = { kind: "refused", title: "", reasons: [{ text, clauses }] };
  };
}
