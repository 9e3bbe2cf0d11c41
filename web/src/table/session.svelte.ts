import { SvelteSet } from "svelte/reactivity";
import { api, Refused, type Reply, sit, Unreachable, wordsOf } from "../api";
import { BoardModel } from "../board/model";
import { loadSymbols } from "../board/symbols";
import type {
  Action,
  ChatLine,
  Clause,
  GameEvent,
  GameInfo,
  Overlay,
  PastTable,
  PieceChoice,
  Picture,
  Presence,
  Question,
  Reason,
  State,
} from "../protocol";
import { Coach } from "../lesson/coach.svelte";
import { go, playAddress } from "../route.svelte";
import { Company } from "../seats/company.svelte";
import { keep, keysOf } from "../seats/keys";
import { Screen } from "../seats/screen.svelte";
import { settings } from "../settings.svelte";
import { words } from "../words/table";
import { Choice, type Click, type Offer } from "./choice.svelte";
import { Foresight } from "./foresight.svelte";
import { Live } from "./live";
import { Playback } from "./playback.svelte";
import { queueOf, type Queue } from "./queue";
import { sections, type Section } from "./sections";

export interface Card {
  kind: "why" | "hint" | "confirm" | "practice" | "refused" | "correct" | "ask" | "resign";
  title: string;
  reasons: (Pick<Reason, "text"> & Partial<Reason>)[];
  action?: Offer;
  text?: string;
  /** The ply to go back to. */
  to?: number;
  /** Whether another seat has decided since, so that going back is practice. */
  practice?: boolean;
}

/** How long the table waits for the ground of its board before it shows what has happened. */
const PATIENCE = 2500;
const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

interface Told {
  state?: State;
  presence?: Record<string, Presence>;
  line?: ChatLine;
}

/** One table that a person sits at: its state on the server, what is drawn, and what has been pointed at. */
export class Session {
  model = $state.raw<BoardModel | null>(null);
  state = $state.raw<State | null>(null);
  log = $state.raw<GameEvent[]>([]);
  past = $state.raw<PastTable | null>(null);
  info = $state.raw<GameInfo | null>(null);
  rules = $state.raw<Clause[] | null>(null);
  busy = $state(false);
  /** Whether the last press was a finger's, which cannot point at a thing before it chooses it. */
  finger = false;
  down = $state(false);
  /** Why the server does not want this tab, in its words. */
  refusal = $state("");
  failure = $state<string | null>(null);
  flash = $state.raw<{ piece?: string; space?: string }>({});
  practice = $state(false);
  marked = $state.raw<string[]>([]);
  /** What the pointer or the focus is on. */
  hover = $state.raw<{ space?: string; piece?: string } | null>(null);
  /** The overlays of the present table that somebody has asked for. */
  asked = $state.raw<Overlay[]>([]);
  clause = $state<string | null>(null);
  rulesOpen = $state(false);
  listOpen = $state(false);
  news = $state("");
  /** Whether what came before the first decision of a new game is still being shown: nothing is asked until the board stands. */
  beginning = $state(false);
  /** What is seen of the map; `left`, `top`: how much of it lies under a tall panel, and under a row of switches. */
  view = $state({ k: 1, x: 0, y: 0, width: 1, height: 1, left: 0, top: 0 });
  readonly choice = new Choice();
  readonly playback = new Playback();
  readonly coach = new Coach(this);
  readonly foresight = new Foresight(this);

