import { api, Refused, wordsOf } from "../api";
import { Trace } from "../board/hand/trace.svelte";
import type { Arrow } from "../protocol";
import type { Drafting } from "../table/context";
import type { Session } from "../table/session.svelte";
import { words } from "../words/orders";
import {
  allOf,
  changed,
  isPlaces,
  orderOf,
  placesOf,
  rowsOf,
  saidOf,
  TOOLS,
  valueOf,
  withValue,
  type Row,
} from "./fields";
import type {
  CommandNow,
  Counsel,
  Forecast,
  Kept,
  Objection,
  OrderField,
  Orders,
  OrderSheet,
  Plan,
  Situation,
  Stop,
  Value,
} from "./forms";
import { toggled, traced } from "./places";
import { aloud } from "./reading";

/** Milliseconds after the last change until a forecast is asked for, and until it is read aloud. */
const SETTLED = 300;
const READ = 1000;
/** How many times the turn is played for a first forecast, and for the one that stays. */
const FEW = 30;
export const PLAYS = 200;
/** How many other plans are shown together. */
const PLANS = 2;
/** Milliseconds between two looks at the staff on a shared screen. */
const PEEK = 1500;

export type SheetParts = typeof import("./sheet");
export type Tool = "arrow" | "line" | "stand" | "erase";

interface Draft {
  turn: string;
  orders: Orders;
}

