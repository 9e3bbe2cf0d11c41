import { SvelteMap } from "svelte/reactivity";
import { api, type Reply, type Until } from "../api";
import type { BoardModel } from "../board/model";
import { Attacks } from "../choose/attacks.svelte";
import { InOrder } from "../choose/order.svelte";
import { Choosing } from "../choose/choosing.svelte";
import { Clicks } from "../choose/clicks.svelte";
import { Foresight } from "../choose/foresight.svelte";
import { Ways } from "../choose/ways.svelte";
import { Coach } from "../lesson/coach.svelte";
import type {
  Arrow,
  Choice,
  GameEvent,
  GameInfo,
  Hint,
  Intent,
  Overlay,
  Picture,
  Question,
  Reason,
  Rules,
  State,
} from "../protocol";
import { Reader } from "../example/reader.svelte";
import { Company } from "../seats/company.svelte";
import { Screen } from "../seats/screen.svelte";
import { settings } from "../settings.svelte";
import { Expected } from "../side/log/expected.svelte";
import { words } from "../words/table";
import { Dispatches } from "../replay/dispatches.svelte";
import { Replay } from "../replay/replay.svelte";
import type { Drafting, Table } from "./context";
import { Link, type Lead } from "./link.svelte";
import { Playback } from "./playback.svelte";
import { numbersOf, queueOf, stepBegan, type Numbers, type Queue } from "./queue";
import { Review } from "./review.svelte";
import { sections, type Section } from "./sections";

export interface Card {
  kind:
    | "why"
    | "hint"
    | "confirm"
    | "practice"
    | "refused"
    | "correct"
    | "ask"
    | "resign"
    | "moved"
    | "draft"
    | "threat"
    | "plan";
  title: string;
  reasons: (Pick<Reason, "text"> & Partial<Reason>)[];
  action?: Choice;
  text?: string;
  /** The space that the map brings into view. */
  shows?: string;
  /** The ply to go back to. */
  to?: number;
  /** The space that is attacked, where the attack can be made now. */
  attacked?: string;
  /** Who would strike whom, drawn on the map as long as the card is open. */
  arrows?: Arrow[];
  /** Whether another seat has decided since, so that going back is practice. */
  practice?: boolean;
}

/** The cards with a button that plays or undoes something. */
const OFFERS = new Set<Card["kind"]>(["confirm", "correct", "hint", "moved", "practice"]);

/**
 * A table that a person sits at: its state on the server, what is drawn, and the objects that handle the rest of it.
 */
export class Session {
  /** The current board. */
  present = $state.raw<BoardModel | null>(null);
  /** The board that is shown: that of an earlier moment while the player looks at one. */
  model = $derived.by(() => this.review.board ?? this.present);
  /** The progress of the deciding bot's long thought, from 0 to 1; null if no bot is thinking. */
  thought = $state<number | null>(null);
  /** The server's message about the match, once it has been read. */
  noticed = $state("");
  state = $state.raw<State | null>(null);
  log = $state.raw<GameEvent[]>([]);
  info = $state.raw<GameInfo | null>(null);
  rules = $state.raw<Rules | null>(null);
  busy = $state(false);
  /** Whether the last press was a finger's, which cannot point at a thing before choosing it. Initially a guess. */
  finger = $state(matchMedia("(pointer: coarse)").matches);
  down = $state(false);
  /** Why the server refuses this tab, in its words. */
  refusal = $state("");
  failure = $state<string | null>(null);
  flash = $state.raw<{ piece?: string; space?: string }>({});
  marked = $state.raw<string[]>([]);
  /** What the pointer or the focus is on. */
  hover = $state.raw<{ space?: string; piece?: string; beside?: boolean } | null>(null);
  /** The overlays of the current table that a player has requested. */
  asked = $state.raw<Overlay[]>([]);
  clause = $state<string | null>(null);
  rulesOpen = $state(false);
  listOpen = $state(false);
  news = $state("");
  /**
   * Whether what came before the first decision of a new game is still being shown. Nothing is asked until the board is
   * ready.
   */
  beginning = $state(false);
  /** The hand that draws on the map, while the player gives orders. */
  drafting = $state.raw<Drafting | null>(null);
  overlay = $state.raw<Table["overlay"]>(null);
  studied = $state(0);
  /** The number of plies of the longest log so far. An undo makes it shorter. */
  #longest = -1;
  /** The moment that another player shows to everyone who follows. */
  lead = $state.raw<Lead | null>(null);
  /** What is seen of the map. */
  view = $state({ k: 1, x: 0, y: 0, width: 1, height: 1 });
  readonly choosing = new Choosing();
  readonly clicks = new Clicks(this);
  readonly attacks: Attacks;
  readonly inOrder = new InOrder(this);
  readonly ways = new Ways(this);
  readonly foresight: Foresight = new Foresight(this);
  readonly playback = new Playback();
  readonly review = new Review(this);
  readonly replay: Replay = new Replay(this);
  readonly dispatches: Dispatches = new Dispatches(this);
  readonly expected: Expected = new Expected(this);
  readonly coach = new Coach(this);
  readonly reader: Reader = new Reader(this);
  readonly link: Link;