  picture = $derived<Picture | null>(this.past?.picture ?? this.playback.picture ?? this.state?.picture ?? null);
  asking = $derived(this.past === null && !this.state?.over && this.state?.decision != null);
  humanTurn = $derived.by(() => {
    const seat = this.state?.decision?.seat;
    if (seat === undefined) return false;
    if (seat === "chance") return true;
    return (this.state?.seats[seat] ?? "human") === "human" && (this.state?.viewer ?? seat) === seat && !this.watching;
  });
  /** Whether what may be chosen is lit: one is asked, and nothing is still playing back. */
  pointing = $derived(this.asking && this.humanTurn && !this.playback.running);
  /** The seat that one holds by a key. */
  held = $derived(this.state?.held ? (this.state.viewer ?? null) : null);
  /** Whether one only looks on. */
  watching = $derived(this.state?.held === true && this.state.viewer === undefined);
  /** The other seats that people hold: they are asked before something of theirs is taken back. */
  partners = $derived(
    this.held === null
      ? []
      : Object.entries(this.state?.seats ?? {}).flatMap(([seat, who]) =>
          who === "human" && seat !== this.held ? [seat] : [],
        ),
  );
  /** What is resolved one after the other, where a game says so. */
  queue = $derived.by<Queue | null>(() => {
    const { playback, state } = this;
    const shown = playback.open ? playback.rolls[playback.shown] : undefined;
    const { turn, step } = shown ?? state?.picture ?? {};
    return this.past || !state || !this.#queued.has(`${turn} ${step}`) ? null : queueOf(state.picture, this.log, shown);
  });
  /** The log as far as it has been shown. */
  told = $derived(
    this.past
      ? this.log.filter((event) => event.ply <= this.past!.ply)
      : this.log.slice(0, this.log.length - this.playback.left),
  );
  /** What is fought or carried out by the rules and is looked at now: all since one's last decision, or what goes on. */
  sections = $derived.by<Section[]>(() => {
    const { model, told, playback } = this;
    if (!model || this.past) return [];
    const from = this.log.length - Math.max(1, playback.came);
    const all = sections(model.scene, told, from);
    const fighting = (one: Section): boolean => one.last === told.length - 1 && one.phase.panel === "fight";
    return all.filter((one) => fighting(one) || (playback.recent && one.last >= from));
  });
  /** Which of them is looked at, where one was chosen; else the newest. */
  lookedAt = $state<number | null>(null);
  section = $derived(this.sections[this.lookedAt ?? this.sections.length - 1] ?? this.sections.at(-1) ?? null);
  /** Whether dice, a fight or what the rules carry out are still being shown: the next question waits for their end. */
  telling = $derived(this.playback.running && (this.playback.open || this.section !== null));
  yourTurn = $derived(this.held !== null && this.asking && this.humanTurn);
  /** Since when the present decision has been waiting, where this page saw it come. */
  waitsSince = $state.raw<Date | null>(null);
  readonly company: Company;
  readonly screen = new Screen(this);

