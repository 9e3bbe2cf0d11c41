import type { Choice, Decision, Verb } from "../protocol";
import { Path } from "./path.svelte";
import { Picked } from "./picked.svelte";
import { Stack } from "./stack.svelte";

export type Click =
  { kind: "play"; action: Choice } | { kind: "ask"; actions: Choice[] } | { kind: "chosen" } | { kind: "closed" };

/** Up to this many choices are shown as cards. */
const FEW = 6;
/** Milliseconds for which a new question takes no click: that was meant for the one before. */
const DEAF = 300;

/** What the player has pointed at so far, and the legal actions that are left. */
export class Choosing {
  decision = $state.raw<Decision | null>(null);
  verb = $state<string | null>(null);
  readonly stack = new Stack();
  readonly path = new Path(this.stack);
  readonly picked = new Picked(this);
  /** Whether what a click means has just changed by itself. */
  deaf = $state(false);
  #hears: ReturnType<typeof setTimeout> | undefined;
  /** Actions between which the last click could not decide, and the space or piece they belong to. */
  asked = $state.raw<{ actions: Choice[]; space?: string; piece?: string } | null>(null);

  actions = $derived<Choice[]>(this.decision?.actions ?? []);
  byVerb = $derived(this.verb === null ? this.actions : this.actions.filter((action) => action.verb === this.verb));
  /** Verbs beside the question, such as a purchase. The map means them only once they are pressed. */
  #aside = $derived(
    new Set((this.decision?.verbs ?? []).flatMap((verb) => (verb.weight === "optional" ? [verb.verb] : []))),
  );
  matching = $derived.by(() => {
    const { piece, also } = this.stack;
    if (piece === null) return this.byVerb;
    const { led, bends } = this.path;
    if (led !== null) return led.filter((action) => this.verb === null || action.verb === this.verb);
    return also.length > 0 || bends.length > 0 ? [] : this.byVerb.filter((action) => action.piece === piece);
  });
  /** Whether all legal actions are known. On a long front, those of a piece are requested when it is chosen. */
  listed = $derived(this.decision?.listed ?? true);
  pieces = $derived(
    new Set(
      this.listed
        ? this.byVerb.flatMap((action) => (action.piece === undefined ? [] : [action.piece]))
        : (this.decision?.pieces ?? []),
    ),
  );
  /** What is open at any decision is not part of this one. If it is closed, nothing is said about it. */
  verbs = $derived<Verb[]>((this.decision?.verbs ?? []).filter((verb) => verb.open || verb.standing !== true));
  /** Verbs that apply to all units of a space. */
  #wholes = $derived(new Set(this.verbs.flatMap((verb) => (verb.whole && verb.open ? [verb.verb] : []))));
  /**
   * The verb that is meant without being pressed: the only open one, besides those that end the step, are beside the
   * question or are grave; if all choices are spaces, the one with the fewest.
   */
  meant = $derived.by<string | null>(() => {
    if (this.verb !== null) return this.verb;
    const weight = new Map(this.verbs.map((verb) => [verb.verb, verb.weight ?? "normal"]));
    const open = new Set(
      this.listed ? this.actions.map((action) => action.verb) : this.verbs.flatMap((v) => (v.open ? [v.verb] : [])),
    );
    const usual = [...open].filter((verb) => (weight.get(verb) ?? "normal") === "normal");
    if (usual.length <= 1) return usual[0] ?? null;
    if (!this.listed || this.actions.some((action) => action.piece !== undefined)) return null;
    const spaces = (verb: string): number =>
      new Set(this.actions.flatMap((action) => (action.verb === verb && action.space ? [action.space] : []))).size;
    const onMap = usual.filter((verb) => spaces(verb) > 0);
    return onMap.sort((one, other) => spaces(one) - spaces(other))[0] ?? null;
  });

  /**
   * What each unit does when it is clicked, if no unit can do two things: every open verb that continues the step
   * names one unit and no space, or units join in one space and leave it again.
   */
  pointing = $derived.by<Map<string, Choice>>(() => {
    const beside = this.verbs.filter((verb) => (verb.weight ?? "normal") !== "normal" || verb.whole);
    const ends = new Set(beside.map((verb) => verb.verb));
    const usual = this.listed ? this.byVerb.filter((action) => !ends.has(action.verb)) : [];
    const units = usual.filter((action) => action.piece !== undefined);
    const found = new Map(units.map((action) => [action.piece!, action]));
    const spaces = new Set(units.map((action) => action.space));
    const alike = spaces.has(undefined) && (spaces.size === 2 || (spaces.size === 1 && units.length === usual.length));
    return alike && found.size === units.length ? found : new Map<string, Choice>();
  });

  /**
   * Spaces that can be clicked now: those of the chosen piece or of the meant verb. With several verbs open and none
   * pressed, units come first, and beside them the targets of the only verb that names a space and no unit. If no unit
   * can be chosen, all possible spaces light up.
   */
  spaces = $derived.by(() => {
    let lit = this.matching.filter((action) => this.#isMeant(action));
    if (this.stack.piece === null) {
      lit = lit.filter((action) => action.piece === undefined && action.space !== undefined);
      if (this.meant !== null) lit = lit.filter((action) => action.verb === this.meant);
      else if (this.pieces.size > 0 && new Set(lit.map((action) => action.verb)).size > 1) lit = [];
    }
    return new Set(lit.flatMap((action) => (action.space === undefined ? [] : [action.space])));
  });

  titleOf(verb: string): string {
    return this.verbs.find((one) => one.verb === verb)?.title ?? verb;
  }

  /** Verbs that are shown as chips, numbered. The broad button is below, and surrender is in the menu. */
  chips = $derived(
    this.verbs.filter((verb) => verb.weight !== "main" && !(verb.standing === true && verb.weight === "grave")),
  );
  /** The targets of each declared battle: choosing any of them is one choice. */
  battles = $state.raw<string[][]>([]);
  /** Whether attacks are being declared: units are then clicked on the map, however few can be. */
  declares = $state(false);
  /** For each card, the first card with the same words. */
  alike = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** The choices of the usual verbs, if they are listed; of a declared battle and of equal cards, only one. */
  #usual = $derived.by<Choice[]>(() => {
    const usual = new Set(this.chips.flatMap((verb) => (this.#aside.has(verb.verb) ? [] : [verb.verb])));
    if (!this.listed) return [];
    return this.once(this.actions.filter((action) => usual.has(action.verb) && !this.#again(action)));
  });
  /** The choices of a question that is only about which declared battle is next. */
  next = $derived.by<Choice[]>(() => {
    const battles = new Set(this.battles.flat());
    const verbs = new Set(this.#usual.map(({ verb }) => verb));
    const about = verbs.size === 1 && this.#usual.every(({ piece }) => piece !== undefined && battles.has(piece));
    return about ? this.#usual : [];
  });
  /**
   * If a decision is between a few things, they are shown as cards with their consequences, in place of chips. A unit
   * that goes somewhere is chosen on the map.
   */
  cards = $derived.by<Choice[]>(() => {
    const clicked = this.declares && this.#usual.every(({ piece }) => piece !== undefined);
    const few = this.#usual.length <= FEW && this.verb === null && !clicked;
    return few && this.#usual.every((action) => action.piece === undefined || action.space === undefined)
      ? this.#usual
      : [];
  });
  /** Choices without those that only do with an equal card what one before them does. Those without effect come last. */
  once(choices: Choice[]): Choice[] {
    const seen = new Set<string>();
    const sorted = [...choices].sort((one, other) => Number(!!one.vain) - Number(!!other.vain));
    return sorted.filter(({ verb, card, nouns = [], text }) => {
      const [, ...others] = nouns;
      const same =
        card === undefined ? text : [verb, this.alike.get(card) ?? card, ...others.map(({ id }) => id)].join();
      return seen.size < seen.add(same).size;
    });
  }
  /** Whether a choice is about a battle that another one before it is about. */
  #again({ verb, piece }: Choice): boolean {
    const battle = piece === undefined ? undefined : this.battles.find((units) => units.includes(piece));
    const first = battle && this.actions.find((one) => one.verb === verb && one.piece && battle.includes(one.piece));
    return first !== undefined && first.piece !== piece;
  }

  /** The chips that are shown. Beside cards, these are only purchases, and closed verbs with the reason. */
  beside = $derived(
    this.cards.length > 0 ? this.chips.filter((verb) => !verb.open || this.#aside.has(verb.verb)) : this.chips,
  );

  /**
   * The units that a question is about, if it only asks where they go. If there are too many choices to list, that is
   * the case with a single verb, because no game has that many units.
   */
  goers = $derived.by<Set<string>>(() => {
    const usual = this.verbs.filter(({ open, weight = "normal" }) => open && weight === "normal");
    if (!this.listed) return new Set(usual.length === 1 ? this.decision?.pieces : []);
    const verbs = new Set(usual.map(({ verb }) => verb));
    const actions = this.actions.filter(({ verb }) => verbs.has(verb));
    const goes = actions.every(({ piece, space }) => piece !== undefined && space !== undefined);
    return new Set(goes ? actions.map(({ piece }) => piece!) : []);
  });

  /** A new question about where one unit goes chooses that unit at once. */
  #alone(): string | null {
    const [only, ...more] = this.goers;
    return more.length === 0 ? (only ?? null) : null;
  }

  #isMeant(action: Choice): boolean {
    return action.verb === this.verb || !this.#aside.has(action.verb);
  }

  /** What a click means changes by itself: for a moment none counts. */
  deafen(): void {
    clearTimeout(this.#hears);
    this.deaf = true;
    this.#hears = setTimeout(() => (this.deaf = false), DEAF);
  }

  ask(decision: Decision | null): void {
    const open = (verb: string): boolean =>
      decision?.actions.some((action) => action.verb === verb) === true ||
      decision?.verbs?.some((known) => known.verb === verb && known.open) === true;
    const same = decision?.box === this.decision?.box && decision?.seat === this.decision?.seat;
    const before = this.decision;
    if (before && decision && (!same || before.prompt !== decision.prompt)) this.deafen();
    this.decision = decision;
    this.asked = null;
    this.stack.alone();
    this.picked.units = null;
    this.path.clear();
    // A purchase is made once. The next one must be selected again.
    if (!same || this.verb === null || !open(this.verb) || this.#aside.has(this.verb)) this.verb = null;
    // The selection stays while the unit can still continue.
    const { stack } = this;
    stack.kept = same && stack.piece !== null && this.pieces.has(stack.piece);
    if (!stack.kept) stack.piece = same ? null : this.#alone();
  }

  /** Store what the units that were chosen, and pinned to a path, at the time of the request may do. */
  lead(units: string[], bends: string[], choices: Choice[]): void {
    if (!this.path.lead(units, bends, choices)) return;
    const [piece, ...also] = units;
    const asks = !this.listed || also.length > 0;
    // What cannot be done together is not offered, so the others stay behind.
    if (also.length > 0 && choices.length === 0) return this.stack.part();
    if (asks && piece !== undefined && choices.length > 0 && choices.every((one) => one.space === undefined))
      this.asked = { actions: choices, piece };
  }

  /** Pin the path by which the chosen units reach a space. */
  pin(space: string): void {
    const way = this.matching.find((choice) => choice.space === space)?.path;
    if (way) this.path.pin(space, way);
  }

  /**
   * Those units of a stack that may go along with one of its units: they share a destination, as far as that is known.
   */
  companions(piece: string, stack: string[]): string[] {
    const goals = (unit: string): string[] =>
      this.byVerb.flatMap((action) =>
        action.piece === unit && action.space !== undefined ? [`${action.verb} ${action.space}`] : [],
      );
    const own = new Set(goals(piece));
    const along = (unit: string): boolean => goals(unit).some((goal) => own.has(goal));
    return stack.filter(
      (unit) => unit !== piece && this.pieces.has(unit) && !this.stack.isApart(unit) && (!this.listed || along(unit)),
    );
  }

  /** Choose a unit together with others of its stack. */
  chooseStack(piece: string, others: string[]): void {
    this.asked = null;
    this.stack.choose(piece, others);
  }

  /**
   * Whether a click on a unit means all units of its space: an open verb applies to these, and no unit is chosen or
   * named.
   */
  meansWhole(piece: string, space: string): boolean {
    const alone = this.stack.piece === null && this.picked.units === null;
    return (
      alone &&
      this.byVerb.some((action) => action.space === space && this.#wholes.has(action.verb)) &&
      this.byVerb.every((action) => action.piece !== piece || action.space === undefined)
    );
  }

  /** Let another unit of the stack go along, or stay behind. */
  together(unit: string): void {
    this.asked = null;
    this.stack.together(unit);
  }

  /** Undo the last click, and return whether there was one. */
  clear(): boolean {
    const { stack, picked } = this;
    if (this.asked) this.asked = null;
    else if (picked.units !== null) picked.units = null;
    else if (this.path.unpin()) return true;
    else if (stack.also.length > 0) stack.also = [];
    else if (stack.piece !== null) stack.piece = null;
    else if (this.verb !== null) this.verb = null;
    else return false;
    return true;
  }

  chooseVerb(verb: string): Click {
    this.asked = null;
    this.picked.units = null;
    this.stack.piece = null;
    this.stack.also = [];
    const actions = this.actions.filter((action) => action.verb === verb);
    const elsewhere = !this.listed && this.verbs.some((known) => known.verb === verb && known.open);
    if (actions.length === 0 && !elsewhere) return { kind: "closed" };
    const only = actions.length === 1 ? actions[0]! : null;
    if (only && only.piece === undefined && only.space === undefined) return { kind: "play", action: only };
    this.verb = this.verb === verb && this.verbs.length > 1 ? null : verb;
    return { kind: "chosen" };
  }

  clickPiece(piece: string): Click {
    const { stack } = this;
    const { kept } = stack;
    this.asked = null;
    stack.kept = false;
    stack.also = [];
    if (stack.piece === piece) {
      if (kept) return { kind: "chosen" }; // it was chosen automatically, and is meant now
      // A second click releases a unit, but not the only one that can be chosen.
      if (this.#alone() !== piece) stack.piece = null;
      return { kind: "chosen" };
    }
    if (!this.listed && this.pieces.has(piece)) {
      stack.piece = piece;
      return { kind: "chosen" };
    }
    const actions = this.byVerb.filter((action) => action.piece === piece);
    if (actions.length === 0) return { kind: "closed" };
    const targets = new Set(actions.map((action) => action.space));
    const plain = actions.filter((action) => action.space === undefined);
    const single = actions.length === 1 && ((plain.length === 1 && this.meant !== null) || this.pointing.has(piece));
    if (single) return { kind: "play", action: actions[0]! };
    stack.piece = piece;
    if (plain.length > 0 && (targets.size === 1 || plain.length === actions.length)) {
      this.asked = { actions, piece };
      return { kind: "ask", actions };
    }
    return { kind: "chosen" };
  }

  /** What a verb beside the question does in a space. */
  actionsBeside(space: string): Choice[] {
    const actions = this.byVerb.filter((action) => action.space === space && this.#aside.has(action.verb));
    return this.stack.piece !== null || actions.some((action) => action.piece) ? [] : actions;
  }

  /** Ask what a verb beside the question does in a space. */
  askBeside(space: string): void {
    this.asked = { actions: this.actionsBeside(space), space };
  }

  /** What a click on a space can do, and whether it is the single thing that all units do there. */
  #at(space: string): { actions: Choice[]; sole: boolean } {
    const open = new Set(this.verbs.flatMap((verb) => (verb.standing && verb.verb !== this.verb ? [verb.verb] : [])));
    const chosen = this.matching.filter((action) => action.space === space && !open.has(action.verb));
    const any = chosen.length > 0 || this.stack.piece !== null;
    const wanted = chosen.filter((action) => action.verb === this.meant);
    const asked = chosen.filter((action) => this.#isMeant(action));
    const offered = any ? chosen : this.byVerb.filter((action) => action.space === space && !open.has(action.verb));
    // A target starts what all units do to it, although single units could, too.
    const whole = this.stack.piece === null && this.spaces.has(space) ? asked.filter((action) => !action.piece) : [];
    // The same is true for what a click on a unit means for its space, as long as no verb is pressed.
    const struck = chosen.filter((action) => !action.piece && this.#wholes.has(action.verb));
    const sole = whole.length === 1 ? whole : this.verb === null && this.stack.piece === null ? struck : [];
    const actions = sole.length === 1 ? sole : wanted.length > 0 ? wanted : asked.length > 0 ? asked : offered;
    return { actions, sole: sole.length === 1 };
  }

  /** Whether a space means something to the question. */
  opens(space: string): boolean {
    return this.#at(space).actions.length > 0;
  }

  clickSpace(space: string): Click {
    const { actions, sole } = this.#at(space);
    if (actions.length === 0) return { kind: "closed" };
    const only = actions.length === 1 ? actions[0]! : null;
    const alone =
      only !== null && (this.#isMeant(only) || sole) && (only.piece === undefined || only.piece === this.stack.piece);
    if (alone) return { kind: "play", action: actions[0]! };
    this.asked = { actions, space };
    return { kind: "ask", actions };
  }
}
