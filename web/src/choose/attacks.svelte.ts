import { api } from "../api";
import type { Offer, Offers, Overlay } from "../protocol";
import type { Session } from "../table/session.svelte";
import { words } from "../words/side";

/** An attack whose units are in place, until it is declared. */
export interface Plan {
  space: string;
  title: string;
  odds: string;
  way: Offer;
  /** Where its units went, and the turn, the seat and the question in which they did. */
  places: Record<string, string>;
  turn: number;
  seat: string;
  box: string;
}

const KEY = "mamayev.plans.";

/** What can be attacked now, at which odds and for what; and the attacks that are prepared, until they are declared. */
export class Attacks {
  /** Whether the player has opened the list, or closed it. */
  #opened = $state<boolean | null>(null);
  #known = $state.raw<{ version: number; overlay: Overlay } | null>(null);
  #chosen = $state.raw<Record<string, string>>({});
  #plans = $state.raw<Plan[]>([]);

  constructor(private readonly session: Session) {
    try {
      this.#plans = JSON.parse(sessionStorage.getItem(KEY + session.id) ?? "[]") as Plan[];
    } catch {
      this.#plans = [];
    }
  }

  /** The overlay of what the side that decides can attack now. */
  id = $derived.by((): string | null => {
    const { session } = this;
    const side = session.model?.scene.seats.find(({ id }) => id === session.state?.decision?.seat)?.side;
    const found = session.picture?.overlays?.find((one) => one.now && one.asked && one.side === side);
    return session.answering && !session.review.past ? (found?.id ?? null) : null;
  });

  /** Whether the question is what to attack. */
  asked = $derived.by(
    (): boolean => this.session.picture?.overlays?.some(({ id, shown }) => id === this.id && shown) ?? false,
  );

  /** Whether the list is open, and its odds are on the map. Where the question is what to attack, it opens by itself. */
  get open(): boolean {
    return this.#opened ?? this.asked;
  }

  /** A unit that was chosen automatically leaves its room to an opened list. */
  set open(open: boolean) {
    const { stack } = this.session.choosing;
    if (open && stack.kept) stack.choose(null);
    this.#opened = open;
  }

  /** Whether what is shown is of an earlier moment: it is dim and does nothing. */
  stale = $derived.by(() => this.#known !== null && this.#known.version !== this.session.state?.version);

  /** What was last heard of, with the odds that were chosen; null before the first answer. */
  offers = $derived.by((): Offers[] | null =>
    this.id === null || !this.#known ? null : (this.#known.overlay.offers ?? []),
  );

  /** The same as it is drawn on the map. */
  drawn = $derived.by((): Overlay | null => {
    const overlay = this.#known?.overlay;
    if (!overlay || !this.open || this.id !== overlay.id) return null;
    const values: Record<string, string> = {};
    const trades: Overlay["trades"] = {};
    const origins: Record<string, string[]> = {};
    for (const each of overlay.offers ?? []) {
      const way = this.way(each);
      [values[each.space], trades[each.space]] = [way.odds, way.trade];
      origins[each.space] = way.origins ?? [];
    }
    return { ...overlay, values, trades, origins };
  });

  /** The prepared attacks that can still be declared: all their units are where they were sent. */
  planned = $derived.by((): Plan[] => {
    const { picture, decision } = this.session.state ?? {};
    if (!picture || this.id === null) return [];
    const at = new Map(picture.pieces.map((piece) => [piece.id, piece.at]));
    return this.#plans.filter(
      ({ places, turn, seat }) =>
        turn === picture.turn &&
        seat === decision?.seat &&
        Object.entries(places).every(([piece, space]) => at.get(piece) === space),
    );
  });

  /** Those of the question that is asked now. */
  waiting = $derived.by(() => this.planned.filter(({ box }) => box === this.session.state?.decision?.box));

  /** The way to attack that is chosen for a target. */
  way(each: Offers): Offer {
    const odds = this.#chosen[each.space];
    return each.ways.find((way) => way.odds === odds) ?? each.ways[each.best ?? 0]!;
  }