  #card = $state.raw<Card | null>(null);
  /** The steps, with their turns, in which a queue was seen. */
  #queued = new SvelteSet<string>();
  /** The question about the chosen units that is under way: a click meant for its answer waits for it. */
  #leading: Promise<void> | null = null;
  #seen = $state.raw<{ units: string; space: string } | null>(null);
  /** The ways to a space that were asked for last, and which of them is drawn. */
  #detours: { about: string; which: number; ways: Promise<PieceChoice[]> } | null = null;
  #live: Live | null = null;
  /** Called when the ground of the board has been painted for the first time. */
  boardStands!: () => void;
  #board = new Promise<void>((resolve) => (this.boardStands = resolve));
  #greeted = false;
  #heard: State[] = [];
  #newest = 0;
  #draining = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly key: string | null = null,
  ) {
    this.company = new Company(id);
    if (key === null) this.screen.wait();
    else sit(id, { key });
  }

  /** A seat as the game calls it. */
  seatName(seat: string): string {
    return this.model?.scene.seats.find((one) => one.id === seat)?.name ?? seat;
  }

  /** What a unit is called now; undefined where that is not known. */
  pieceName(piece: string): string | undefined {
    return this.picture?.pieces.find((one) => one.id === piece)?.name || this.model?.pieces.get(piece)?.name;
  }

  get card(): Card | null {
    return this.#card;
  }

  /** A card and the list beside a clicked place never lie over one another. */
  set card(card: Card | null) {
    this.#card = card;
    if (card) this.choice.asked = null;
  }

  async open(): Promise<void> {
    let game: string;
    try {
      const fetched = await Promise.all([api.state(this.id), api.scene(this.id), api.log(this.id)]);
      const scene = fetched[1];
      let [state, , log] = fetched;
      if (this.key === null && this.screen.begin(state, scene))
        [state, log] = await Promise.all([api.state(this.id), api.log(this.id)]);
      if (this.key !== null && state.held) keep(this.id, { ...keysOf(this.id), key: this.key, seat: state.viewer });
      if (state.held) await this.company.load();
      await loadSymbols(scene.pieces ?? []);
      this.model = new BoardModel(scene);
      this.log = log.events;
      this.#take(state);
      this.choice.ask(state.decision ?? null);
      // A lesson's first cards and dice are shown when its opening has been read.
      this.coach.resume();
      if (this.coach.opening) this.playback.rest((await api.at(this.id, 0)).picture);
      else if (this.#begins(state)) {
        this.playback.rest((await api.at(this.id, 0)).picture);
        this.beginning = true;
        this.playback.left = log.events.length;
        this.playback.done = Promise.race([this.#board, sleep(PATIENCE)])
          .then(() => this.playback.play(this.log, this.state!.picture))
          .finally(() => (this.beginning = false));
      } else this.playback.rest(state.picture);
      this.failure = null;
      game = state.game;
    } catch (error) {
      this.down = error instanceof Unreachable;
      if (this.down) this.#retry = setTimeout(() => void this.open(), 1500);
      else this.failure = wordsOf(error);
      return;
    }
    this.down = false;
    const { held, secrets } = this.state!;
    // At a shared screen the live line only says that something has changed: what, depends on who looks.
    const veiled = secrets === true && !held;
    this.#live ??= new Live(
      api.liveUrl(this.id, veiled ? "*" : undefined),
      held ? { key: this.key, company: true } : null,
      (data) => this.#told(data as Told, veiled),
      (up, refusal) => {
        if (up && this.down) void this.refresh();
        this.refusal = refusal;
        this.#greeted = false;
        this.down = !up;
        if (!up) void this.#lost();
      },
    );
    api.games().then((games) => (this.info = games.find((one) => one.name === game) ?? null), this.#fail);
  }

  /** Fetches the rules when they are first looked at; a table opens without them. */
  fetchRules(): void {
    const game = this.state?.game;
    if (game === undefined || this.rules !== null) return;
    api.rules(game).then(({ clauses }) => (this.rules = clauses), this.#fail);
  }

  /** Whether a new game is looked at for the first time here: what came before its first decision is shown. */
  #begins(state: State): boolean {
    const rolled = this.log.some((event) => event.kind === "roll" || event.kind === "card");
    if (settings.pace === 0 || !rolled || state.lesson || this.log.some((event) => event.kind === "chose"))
      return false;
    const key = `mamayev.begun.${this.id}`;
    try {
      if (sessionStorage.getItem(key)) return false;
      sessionStorage.setItem(key, "yes");
    } catch {
      return false; // without storage it would be shown at every reload
    }
    return true;
  }

  #take(state: State): void {
    this.state = state;
    const { turn, step, queue } = state.picture;
    if (queue?.length) this.#queued.add(`${turn} ${step}`);
  }

  close(): void {
    clearTimeout(this.#retry);
    this.#live?.close();
  }

  #told(message: Told, veiled: boolean): void {
    // From the first message on nothing is missed; who came before it is asked for.
    if (!this.#greeted && this.state?.held) this.company.load().catch(this.#fail);
    this.#greeted = true;
    const line = this.company.hear(message);
    if (line) this.news = `${line.seat === undefined ? "" : `${this.seatName(line.seat)}: `}${line.text}`;
    const { state } = message;
    if (!state) return;
    if (!veiled) return this.#hear(state);
    this.#newest = state.version;
    this.#catchUp();
  }

  /** At a shared screen: fetch what has changed elsewhere, with the eyes of whoever is looking here. */
  #catchUp(): void {
    if (!this.busy && !this.screen.curtain && this.#newest > (this.state?.version ?? 0)) void this.refresh();
  }

  /** The line is cut: either the server is away, or the match is (deleted in another tab). */
  async #lost(): Promise<void> {
    try {
      await api.state(this.id);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) {
        this.failure = error.message;
        this.close();
      }
    }
  }

  /** Take the table in anew with the eyes one has now, at rest; returns whether that was possible. */
  async retake(): Promise<boolean> {
    let taken = false;
    this.card = null;
    this.past = null;
    this.listOpen = false;
    this.news = "";
    await this.#do(async () => {
      const [state, log] = await Promise.all([api.state(this.id), api.log(this.id)]);
      this.log = log.events;
      this.#take(state);
      this.choice.ask(state.decision ?? null);
      this.playback.rest(state.picture);
      taken = true;
    });
    return taken;
  }

  /** Take in what another seat of the same side is asked, at the screen that they share: what lies on the table stays. */
  async passOn(): Promise<void> {
    await this.#do(async () => {
      const state = await api.state(this.id);
      this.#take(state);
      this.choice.ask(state.decision ?? null);
      this.playback.picture = state.picture;
    });
  }

  /** Ask the others to take back one's last decision, and what came after it. */
  async askUndo(): Promise<void> {
    const now = this.state;
    if (!now) return;
    this.card = null;
    await this.#do(async () => this.#adopt(await api.askUndo(this.id, now.version)));
  }

  async answerUndo(answer: "grant" | "refuse" | "withdraw"): Promise<void> {
    const now = this.state;
    if (!now) return;
    const back = answer === "grant" ? words.takenBack : "";
    await this.#do(async () => this.#adopt(await api.answerUndo(this.id, now.version, answer), back));
  }

  async resign(): Promise<void> {
    const now = this.state;
    if (!now) return;
    this.card = null;
    await this.#do(async () => this.#adopt(await api.resign(this.id, now.version)));
  }

  /** How windows are answered for one's seat; nobody else hears of it. */
  async setReply(reply: Reply): Promise<void> {
    await this.#do(async () => {
      const told = await api.reply(this.id, reply);
      if (this.state) this.state = { ...this.state, reply: told.reply, passes: told.passes };
    });
  }

  async refresh(): Promise<void> {
    await this.#do(async () => this.#adopt(await api.state(this.id)));
  }

  /** Ask what the chosen units may do: ways of several steps are known to the server alone. */
  async lead(): Promise<void> {
    const leading = this.#askUnits();
    this.#leading = leading;
    await leading;
    if (this.#leading === leading) this.#leading = null;
  }

  async #askUnits(): Promise<void> {
    const { units, bends } = this.choice;
    const now = this.state;
    if (units.length === 0 || !now || !this.asking || !this.humanTurn || now.decision?.chance) return;
    try {
      const choices = await api.choices(this.id, units, bends);
      // A lesson goes step by step.
      const plain = now.lesson ? choices.filter((choice) => choice.actions.length === 1) : choices;
      if (this.state?.version === now.version) this.choice.lead(units, bends, plain);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The space that is pointed at, also by a unit that stands there, where the chosen units may go there. */
  get target(): string | null {
    const { hover, choice } = this;
    const at = hover?.space ?? this.picture?.pieces.find((one) => one.id === hover?.piece)?.at;
    return choice.piece !== null && at !== undefined && choice.spaces.has(at) ? at : null;
  }

  /** The space whose way is drawn: pointed at, touched, or aimed at before. */
  get goal(): string | null {
    return this.target ?? this.foresight.touched?.space ?? this.choice.aimed;
  }

  /** The space that is meant by a press beside the map: the one whose way is drawn, or was when the pointer left. */
  get meant(): string | null {
    const seen = this.#seen?.units === this.choice.units.join(" ") ? this.#seen.space : null;
    return this.goal ?? seen;
  }

  /** Remember what is pointed at. */
  look(): void {
    const { target, choice } = this;
    if (target !== null) this.#seen = { units: choice.units.join(" "), space: target };
    this.foresight.look();
  }

  /** Draw another way to the space that is pointed at or was last; after the last one the first again. */
  async otherWay(): Promise<void> {
    const { choice, meant: goal, state } = this;
    if (goal === null || !state || choice.units.length === 0) return;
    const last = goal === choice.bends.at(-1);
    const bends = last ? (choice.stretches ?? []).slice(0, -1).flat() : choice.bends;
    const about = [state.version, ...choice.units, "", ...bends, "", goal].join(" ");
    try {
      if (this.#detours?.about !== about)
        this.#detours = { about, which: 0, ways: api.choices(this.id, choice.units, bends, goal) };
      const which = (this.#detours.which += 1);
      const ways = await this.#detours.ways;
      if (ways.length < 2) {
        this.card = { kind: "why", title: words.noOtherWay, reasons: [{ text: words.noOtherWayDoc }] };
        return;
      }
      this.card = null;
      this.foresight.touched = null;
      if (this.state?.version === state.version) choice.detour(goal, ways, which);
    } catch (error) {
      this.#detours = null;
      this.#fail(error);
    }
  }

  /** Pin the way to the space that is pointed at, or have each click pin a stretch. */
  pinWay(): void {
    const { choice, foresight } = this;
    if (choice.piece === null || !choice.matching.some((offer) => offer.route)) return;
    choice.pin(this.target ?? foresight.touched?.space ?? undefined);
    foresight.touched = null;
  }

  async play(text: string | string[]): Promise<void> {
    const before = this.state;
    if (!before || this.past) return;
    this.playback.skip();
    this.card = null;
    await this.#do(async () => this.#adopt(await api.play(this.id, text, before.version)));
    this.#pass();
  }

  /** If wanted, go on automatically where only a purchase is open besides, and nothing is lost by it. */
  #pass(): void {
    const { verbs, actions, decision } = this.choice;
    if (!settings.autoPass || !decision || decision.chance || this.state?.lesson || !this.asking || !this.humanTurn)
      return;
    const open = verbs.filter((verb) => verb.open && verb.weight !== "optional" && verb.weight !== "grave");
    const only = open.length === 1 && open[0]!.weight === "main" && !open[0]!.cost ? open[0]! : null;
    const action = actions.find((one) => one.verb === only?.verb);
    if (action) void this.play(action.text);
  }

  async undo(): Promise<void> {
    const now = this.state;
    if (!now || this.past) return;
    if (now.undo.free === 0) {
      if (now.undo.practice === 0) return;
      if (this.partners.length) {
        if (!now.over && !now.asked) this.card = { kind: "ask", title: words.askBack, reasons: [] };
        return;
      }
      if (!this.practice) {
        this.card = { kind: "practice", title: words.practiceAsk, reasons: [] };
        return;
      }
    }
    this.card = null;
    const practice = this.practice && now.undo.free === 0;
    await this.#do(async () => this.#adopt(await api.undo(this.id, now.version, practice), words.takenBack));
  }

  /** Have a die, card or lot that was typed in asked again; what followed it is taken back, too, and said before. */
  correct(to: number): void {
    const now = this.state;
    if (!now || this.past) return;
    if (now.plies === to + 1) return void this.goBack(to);
    const entered = this.log.filter((event) => event.ply > to && ["chose", "roll", "card"].includes(event.kind));
    const said = ({ who, text }: GameEvent): string => (who ? `${who}: ${text}` : (text ?? ""));
    const wrong = entered.find((event) => event.ply === to + 1);
    const deciders = [
      ...entered.flatMap((event) => (event.kind === "chose" ? [event.seat] : [])),
      now.decision?.seat,
    ].filter((seat) => seat !== undefined && seat !== "chance");
    this.card = {
      kind: "correct",
      title: wrong ? said(wrong) : words.backToEntry,
      reasons: entered.filter((event) => event.ply > to + 1).map((event) => ({ text: said(event) })),
      to,
      practice: new Set(deciders).size > 1,
    };
  }

  async goBack(to: number, practice = false): Promise<void> {
    const now = this.state;
    if (!now) return;
    this.card = null;
    await this.#do(async () => this.#adopt(await api.undo(this.id, now.version, practice, to), words.takenBack));
  }

  async redo(): Promise<void> {
    const now = this.state;
    if (!now || this.past || now.undo.redo === 0) return;
    this.card = null;
    await this.#do(async () => this.#adopt(await api.redo(this.id, now.version), words.playedAgain));
  }

  async setSeat(seat: string, who: string): Promise<void> {
    await this.#do(async () => this.#adopt(await api.change(this.id, { seats: { [seat]: who } })));
  }

  async hint(): Promise<void> {
    await this.#do(async () => {
      const hint = await api.hint(this.id, settings.adviserOf(this.info));
      this.card = { kind: "hint", title: hint.label, text: hint.text, reasons: [{ text: hint.why }] };
    });
  }

  async why(about: Question, title: string): Promise<void> {
    this.flash = { piece: about.piece ?? undefined, space: about.space ?? undefined };
    setTimeout(() => (this.flash = {}), 700);
    await this.#do(async () => {
      const { reasons } = await api.why(this.id, about);
      const outside = words.noPart(this.state?.decision?.prompt ?? "");
      this.card = { kind: "why", title, reasons: reasons.length > 0 ? reasons : [{ text: outside }] };
    });
  }

  /** What a track shows, and the clauses behind it: nobody sets it by a click. */
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

  /** Carry out what a click on a verb, piece or space means. */
  act(click: Click, about: Question, title: string): void {
    if (click.kind === "play") return this.submit(click.action);
    this.foresight.touched = null;
    if (click.kind === "closed") void this.why(about, title);
    else this.card = null;
  }

  async leaveLesson(): Promise<void> {
    const now = this.state;
    if (!now) return;
    this.card = null;
    await this.#do(async () => this.#adopt(await api.leaveLesson(this.id, now.version)));
  }

  /** In a lesson: whether all that a click leads to is allowed, but not what the lesson wants; the lesson says why. */
  #astray(led: Action[], title: string, about: Question = {}): boolean {
    const first = led[0];
    if (!first || !this.coach.objects(led)) return false;
    void this.why({ ...about, text: first.text }, title);
    return true;
  }

  /** Play an action; grave ones ask once more and, if wanted, so do those that roll, draw or end a phase. */
  /** A click or key outside a panel of what has happened closes it, and does what it does: nothing moves before it. */
  leaveRolls(event: Event, within: string): void {
    const key = event instanceof KeyboardEvent ? event.key : "";
    const stays = ["Tab", "Shift", "Control", "Alt", "Meta", "Escape", "t", "T"].includes(key);
    const inside = event.target instanceof Element && event.target.closest(within) !== null;
    if (this.playback.running || stays || this.coach.reading || inside) return;
    this.playback.closeRolls();
  }

  /** What a card would do now. */
  plays(card: number): Offer[] {
    return this.pointing ? this.choice.actions.filter((action) => action.card === card) : [];
  }

  /** A card is clicked: it is played, or which of its actions is meant is asked. */
  playCard(card: number): void {
    const [first, ...more] = this.plays(card);
    if (!first) return;
    if (more.length === 0) this.submit(first);
    else this.choice.asked = { actions: [first, ...more] };
  }

  submit(action: Offer): void {
    if (this.#astray([action], action.label)) return;
    const grave = this.choice.verbs.some((verb) => verb.verb === action.verb && verb.weight === "grave");
    if (grave || (settings.askFirst && action.leads !== undefined && !this.choice.decision?.chance)) {
      this.choice.asked = null;
      this.card = { kind: "confirm", title: words.sure(action.label), reasons: [], action };
    } else if (this.finger) void this.#touch(action);
    else this.#carryOut(action);
  }

  async #touch(action: Offer): Promise<void> {
    let held = false;
    await this.#do(async () => (held = await this.foresight.holds(action)));
    if (held) this.card = null;
    else this.#carryOut(action);
  }

  #carryOut(action: Offer): void {
    this.choice.asked = null;
    void this.play(action.route ?? action.text);
  }

  clickVerb(verb: string): void {
    if (!this.#mayPoint()) return;
    const known = this.choice.verbs.find((one) => one.verb === verb);
    const led = this.choice.actions.filter((action) => action.verb === verb);
    if (this.#astray(led, known?.title ?? verb)) return;
    const click = this.choice.chooseVerb(verb);
    if (click.kind === "closed" && known?.why) {
      this.card = { kind: "why", title: words.notNow(known.title), reasons: [known.why] };
    } else this.act(click, { verb }, words.notNow(known?.title ?? verb));
  }

  /** Whether a click on what stands in a space means the space: the chosen unit may go there from another one. */
  isGoal(space: string): boolean {
    return this.choice.spaces.has(space) && this.#elsewhere(space);
  }

  #elsewhere(space: string): boolean {
    const { piece } = this.choice;
    return piece !== null && this.#placeOf(piece) !== space;
  }

  #placeOf(piece: string): string | undefined {
    return this.picture?.pieces.find((one) => one.id === piece)?.at;
  }

  /**
   * A click on a unit where it stands: where the chosen one may go there it goes, else this unit is chosen.
   * A lesson may point at this very unit. `shift`: this unit is meant in any case, and goes along with one of its stack.
   */
  clickPiece(piece: string, space: string, shift = false): void {
    if (shift || !this.#elsewhere(space) || this.coach.targets.some(({ id }) => id === piece))
      this.pickPiece(piece, space, shift);
    else if (this.isGoal(space)) this.clickSpace(space);
    else if (this.#leading) void this.#leading.then(() => this.clickPiece(piece, space));
    else this.pickPiece(piece, space);
  }

  /** `together`: the unit goes along with the one chosen in the same space, or stays behind again. */
  pickPiece(piece: string, space: string, together = false): void {
    if (!this.#mayPoint()) return;
    const { choice } = this;
    if ((together || choice.picked !== null) && choice.pick(piece)) {
      this.foresight.touched = this.card = null;
      return;
    }
    if (together && choice.piece !== null && choice.piece !== piece && choice.pieces.has(piece)) {
      if (this.#placeOf(choice.piece) === this.#placeOf(piece)) {
        choice.together(piece);
        return;
      }
    }
    const name = this.pieceName(piece) ?? words.thisUnit;
    if (!this.choice.pieces.has(piece) && this.choice.spaces.has(space)) {
      this.clickSpace(space);
      return;
    }
    // What a finger has shown of another unit is meant no more.
    if (this.foresight.touched?.piece !== piece && this.choice.pieces.has(piece)) this.foresight.touched = null;
    const chosen = this.choice.piece;
    const led = this.choice.byVerb.filter((action) => action.piece === piece);
    if (this.#astray(led, name, { piece })) return;
    const about = chosen !== null && !this.choice.pieces.has(piece) ? { piece: chosen, space } : { piece, space };
    this.act(this.choice.clickPiece(piece), this.#about(about), name);
  }

  clickSpace(space: string): void {
    if (!this.#mayPoint()) return;
    const title = this.model?.spaceName(space) ?? space;
    const chosen = this.choice.piece;
    const led = this.choice.matching.filter((action) => action.space === space);
    if (led.length === 0 && this.#leading) {
      void this.#leading.then(() => this.clickSpace(space));
      return;
    }
    if (this.#astray(led, title, { space })) return;
    const { stretches, bends } = this.choice;
    if (stretches !== null && space !== bends.at(-1) && led.some((offer) => offer.path)) return this.choice.pin(space);
    const click = this.choice.clickSpace(space);
    if (click.kind === "closed" && chosen === null) {
      // It stands for the units in it, where these may be chosen: one of several is picked from the fan.
      const here = this.picture?.pieces.filter(({ id, at }) => at === space && this.choice.pieces.has(id)) ?? [];
      if (here.length === 1) return this.pickPiece(here[0]!.id, space);
      if (here.length > 1) return void (this.card = null);
    }
    this.act(click, this.#about(chosen === null ? { space } : { piece: chosen, space }), title);
  }

  cancel(): boolean {
    const rolls = this.playback.open;
    this.playback.closeRolls();
    if (this.playback.skip()) return true;
    if (this.card) this.card = null;
    else if (this.listOpen) this.listOpen = false;
    else if (this.rulesOpen) this.rulesOpen = false;
    else if (this.foresight.touched) this.foresight.touched = null;
    else return rolls || this.choice.clear();
    return true;
  }

  openClause(id: string): void {
    this.clause = id;
    this.rulesOpen = true;
  }

  async showPly(ply: number | null): Promise<void> {
    if (ply === null) {
      this.past = null;
      return;
    }
    await this.#do(async () => (this.past = await api.at(this.id, ply)));
  }

  async branch(): Promise<void> {
    const from = this.past?.ply;
    if (from === undefined) return;
    await this.#do(async () => go(playAddress((await api.branch(this.id, from)).id)));
  }

  #about(question: Question): Question {
    return this.choice.verb === null ? question : { ...question, verb: this.choice.verb };
  }

  #mayPoint(): boolean {
    this.playback.skip();
    if (this.coach.hushed) this.card = { kind: "why", title: words.readFirst, reasons: [] };
    const may = this.asking && this.humanTurn && !this.busy && !this.coach.hushed;
    if (may) this.playback.closeRolls();
    return may;
  }

  /** States from other tabs and from bots are taken in one by one, each shown before the next, unless many wait. */
  #hear(state: State | undefined): void {
    if (state) this.#heard.push(state);
    if (this.#draining || this.busy) return;
    this.#draining = true;
    void this.#drain().finally(() => (this.#draining = false));
  }

  async #drain(): Promise<void> {
    while (this.#heard.length > 0 && !this.busy) {
      const next = this.#heard.shift()!;
      if (this.state && next.version <= this.state.version) continue;
      try {
        await this.#adopt(next, "", true);
      } catch (error) {
        this.#fail(error);
        return;
      }
      if (this.#heard.length < 8) await this.playback.done;
    }
  }

  /** `heard`: it is not the answer to something done here, but what others did. */
  async #adopt(state: State, back = "", heard = false): Promise<void> {
    const before = this.state;
    if (before && state.version < before.version) return;
    const old = this.log;
    let fresh = state.events;
    const shared = !state.held && Object.values(state.seats).filter((who) => who === "human").length > 1;
    const on = before && state.version === before.version + 1 && state.plies > before.plies;
    if (fresh && !shared && on) this.log = [...old, ...fresh];
    else {
      this.log = (await api.log(this.id)).events;
      fresh ??= back !== "" || this.log.length < old.length ? [] : this.log.slice(old.length);
    }
    if (before && before.plies !== state.plies) this.waitsSince = new Date();
    if (before?.lesson && !state.lesson && this.key === null) this.screen.stay(state);
    this.#take(state);
    this.lookedAt = null;
    this.coach.turn(before, back !== "");
    this.foresight.touched = null;
    if (back !== "") this.foresight.forget(state.plies);
    this.choice.ask(state.decision ?? null);
    if (back) this.playback.rest(state.picture);
    else this.playback.done = this.playback.play(fresh, state.picture, heard);
    const told = fresh.filter((event) => event.text && event.kind !== "chose").slice(-6);
    this.news = back ? `${back} ${state.decision?.prompt ?? ""}` : told.map((event) => event.text).join(" ");
  }

  /** One request at a time; what goes wrong is said in a card, never swallowed. */
  async #do(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    try {
      await work();
    } catch (error) {
      if (error instanceof Refused && error.state) await this.#adopt(error.state);
      this.#fail(error);
    } finally {
      this.busy = false;
      this.#hear(undefined);
      this.#catchUp();
    }
  }

  #fail = (error: unknown): void => {
    if (error instanceof Unreachable) {
      this.down = true;
      return;
    }
    const clauses = error instanceof Refused ? error.clauses : [];
    const text = wordsOf(error);
    this.card = { kind: "refused", title: "", reasons: [{ text, clauses }] };
  };
}