/** The player's desk: the sheet of orders, what is drawn of it on the map, its forecast, and the staff's work. */
export class Desk implements Drafting {
  sheet = $state.raw<OrderSheet | null>(null);
  /** The components of the sheet, once it has been opened. */
  parts = $state.raw<SheetParts | null>(null);
  open = $state(false);
  orders = $state.raw<Orders>({});
  /** Why the sheet, the last change or the staff failed. */
  problem = $state("");
  forecast = $state.raw<Forecast | null>(null);
  /** Whether the forecast is that of earlier orders. */
  stale = $state(false);
  /** Whether a forecast is being worked out. */
  thinking = $state(false);
  /** How many times the turn has been played for the forecast that is being worked out. */
  plays = $derived.by(() => Math.max(this.forecast?.plays ?? 0, Math.round((this.session.thought ?? 0) * this.#of)));
  #of = $state(0);
  /** What is read aloud of it. */
  spoken = $state("");
  /** The row that tools draw for. */
  row = $state(0);
  tool = $state<Tool | null>(null);
  /** The field that clicks on the map fill, without a tool. */
  aim = $state<string | null>(null);
  /** The first of two spaces that are chosen one after the other. */
  start = $state<string | null>(null);
  /** From where arrows were drawn, by field and space. */
  origins = $state.raw<Record<string, Record<string, string>>>({});
  situation = $state.raw<Situation | null>(null);
  /** Other plans with their forecasts, while the player looks at them. */
  counsel = $state.raw<Counsel[] | null>(null);
  /** Whether the answer to a stop holds from now on. */
  rule = $state(false);
  #counseled = 0;
  /** The stop that the player has taken over by hand, and the report that was closed. */
  #left = $state.raw<{ stop: string; report: string }>({ stop: "", report: "" });
  /** The orders before each change. */
  #history: Orders[] = [];
  readonly #trace = new Trace();
  #settling: ReturnType<typeof setTimeout> | undefined;
  #peeking: ReturnType<typeof setTimeout> | undefined;
  #reading: ReturnType<typeof setTimeout> | undefined;
  #foreseeing: AbortController | null = null;
  #told: Forecast | null = null;
  #asked = "";
  /** Whether the orders are on their way to the server. */
  #sending = false;

  rows = $derived<Row[]>(rowsOf(this.sheet?.fields ?? []));
  before = $derived(this.sheet?.before ?? {});
  changes = $derived(new Set(changed(this.sheet?.fields ?? [], this.orders, this.before).map(({ name }) => name)));
  /** Those of the newest forecast, or of the sheet until there is one. */
  objections = $derived<Objection[]>((this.stale ? null : this.forecast)?.objections ?? this.sheet?.objections ?? []);
  /** The tools that this game's orders can be drawn with. */
  tools = $derived.by<Tool[]>(() => {
    const kinds = new Set(
      (this.sheet?.fields ?? []).filter(isPlaces).map(({ kind }) => TOOLS[kind as keyof typeof TOOLS]),
    );
    const drawn = (["arrow", "line", "stand"] as const).filter((tool) => kinds.has(tool));
    return drawn.length ? [...drawn, "erase"] : [];
  });
  /** Arrows on the map: those of the forecast, or those drawn until it comes. */
  arrows = $derived.by<Arrow[]>(() => {
    if (!this.open) return [];
    const drawn = Object.entries(this.origins).flatMap(([field, origins]) => {
      const spaces = this.orders[field];
      return Object.entries(origins).flatMap(([to, from]) =>
        Array.isArray(spaces) && spaces.includes(to) ? [{ kind: spaces[0] === to ? "attack" : "later", from, to }] : [],
      );
    });
    const foreseen = this.stale ? [] : (this.forecast?.arrows ?? []);
    return [...foreseen, ...drawn.filter(({ to }) => foreseen.every((one) => one.to !== to))];
  });

  command = $derived.by<CommandNow | null>(() => this.session.state?.command ?? null);
  /** Whether orders can be given now: this person decides for a seat that takes them. */
  offered = $derived.by(() => {
    const { answering, state } = this.session;
    const { decision } = state ?? {};
    return answering && this.command !== null && !!decision && !decision.chance && decision.window === undefined;
  });
  carrying = $derived.by(() => this.command?.carrying === true && this.session.state?.over !== true);
  stop = $derived.by<Stop | null>(() => {
    const stop = this.offered ? (this.command?.stop ?? null) : null;
    return stop && JSON.stringify(stop) !== this.#left.stop ? stop : null;
  });
  /** What became of the last orders, until the player begins the next turn. */
  report = $derived.by<Kept[] | null>(() => {
    const report = this.offered && !this.stop ? (this.command?.report ?? []) : [];
    return report.length > 0 && this.#reportKey !== this.#left.report ? report : null;
  });
  #reportKey = $derived.by(() => `${this.session.state?.viewer} ${JSON.stringify(this.command?.report)}`);

  constructor(
    readonly session: Session,
    private readonly load = (): Promise<SheetParts> => import("./sheet"),
  ) {
    this.#left = this.#read("left", this.#left);
  }

  /** The name of a space on this map, or its number. */
  name = (space: string): string => this.session.model?.placeName(space) ?? space;

  fieldOf(name: string): OrderField | undefined {
    return this.sheet?.fields.find((field) => field.name === name);
  }

  /** A change of the orders, such as a cure, in words: the title of its field, and its value. */
  saidOf(change: unknown): { title: string; value: string; staffs: boolean } | null {
    const [name, value] = Object.entries((change ?? {}) as Orders)[0] ?? [];
    const field = name === undefined ? undefined : this.fieldOf(name);
    if (!field || value === undefined) return null;
    const staffs = JSON.stringify(value) === JSON.stringify(field.default);
    const said = saidOf(field, { [field.name]: value }, this.name);
    return { title: field.title, value: staffs ? words.asStaff.toLowerCase() : said || words.none, staffs };
  }

  /** An order of the last turn in words: its row, its title and its value. */
  orderOf(name: string): string {
    const field = this.fieldOf(name);
    return field && this.sheet ? orderOf(field, this.sheet.orders, this.name) : "";
  }

  /** The title of the row that a field is in, or that of the field if it is about everything. */
  placeOf(name: string): string {
    const field = this.fieldOf(name);
    return field?.group || field?.title || "";
  }

  /** Handle a change of the table: the sheet closes when the table asks something else, or another seat. */
  look(): void {
    if (this.open && !this.offered) this.close();
    if (this.carrying && (this.#left.stop || this.#left.report)) this.#setLeft({ stop: "", report: "" });
    if (!this.stop) this.rule = false;
    if ((this.stop || this.report) && this.sheet === null)
      void api.orders(this.session.id).then((sheet) => (this.sheet ??= sheet), this.session.link.fail);
    if (this.report) void this.#fetchSituation();
    else this.situation = null;
  }

  async begin(): Promise<void> {
    if (!this.offered || this.open) return;
    this.session.card = null;
    this.session.choosing.clear();
    this.problem = "";
    await this.session.link.request(async () => {
      const [parts, sheet] = await Promise.all([this.load(), api.orders(this.session.id)]);
      this.parts = parts;
      this.#take(sheet);
      this.#shut();
      this.#leave();
      this.session.drafting = this;
      this.open = true;
      this.#ask(0);
    });
  }

  /** Take a sheet: the draft that this tab keeps of its turn, or the orders on it. */
  #take(sheet: OrderSheet): void {
    this.sheet = sheet;
    const kept = this.#read<Draft | null>(sheet.seat, null);
    this.orders = kept?.turn === sheet.turn ? kept.orders : sheet.orders;
    this.counsel = this.forecast = null;
    this.#history = [];
    this.row = 0;
  }

  #shut(): void {
    this.tool = this.aim = this.start = null;
    this.#trace.cancel();
  }

  /** Close the sheet: the player plays by hand. The draft stays. */
  close(): void {
    this.open = false;
    this.#shut();
    if (this.session.drafting === this) this.session.drafting = null;
    this.endForecast();
    clearTimeout(this.#settling);
    clearTimeout(this.#reading);
  }

  /** Escape closes the tool, then the sheet; returns whether there was anything to close. */
  escape(): boolean {
    if (!this.open) return false;
    if (this.tool || this.aim || this.start) this.#shut();
    else this.close();
    return true;
  }

  // ------------------------------------------------------------------ changes

  set(field: OrderField, value: Value): void {
    this.#change(withValue(this.orders, field, value));
  }

  reset(field: OrderField): void {
    this.set(field, field.default);
  }

  /** Leave everything to the staff. */
  resetAll(): void {
    this.#change({});
  }

  cure(objection: Objection): void {
    let orders = this.orders;
    for (const [name, value] of Object.entries((objection.cure ?? {}) as Orders)) {
      const field = this.fieldOf(name);
      if (field) orders = withValue(orders, field, value);
    }
    this.#change(orders);
  }

  /** Take the orders of another plan. */
  follow(plan: Plan): void {
    this.counsel = null;
    this.#change(plan.orders);
  }

  undo(): void {
    const before = this.#history.pop();
    if (before) this.#adopt(before);
  }

  #change(orders: Orders): void {
    if (JSON.stringify(orders) === JSON.stringify(this.orders)) return;
    this.#history.push(this.orders);
    this.#adopt(orders);
  }

  #adopt(orders: Orders): void {
    this.orders = orders;
    this.problem = "";
    this.#keep(this.sheet!.seat, { turn: this.sheet!.turn, orders });
    this.#ask(SETTLED);
  }

  // ------------------------------------------------------------------ forecast

  #ask(wait: number): void {
    clearTimeout(this.#settling);
    clearTimeout(this.#reading);
    this.endForecast();
    this.stale = this.forecast !== null;
    this.thinking = true;
    this.#settling = setTimeout(() => void this.#foresee(), wait);
  }

  /** Keep what is known of the forecast. */
  endForecast(): void {
    this.#foreseeing?.abort();
    this.#foreseeing = null;
    this.thinking = false;
  }

  /** Ask for a first forecast, and then for one of more plays; when the sheet opens, for what is meant at once. */
  async #foresee(): Promise<void> {
    const asked = (this.#foreseeing = new AbortController());
    const { id } = this.session;
    this.thinking = true;
    try {
      for (const plays of [...(this.forecast ? [] : [0]), FEW, PLAYS]) {
        this.#of = plays;
        const forecast = await this.#current((version) => api.forecast(id, version, this.orders, plays, asked.signal));
        if (asked.signal.aborted) return;
        this.forecast = forecast;
        this.stale = false;
        this.#readAloud();
      }
    } catch (error) {
      if (asked.signal.aborted) return;
      this.problem = wordsOf(error);
    }
    this.thinking = false;
  }

  #readAloud(): void {
    clearTimeout(this.#reading);
    this.#reading = setTimeout(() => {
      if (!this.forecast) return;
      this.spoken = aloud(this.forecast, this.#told);
      this.#told = this.forecast;
    }, READ);
  }

  /** Show the next of the other plans with their forecasts, the staff's next best one first; after the last, none. */
  async counselNext(): Promise<void> {
    const second = this.stale ? null : (this.forecast?.second as Plan | null | undefined);
    const known = new Set([JSON.stringify(this.orders)]);
    const plans = [...(second ? [second] : []), ...(this.sheet?.plans ?? [])].filter(({ orders }) => {
      const isNew = !known.has(JSON.stringify(orders));
      known.add(JSON.stringify(orders));
      return isNew;
    });
    const from = this.counsel === null ? 0 : this.#counseled;
    const shown = plans.slice(from, from + PLANS);
    this.#counseled = from + PLANS;
    this.counsel = shown.length ? shown.map((plan) => ({ ...plan, forecast: null })) : null;
    for (const plan of shown) {
      const asked = this.counsel;
      try {
        const { signal } = new AbortController();
        const { id } = this.session;
        const forecast = await this.#current((version) => api.forecast(id, version, plan.orders, FEW, signal));
        if (this.counsel !== asked || asked === null) return;
        this.counsel = asked.map((one) => (one.title === plan.title ? { ...one, forecast } : one));
      } catch (error) {
        this.problem = wordsOf(error);
        this.counsel = null;
        return;
      }
    }
  }

  /** The units that the player has moved in this turn. */
  movedByPlayer = $derived(
    Object.entries(this.sheet?.by_hand ?? {}).map(([piece, ply]) => ({
      piece,
      ply,
      name: this.session.pieceName(piece) ?? piece,
      space: this.session.picture?.pieces.find(({ id }) => id === piece)?.at,
    })),
  );

  /** Undo the player's own move of a unit, so that the staff can move it. */
  async giveBack(ply: number): Promise<void> {
    await this.session.review.takeBack(ply);
    await this.session.link.request(async () => {
      this.sheet = await api.orders(this.session.id);
      this.#ask(0);
    });
  }

  // ------------------------------------------------------------------ the staff

  /** Give the orders, and let the staff carry them out. What the page is asked meanwhile is waited for. */
  async carryOut(goOn: string[] = []): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    const { link } = this.session;
    await link.idle();
    await link.change(async () => {
      try {
        await this.#current((version) => this.#carryOut(version, goOn));
      } catch (error) {
        if (!(error instanceof Refused) || error.state || !this.open) throw error;
        this.problem = error.message;
      }
    });
    this.#sending = false;
    await this.#peek();
  }

  async #carryOut(version: number, goOn: string[]): Promise<void> {
    const { id } = this.session;
    if (this.open) this.sheet = await api.giveOrders(id, version, this.orders);
    this.#keep(this.sheet?.seat ?? "", null);
    this.sheet = await api.carryOut(id, version, goOn);
    this.close();
  }

  /**
   * Send something with the version that the page shows. If the server is ahead, catch up and send it again, as long as
   * the same turn asks for it.
   */
  async #current<Form>(work: (version: number) => Promise<Form>): Promise<Form> {
    const { session } = this;
    const { version, picture } = session.state!;
    try {
      return await work(version);
    } catch (error) {
      if (!(error instanceof Refused) || !error.state) throw error;
      await session.link.adopt(error.state);
      if (!this.offered || picture.turn !== error.state.picture.turn) throw error;
      return await this.#current(work);
    }
  }