  picture = $derived<Picture | null>(this.review.past?.picture ?? this.playback.picture ?? this.state?.picture ?? null);
  /** A staff's intent, given at one moment of the game. It stays until the table shows another moment. */
  #told = $state.raw<{ moment: string; intent: Intent } | null>(null);
  #moment = $derived(`${this.state?.version}/${this.review.past?.ply}`);
  #plan = $derived(this.#told?.moment === this.#moment ? this.#told.intent : null);
  /** Whether the next best plan is shown in place of the best. */
  second = $state(false);
  /** The units in the attack that is being formed. */
  forming = $derived(
    new Set(this.picture?.combat?.battles?.filter(({ state }) => state === "open").flatMap((one) => one.attackers)),
  );
  intent = $derived<Intent | null>((this.second ? this.#plan?.instead : null) ?? this.#plan);
  asking = $derived(
    this.review.past === null && !this.state?.over && !this.state?.example && this.state?.decision != null,
  );
  humanTurn = $derived.by(() => {
    const { seat, actions } = this.state?.decision ?? {};
    if (seat === undefined) return false;
    if (seat === "chance") return actions!.length > 0; // none where another seat draws in secret
    if (this.carrying) return false;
    return (this.state?.seats[seat] ?? "human") === "human" && (this.state?.viewer ?? seat) === seat && !this.watching;
  });
  /** Whether the staff carries out this player's orders, so that the player only watches. */
  carrying = $derived.by(() => {
    const { command, decision, viewer } = this.state ?? {};
    return command?.carrying === true && decision?.seat === (viewer ?? decision?.seat);
  });
  /** Whether this player is asked, and no bot and nobody else. */
  answering = $derived(this.asking && this.humanTurn);
  /** Whether choices are lit: this player is asked, and nothing is playing back. */
  pointing = $derived(this.answering && !this.playback.running && this.drafting === null);
  /** The seat that the player holds by a key. */
  held = $derived(this.state?.held ? (this.state.viewer ?? null) : null);
  /** Whether the player only watches. */
  watching = $derived(this.state?.held === true && this.state.viewer === undefined);
  /** The other seats that people hold. They are asked before something of theirs is undone. */
  partners = $derived(
    this.held === null
      ? []
      : Object.entries(this.state?.seats ?? {}).flatMap(([seat, who]) =>
          who === "human" && seat !== this.held ? [seat] : [],
        ),
  );
  /** What is resolved one after another, if a game says so. */
  queue = $derived.by<Queue | null>(() => {
    const { playback, state, told, log } = this;
    const numbers = this.#queued.get(log[stepBegan(told)]?.ply ?? 0);
    const shown = playback.open ? playback.rolls[playback.shown] : undefined;
    return this.review.past || !state || state.example || !numbers
      ? null
      : queueOf(state.picture, log, shown, numbers, told);
  });
  /** The log as far as it has been shown. */
  told = $derived(
    this.review.past
      ? this.log.filter((event) => event.ply <= this.review.past!.ply)
      : this.reader.log.slice(0, this.reader.log.length - this.playback.left),
  );
  /**
   * What is fought or carried out by the rules and is on view now: everything since the player's last decision, or what
   * is still in progress.
   */
  sections = $derived.by<Section[]>(() => {
    const { model, told, playback } = this;
    if (!model || this.review.past || this.reader.example) return [];
    const from = this.log.length - Math.max(1, playback.came);
    const all = sections(model.scene, told, from);
    const fighting = (one: Section): boolean => one.last === told.length - 1 && one.phase.panel === "fight";
    return all.filter((one) => fighting(one) || (playback.recent && one.last >= from));
  });
  /** The chosen one of them, or else the newest. */
  lookedAt = $state<number | null>(null);
  section = $derived(this.sections[this.lookedAt ?? this.sections.length - 1] ?? this.sections.at(-1) ?? null);
  /** Whether dice, a fight or a procedure of the rules are still being shown. The next question waits for their end. */
  telling = $derived(this.playback.running && (this.playback.open || this.section !== null));
  yourTurn = $derived(this.held !== null && this.answering);
  /** Since when the current decision has been waiting, if this page saw it come. */
  waitsSince = $state.raw<Date | null>(null);
  readonly company: Company;
  readonly screen = new Screen(this);

  /** One's own seat in which a bot plays on for now. */
  lent = $derived.by((): string | null => {
    const { lent = [], held } = this.state ?? {};
    return (held ? lent.find((seat) => seat === this.held) : lent[0]) ?? null;
  });
  #card = $state.raw<Card | null>(null);
  /** The moments at which steps began in which a queue was seen, and the numbers of the battles in it. */
  #queued = new SvelteMap<number, Numbers>();

  constructor(
    readonly id: string,
    readonly key: string | null = null,
  ) {
    this.company = new Company(id);
    this.link = new Link(this);
    this.attacks = new Attacks(this);
  }

  /** The name of a seat in the game. */
  seatName(seat: string): string {
    return this.model?.scene.seats.find((one) => one.id === seat)?.name ?? seat;
  }

  /** The current name of a unit; undefined if it is not known. */
  pieceName(piece: string): string | undefined {
    return this.picture?.pieces.find((one) => one.id === piece)?.name || this.model?.pieces.get(piece)?.name;
  }

  get card(): Card | null {
    return this.#card;
  }

  /** A card and the list beside a clicked place never overlap. */
  set card(card: Card | null) {
    this.#card = card;
    if (card) this.choosing.asked = null;
  }

  /** Handle a state from the server. */
  take(state: State): void {
    // What would strike whom is only true of the moment at which it was asked, and so is what a card offers to do.
    if (this.card && (this.card.arrows || OFFERS.has(this.card.kind)) && state.version !== this.state?.version)
      this.card = null;
    // What is written about what was undone does not belong to what was done instead.
    if (state.version !== this.state?.version && state.plies <= this.#longest) this.studied++;
    this.#longest = Math.max(this.#longest, state.plies);
    const undone = this.state !== null && state.plies < this.state.plies;
    this.state = state;
    if (undone) this.screen.rewind(state.plies);
    const { overlays = [], combat } = state.picture;
    const battles = combat?.battles ?? [];
    const declared = battles.filter((battle) => battle.state === "declared");
    this.choosing.battles = declared.map(({ defenders }) => defenders ?? []);
    this.choosing.declares =
      battles.some((battle) => battle.state === "open") ||
      overlays.some(({ now, asked, shown }) => now && asked && shown);
    const key = this.log[stepBegan(this.log)]?.ply ?? 0;
    if (state.picture.queue?.length) this.#queued.set(key, { ...this.#queued.get(key), ...numbersOf(state.picture) });
  }

  /** Forget what one viewer has seen, before another one looks. */
  forget(): void {
    this.card = null;
    this.replay.close();
    this.review.past = null;
    this.listOpen = false;
    this.news = "";
    this.asked = [];
    this.dispatches.forget();
    this.foresight.forget(-1);
  }

  /** After a new log has come, forget what was known of events that are no longer in it: someone has undone them. */
  rewind(old: GameEvent[]): void {
    const gone = old.find((event, place) => JSON.stringify(event) !== JSON.stringify(this.log[place]));
    if (!gone) return;
    this.foresight.forget(gone.ply - 1);
    this.dispatches.rewind(gone.ply - 1);
    if ((this.replay.film?.part.to ?? 0) >= gone.ply) this.replay.close();
    if ((this.review.past?.ply ?? 0) >= gone.ply) this.review.past = null;
  }

  async resign(): Promise<void> {
    const now = this.state;
    if (!now) return;
    this.card = null;
    await this.link.change(async () => this.link.adopt(await api.resign(this.id, now.version)));
  }

  /** How windows are answered for one's seat; no one else hears of it. */
  async setReply(reply: Reply, armed?: number[]): Promise<void> {
    await this.link.request(async () => {
      const { reply: now, armed: cards, passes } = await api.reply(this.id, reply, armed);
      if (this.state) this.state = { ...this.state, reply: now, armed: cards, passes };
    });
  }

  async play(text: string | string[]): Promise<void> {
    const before = this.state;
    if (!before || this.review.past) return;
    this.playback.skip();
    this.card = null;
    await this.link.change(async () => this.link.adopt(await api.play(this.id, text, before.version)));
    if (this.state?.decision?.box !== before.decision?.box) await this.attacks.declare();
    this.#pass();
  }

  /**
   * If the player wants it, continue automatically if only a purchase is open besides, and nothing is lost by it. Verbs
   * that are available at every decision, such as the surrender, do not count.
   */
  #pass(): void {
    const { verbs, actions, decision } = this.choosing;
    if (!settings.autoPass || !decision || decision.chance || this.state?.lesson || !this.asking || !this.humanTurn)
      return;
    const open = verbs.filter((verb) => verb.open && verb.weight !== "optional" && !verb.standing);
    const only = open.length === 1 && open[0]!.weight === "main" && !open[0]!.cost ? open[0]! : null;
    const action = actions.find((one) => one.verb === only?.verb);
    if (action) void this.play(action.text);
  }

  async setSeat(seat: string, who: string, until?: Until): Promise<void> {
    await this.link.idle(); // a bot that has just taken a seat may still play; a second choice is not a second press
    await this.link.request(async () => this.link.adopt(await api.change(this.id, { seats: { [seat]: who }, until })));
  }

  /** Let a bot continue in the player's own seat, to the end of the step or the turn, or until the player stops it. */
  async lend(seat: string, bot: string, until: Until): Promise<void> {
    this.card = null;
    await this.setSeat(seat, bot, until);
  }

  /** Take back the lent seat and return whether there was one. */
  stopLent(): boolean {
    const { lent } = this;
    if (lent !== null) void this.setSeat(lent, "human");
    return lent !== null;
  }

  /** Make the bot that thinks play its best action so far. */
  async endThought(): Promise<void> {
    await this.link.request(async () => void (await api.endThought(this.id)));
  }

  async hint(): Promise<void> {
    if (!this.answering) return;
    const asked = this.state?.version;
    let hint = null as Hint | null;
    const ask = (): Promise<Hint> => api.hint(this.id, settings.adviserOf(this.info), this.link.left);
    await this.link.request(async () => (hint = await ask()));
    if (!hint || this.state?.version !== asked) return;
    this.tell(hint.intent);
    const reasons = [hint.why, hint.intent?.sentence].filter(Boolean).map((text) => ({ text: text! }));
    const shows = this.clicks.advised(hint.text);
    this.card = { kind: "hint", title: hint.label, text: hint.text, reasons, shows };
  }

  /** Show a staff's intent, as long as the table stays as it is. */
  tell(intent: Intent | null | undefined): void {
    this.#told = intent ? { moment: this.#moment, intent } : null;
    this.second = false;
  }

  /**
   * Show the next best plan in place of the best, or the best again. If the adviser has not given one, it is asked
   * first.
   */
  async nextBest(): Promise<void> {
    if (this.#plan === null) await this.hint();
    const { instead } = this.#plan ?? {};
    if (instead) this.second = !this.second;
    if (instead && settings.hints) return;
    const [title, text] =
      instead && this.intent ? [words.plan(this.second), this.intent.sentence] : [words.noOtherPlan, ""];
    this.card = { kind: "plan", title, reasons: text ? [{ text }] : [] };
  }

  async why(about: Question, title: string): Promise<void> {
    this.flash = { piece: about.piece ?? undefined, space: about.space ?? undefined };
    setTimeout(() => (this.flash = {}), 700);
    const moment = this.#moment;
    await this.link.request(async () => {
      const { reasons } = await api.why(this.id, about);
      if (this.#moment !== moment) return; // it may be about what another player saw
      const outside = words.noPart(this.state?.decision?.prompt ?? "");
      this.card = { kind: "why", title, reasons: reasons.length > 0 ? reasons : [{ text: outside }] };
    });
  }

  /** What a track shows, and the clauses behind it. No one sets it by a click. */
  explainTrack(id: string): void {
    const track = this.model?.scene.tracks?.find((one) => one.id === id);
    if (!track) return;
    const value = this.picture?.tracks?.[id] ?? "–";
    const marks = (track.marks ?? []).map((mark) => `${mark.at}: ${mark.text}`).join("; ");
    const note = this.picture?.notes?.[id];
    const told = [note, marks].filter(Boolean).join(". ");
    const text = `${told}${told ? ". " : ""}${words.setByRules}`;
    this.card = { kind: "why", title: words.trackIs(track.title, value), reasons: [{ text, clauses: track.clauses }] };
  }

  async leaveLesson(): Promise<void> {
    const now = this.state;
    if (!now) return;
    this.card = null;
    await this.link.change(async () => this.link.adopt(await api.leaveLesson(this.id, now.version)));
    await this.attacks.declare();
  }

  /** A click or key outside a panel of what has happened closes it, and then acts as usual. Nothing moves before it. */
  leaveRolls(event: Event, within: string): void {
    const key = event instanceof KeyboardEvent ? event.key : "";
    const stays = ["Tab", "Shift", "Control", "Alt", "Meta", "Escape", "t", "T"].includes(key);
    const inside = event.target instanceof Element && event.target.closest(within) !== null;
    // At a shared screen, dice that are closed hand the table over.
    if (this.playback.running || stays || this.coach.reading || inside || this.screen.due !== null) return;
    this.playback.closeRolls();
  }

  cancel(): boolean {
    const rolls = this.playback.open;
    this.playback.closeRolls();
    if (this.inOrder.stop()) return true;
    if (this.playback.skip()) return true;
    if (this.card) this.card = null;
    else if (this.listOpen) this.listOpen = false;
    else if (this.rulesOpen) this.rulesOpen = false;
    else if (this.foresight.touched) this.foresight.touched = null;
    else return rolls || this.choosing.clear();
    return true;
  }

  /** Open the rules at the current question, or close them. */
  toggleRules(): void {
    this.rulesOpen = !this.rulesOpen;
    this.clause = null;
  }

  openClause(id: string): void {
    this.clause = id;
    this.rulesOpen = true;
  }
}