  offer(space: string): Offers | undefined {
    return this.offers?.find((each) => each.space === space);
  }

  /** Ask what can be attacked now; units of attacks that are prepared are not used again. */
  async ask(): Promise<void> {
    const { session, id } = this;
    const version = session.state?.version;
    if (id === null || version === undefined) return;
    const apart = this.waiting.flatMap(({ way }) => [...(way.pieces ?? []), ...(way.against ?? [])]);
    const overlay = await api.overlay(session.id, id, apart);
    if (session.state?.version === version) this.#known = { version, overlay };
  }

  /** Forget what was heard of: the question has ended, and the next one is about other units. */
  forget(): void {
    this.#known = null;
  }

  /** Open the list, and wait for it. */
  async show(): Promise<void> {
    this.open = true;
    await this.ask();
  }

  /** The odds of an attack, a column higher or lower. */
  step(space: string, by: number): void {
    const each = this.offer(space);
    if (!each || this.stale) return;
    const next = each.ways[each.ways.indexOf(this.way(each)) + by];
    if (next) this.#chosen = { ...this.#chosen, [space]: next.odds };
  }

  /** Make an attack at the odds that are chosen, with no unit more than they need. */
  async make(space: string): Promise<void> {
    const { session } = this;
    const each = this.offer(space);
    const { decision, picture, version } = session.state ?? {};
    if (!each || this.stale || !decision || !picture) return;
    const way = this.way(each);
    const draft = way.draft ?? [];
    if (draft.length) {
      await session.play(draft);
      if (session.state?.version === version) return;
    }
    if (!way.later?.length) return;
    const at = new Map(session.state!.picture.pieces.map((piece) => [piece.id, piece.at]));
    const places = Object.fromEntries((way.pieces ?? []).map((piece) => [piece, at.get(piece) ?? ""]));
    const { title } = each;
    this.#keep([
      ...this.planned,
      { space, title, odds: way.odds, way, places, turn: picture.turn ?? 0, seat: decision.seat, box: decision.box },
    ]);
  }

  /** Take back a prepared attack: its units return, the others stay. */
  async takeBack(plan: Plan): Promise<void> {
    const { session } = this;
    for (const piece of Object.keys(plan.places).reverse()) {
      const to = session.state?.undo.pieces?.[piece];
      if (to !== undefined) await session.review.takeBack(to);
    }
    this.#keep(this.#plans.filter((one) => one !== plan));
  }

  /** Make a prepared attack again at the next odds: units that these do not need go back. */
  async again(plan: Plan, by: number): Promise<void> {
    await this.takeBack(plan);
    await this.ask();
    const each = this.offer(plan.space);
    const index = each?.ways.findIndex(({ odds }) => odds === plan.odds) ?? -1;
    const next = each?.ways[Math.min(Math.max(index + by, 0), each.ways.length - 1)];
    if (!each || !next) return;
    this.#chosen = { ...this.#chosen, [plan.space]: next.odds };
    await this.make(plan.space);
  }

  /** When the question for it has come, declare what was prepared; the last attack stays open. */
  async declare(): Promise<void> {
    const { session } = this;
    const box = session.state?.decision?.box;
    const due = this.planned.filter((plan) => plan.box !== box);
    if (due.length === 0 || session.state?.lesson) return;
    this.#keep([]);
    for (const [index, plan] of due.entries()) {
      const later = plan.way.later ?? [];
      const before = session.state?.version;
      await session.play(index === due.length - 1 ? later.slice(0, -1) : later);
      if (session.state?.version !== before) continue;
      const reasons = session.card?.reasons ?? [];
      session.card = { kind: "refused", title: words.notDeclared(plan.title), reasons };
    }
  }

  #keep(plans: Plan[]): void {
    this.#plans = plans;
    try {
      sessionStorage.setItem(KEY + this.session.id, JSON.stringify(plans));
    } catch {
      // A browser that keeps nothing knows them until the page is closed.
    }
  }
}