  /** Let the staff continue after a stop. If the answer holds from now on, the orders are changed. */
  async goOn(): Promise<void> {
    const { stop, session } = this;
    if (!stop) return;
    const { cure } = stop;
    if (this.rule && cure && this.sheet) {
      const orders = { ...this.sheet.orders, ...(cure as Orders) };
      await session.link.request(async () => {
        this.sheet = await this.#current((version) => api.giveOrders(session.id, version, orders));
      });
    }
    await this.carryOut(stop.field ? [stop.field] : []);
  }

  /** On a shared screen, nothing is heard of what only one seat may know: it has to be asked for. */
  async #peek(): Promise<void> {
    clearTimeout(this.#peeking);
    const { state, link } = this.session;
    if (!state?.secrets || state.held) return;
    await link.refresh();
    if (this.carrying) this.#peeking = setTimeout(() => void this.#peek(), PEEK);
  }

  /** Take the seat back from the staff. */
  async stopStaff(): Promise<void> {
    const { link, id } = this.session;
    if (this.carrying) await link.request(() => api.endCarrying(id));
    await this.#peek();
  }

  /** Continue by hand after a stop or a report. */
  byHand(): void {
    this.#leave();
  }

  async sameAgain(): Promise<void> {
    this.#leave();
    await this.carryOut();
  }

  #leave(): void {
    this.#setLeft({ stop: JSON.stringify(this.command?.stop ?? null), report: this.#reportKey });
  }

  #setLeft(left: { stop: string; report: string }): void {
    this.#left = left;
    this.#keep("left", left);
  }

  async #fetchSituation(): Promise<void> {
    const key = this.#reportKey;
    if (this.#asked === key && this.situation) return;
    this.#asked = key;
    try {
      const situation = await api.situation(this.session.id);
      if (this.#asked === key) this.situation = situation;
    } catch (error) {
      this.session.link.fail(error);
    }
  }

  // ------------------------------------------------------------------ on the map

  get holds(): boolean {
    return this.#trace.holds;
  }

  /** The spaces under the pointer that draws, for the map. */
  get tracing(): string[] {
    const { passed } = this.#trace;
    return passed.length || !this.start ? passed : [this.start];
  }

  take(tool: Tool | null): void {
    this.#shut();
    this.tool = tool;
  }

  aimAt(field: OrderField | null): void {
    this.#shut();
    this.aim = field?.name ?? null;
  }

  /** The field that a tool draws: that of the row in use, or else the first one. */
  #drawn(tool: Tool): OrderField | undefined {
    const fits = (field: OrderField): boolean => isPlaces(field) && TOOLS[field.kind as keyof typeof TOOLS] === tool;
    const now = this.rows[this.row];
    const found = now ? allOf(now).find(fits) : undefined;
    return found ?? this.sheet?.fields.find(fits);
  }

  press(event: PointerEvent, board: HTMLElement, space: string | null): void {
    const draws = this.tool === "arrow" || this.tool === "line";
    this.#trace.press(event, board, draws ? space : null);
  }

  move(event: PointerEvent, space: string | null): boolean {
    return this.#trace.move(event, space);
  }

  drop(event: PointerEvent): void {
    const passed = this.#trace.drop(event);
    if (passed) this.#draw(passed);
  }

  cancel(): boolean {
    return this.#trace.cancel();
  }

  tap(space: string): void {
    if (this.#trace.swallows) return;
    const { tool, start } = this;
    const aimed = this.aim === null ? undefined : this.fieldOf(this.aim);
    if (tool === "erase") this.#erase(space);
    else if (tool === "stand" || aimed) this.#toggle(aimed ?? this.#drawn("stand"), space);
    else if (tool && start === null) this.start = space;
    else if (tool && start !== null) {
      this.start = null;
      this.#draw([start, space]);
    }
  }

  #draw(passed: string[]): void {
    const field = this.#drawn(this.tool!);
    const [from, to] = [passed[0]!, passed.at(-1)!];
    if (!field || !this.session.model) return;
    if (this.tool === "line") {
      const line = traced(this.session.model, passed);
      if (line.length > (field.most ?? Infinity)) this.#full(field);
      else this.set(field, line);
      return;
    }
    if (from !== to) this.origins = { ...this.origins, [field.name]: { ...this.origins[field.name], [to]: from } };
    if (!placesOf(field, this.orders).includes(to)) this.#toggle(field, to);
  }

  #toggle(field: OrderField | undefined, space: string): void {
    if (!field) return;
    const spaces = toggled(field, placesOf(field, this.orders), space);
    if (spaces) this.set(field, spaces);
    else this.#full(field);
  }

  /** Take a space off every order. */
  #erase(space: string): void {
    let { orders } = this;
    for (const field of (this.sheet?.fields ?? []).filter(isPlaces)) {
      const value = valueOf(field, orders);
      if (Array.isArray(value))
        orders = withValue(
          orders,
          field,
          value.filter((one) => one !== space),
        );
    }
    this.#change(orders);
  }

  #full(field: OrderField): void {
    this.problem = `${field.title}: ${words.fullPlaces(field.most!)}`;
  }

  // ------------------------------------------------------------------ what this tab keeps

  #read<Form>(what: string, otherwise: Form): Form {
    try {
      return (JSON.parse(sessionStorage.getItem(this.#place(what)) ?? "null") as Form | null) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  #keep(what: string, kept: unknown): void {
    try {
      sessionStorage.setItem(this.#place(what), JSON.stringify(kept));
    } catch {
      return; // without storage, a reloaded page shows the orders that were given last
    }
  }

  #place(what: string): string {
    return `mamayev.orders.${this.session.id}.${what}`;
  }
}
