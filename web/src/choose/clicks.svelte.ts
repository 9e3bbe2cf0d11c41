import { api } from "../api";
import { inSight } from "../board/hand/sight";
import type { Action, Arrow, Choice, Decision, Overlay, Picture, Point, Question, Threatened } from "../protocol";
import { ECHO } from "../table/link.svelte";
import type { Card, Session } from "../table/session.svelte";
import { settings } from "../settings.svelte";
import { words } from "../words/table";
import { played } from "./choice";
import type { Choosing, Click } from "./choosing.svelte";
import { isGoal, isTheirs, meaning, type Kind, type Meaning, type Situation, type Target } from "./meaning";

/** Where a threat comes from that an overlay reports for a space. */
export const strikers = (overlay: Overlay, space: string): Arrow[] =>
  (overlay.origins?.[space] ?? []).map((from) => ({ kind: "threat", from, to: space }));

/** What a click on a verb, a unit, a space or a card means now, and what happens then. */
export class Clicks {
  /** Where the last unit went, and from where. */
  #last: { from: string; to: string } | null = null;
  /** The unit that was just sent somewhere, and from where; undefined if from beside the map. */
  #gone: { verb: string; from: string | undefined } | null = null;
  /** What was done to the unit that was last clicked, and when. */
  #done: { piece: string; verb: string; at: number } | null = null;

  constructor(private readonly session: Session) {}

  get #choosing(): Choosing {
    return this.session.choosing;
  }

  /** Carry out what a click on a verb, piece or space means. */
  act(click: Click, about: Question, title: string): void {
    if (click.kind === "play") return this.submit(click.action);
    this.session.foresight.touched = null;
    if (click.kind === "closed") void this.session.why(about, title);
    else this.session.card = null;
  }

  #objects(led: Action[]): boolean {
    return led.length > 0 && this.session.coach.objects(led);
  }

  /**
   * In a lesson: whether everything that a click leads to is allowed, but not what the lesson wants. The lesson says
   * why.
   */
  #astray(led: Action[], title: string, about: Question = {}): boolean {
    const first = led[0];
    if (!first || !this.#objects(led)) return false;
    void this.session.why({ ...about, text: first.text }, title);
    return true;
  }

  /** In a lesson: the one action that it wants from a clicked unit, if nothing else is left to choose. */
  #taught(led: Action[]): Action | null {
    const { lesson } = this.session.coach;
    const [first, ...more] = led.filter((action) => lesson && !lesson.done && lesson.accepts?.includes(action.text));
    return first && more.length === 0 && first.space === undefined ? first : null;
  }

  /**
   * What carries out a bot's advice. If the question is asked unit by unit, its action is only listed beside its unit.
   */
  followed(text: string | undefined): (() => void) | null {
    const { actions, listed } = this.#choosing;
    const action = actions.find((one) => one.text === text);
    if (action) return () => this.submit(action, true);
    return text === undefined || listed ? null : () => void this.session.play(text);
  }

  /** If a question asks where units go, the unit that the advice names is chosen; returns where it is. */
  advised(text: string): string | undefined {
    const { goers, stack } = this.#choosing;
    const piece = text.split(" ").find((word) => goers.has(word));
    if (piece === undefined) return undefined;
    if (piece !== stack.piece) {
      stack.alone();
      stack.goOn(piece);
    }
    return this.#placeOf(piece);
  }

  /** What a card would do now. */
  plays(card: number): Choice[] {
    return this.session.pointing ? this.#choosing.actions.filter((action) => action.card === card) : [];
  }

  /** Handle a click on a card: play it, ask which of its actions is meant, or say why it cannot do anything now. */
  card(card: number): void {
    const plays = this.plays(card);
    // If one card is kept and the others go, a click means the one that is kept.
    const whole = plays.filter((action) =>
      this.#choosing.verbs.some((verb) => verb.whole && verb.verb === action.verb),
    );
    const [first, ...more] = whole.length > 0 ? whole : plays;
    if (!first) {
      if (this.#mayPoint()) void this.session.why({ card }, this.session.model?.cardTitle(card) ?? "");
      return;
    }
    if (more.length === 0) this.submit(first);
    else this.#choosing.asked = { actions: [first, ...more] };
  }

  /**
   * Play an action. Grave actions need confirmation, and so do unlikely ones and, if the player wants it, those that
   * roll, draw or end a phase. `shown`: the player has read what it does, so that a finger need not press twice.
   */
  submit(action: Choice, shown = false): void {
    if (this.#astray([action], action.label)) return;
    const grave = this.#choosing.verbs.some((verb) => verb.verb === action.verb && verb.weight === "grave");
    const asks = this.#choosing.verbs.find((verb) => verb.verb === action.verb)?.asks;
    if (asks || grave || (settings.askFirst && action.leads !== undefined && !this.#choosing.decision?.chance)) {
      this.#choosing.asked = null;
      this.session.card = {
        kind: "confirm",
        title: words.sure(action.label),
        reasons: asks ? [{ text: asks }] : [],
        action,
      };
    } else if (this.session.finger && !shown) void this.#touch(action);
    else this.#carryOut(action);
  }

  async #touch(action: Choice): Promise<void> {
    let held = false;
    await this.session.link.request(async () => (held = await this.session.foresight.holds(action)));
    if (held) this.session.card = null;
    else this.#carryOut(action);
  }

  #carryOut(action: Choice): void {
    this.#choosing.asked = null;
    const from = action.piece === undefined ? undefined : this.#placeOf(action.piece);
    if (from !== undefined && action.space !== undefined) this.#last = { from, to: action.space };
    const { piece, space, verb } = action;
    this.#gone = piece !== undefined && space !== undefined ? { verb, from } : null;
    this.#done = { piece: piece ?? "", verb, at: performance.now() };
    void this.session.play(played(action));
  }

  verb(verb: string): void {
    if (!this.#mayPoint()) return;
    const known = this.#choosing.verbs.find((one) => one.verb === verb);
    const led = this.#choosing.actions.filter((action) => action.verb === verb);
    if (this.#astray(led, known?.title ?? verb)) return;
    const click = this.#choosing.chooseVerb(verb);
    if (click.kind === "closed" && known?.why) {
      this.session.card = { kind: "why", title: words.notNow(known.title), reasons: [known.why] };
    } else this.act(click, { verb }, words.notNow(known?.title ?? verb));
  }

  /** Whether a click on something in a space means the space: the chosen unit can go there from another one. */
  isGoal(space: string): boolean {
    return isGoal(space, this.#situation);
  }

  /** Whether a click on what is pointed at chooses a unit there, though the chosen one can go there. */
  get chooses(): boolean {
    const { hover } = this.session;
    const at = hover?.space ?? this.#placeOf(hover?.piece ?? "");
    const onMap = hover?.piece !== undefined || hover?.beside === true;
    return onMap && at !== undefined && this.#choosing.spaces.has(at) && isTheirs(at, this.#situation);
  }

  /** Whether a second press belongs to one that has just done something: a double click counts once. */
  echoes(event: MouseEvent): boolean {
    return event.detail > 1 && this.#done !== null && performance.now() - this.#done.at < ECHO;
  }

  /**
   * When a unit has moved, the next one of its stack is chosen, or else the nearest one in view, for as long as the
   * same question is asked. A new question that is only about where units go begins with the unit nearest to the middle
   * of the view, unless the list of attacks is open. A finger, which sees less, begins with one if they are all
   * together. A lesson says itself whose turn it is.
   */
  goOn(before: Decision | undefined): void {
    const [gone, { choosing, state }] = [this.#gone, this.session];
    this.#gone = null;
    if (!this.session.humanTurn || choosing.stack.piece !== null || choosing.picked.units !== null || state?.lesson)
      return;
    const { box, seat } = choosing.decision ?? {};
    const asked = box === before?.box && seat === before?.seat;
    const on = asked || choosing.actions.some((one) => one.verb === gone?.verb && one.piece && one.space);
    const next =
      gone && on && seat === before?.seat
        ? this.#after(gone.from)
        : asked || this.session.attacks.open
          ? undefined
          : this.#first();
    if (next === undefined || choosing.pointing.has(next)) return;
    choosing.stack.goOn(next);
    choosing.deafen();
  }

  /**
   * After an undo, the units that went back to one place are chosen again: they are to go somewhere else. From the open
   * list of attacks, whole attacks are taken back.
   */
  undone(before: Picture, now: Picture): void {
    const { attacks, choosing, humanTurn } = this.session;
    const stood = new Map(before.pieces.map(({ id, at }) => [id, at]));
    const [first, ...others] = now.pieces.filter(
      ({ id, at }) => stood.has(id) && stood.get(id) !== at && choosing.goers.has(id),
    );
    if (!first || !humanTurn || attacks.open) return;
    choosing.stack.goOn(first.id);
    choosing.stack.also = others.filter(({ at }) => at === first.at).map(({ id }) => id);
  }

  #after(from: string | undefined): string | undefined {
    const { choosing } = this.session;
    const goes = new Set(choosing.byVerb.flatMap(({ piece, space }) => (piece && space ? [piece] : [])));
    const open = [...choosing.pieces].filter((id) => !choosing.listed || goes.has(id));
    const stood = from === undefined ? undefined : this.session.model?.space.get(from)?.counters;
    return stood ? this.#nearest(open, stood) : open.find((id) => this.#placeOf(id) === undefined);
  }

  #first(): string | undefined {
    const { finger, choosing, view } = this.session;
    const goers = [...choosing.goers];
    const places = new Set(goers.map((id) => this.#placeOf(id)));
    if (places.has(undefined) || (finger && places.size > 1)) return undefined;
    const middle = [view.width / 2 - view.x, view.height / 2 - view.y];
    return this.#nearest(goers, [middle[0]! / view.k, middle[1]! / view.k]);
  }

  /** The one of some units that is nearest to a point of the map, among those in view. */
  #nearest(units: string[], [x, y]: Point): string | undefined {
    const { model, view } = this.session;
    const away = (id: string): number => {
      const at = model?.space.get(this.#placeOf(id) ?? "")?.counters;
      return at && inSight(at, view, 0) ? Math.hypot(at[0] - x, at[1] - y) : Infinity;
    };
    const [next] = units.map((id) => ({ id, far: away(id) })).sort((one, other) => one.far - other.far);
    return next && next.far < Infinity ? next.id : undefined;
  }

  /** Choose a unit that was stepped to, without doing what a click on it would do at once. */
  stepTo(piece: string): void {
    if (this.#mayPoint() && this.#choosing.pieces.has(piece) && !this.#choosing.pointing.has(piece))
      this.#choosing.stack.goOn(piece);
  }

  /**
   * Choose the whole stack of a unit, usually of the chosen one, as far as it can go together. If a click does
   * something to a unit at once, the same is done to all units of its stack for which it is possible.
   */
  stack(piece = this.#choosing.stack.piece ?? this.session.hover?.piece ?? null): void {
    if (piece === null) return;
    const done = this.#done?.piece === piece && performance.now() - this.#done.at < 2 * ECHO ? this.#done.verb : null;
    const verb = done ?? this.#choosing.pointing.get(piece)?.verb;
    if (verb !== undefined && (done !== null || this.#choosing.pointing.has(piece))) return void this.#all(piece, verb);
    if (!this.#mayPoint() || !this.#choosing.pieces.has(piece)) return;
    const others = this.companions(piece);
    if (others.length > 0) this.#choosing.chooseStack(piece, others);
  }

  /** Whether a click does something to a unit at once, or has just done it. */
  strikes(piece: string): boolean {
    return this.#choosing.pointing.has(piece) || this.#done?.piece === piece;
  }

  /** Do to all units with it what was done to a unit, in one go. */
  async #all(piece: string, verb: string): Promise<void> {
    await this.session.link.idle();
    const at = this.#placeOf(piece);
    if (!this.#mayPoint()) return;
    const stack = (this.session.picture?.pieces ?? []).filter((one) => one.at === at).map((one) => one.id);
    const own = stack.flatMap((id) => this.#choosing.pointing.get(id) ?? []).filter((choice) => choice.verb === verb);
    this.#done = null;
    if (own.length > 0) void this.session.play(own.map((choice) => choice.text));
  }

  /** If a visible threat can be carried out now, or the unit has moved in this step: what can be done about it. */
  #offered(piece: string, space: string): Card | null {
    const { drawn } = this.session.attacks;
    const offer = drawn && this.session.attacks.offer(space);
    if (offer)
      return { kind: "draft", title: offer.title, reasons: [], attacked: space, arrows: strikers(drawn, space) };
    const to = this.session.state?.undo.pieces?.[piece];
    if (to === undefined) return null;
    const said = this.session.log.find((event) => event.kind === "chose" && event.ply >= to);
    return {
      kind: "moved",
      title: this.session.pieceName(piece) ?? "",
      reasons: said?.text ? [{ text: said.text }] : [],
      to,
    };
  }

  /** Undo the move that a card is about, or that of the unit pointed at. */
  takeBack(): void {
    const { card, hover, state } = this.session;
    const to = card?.kind === "moved" ? card.to : state?.undo.pieces?.[hover?.piece ?? ""];
    if (to !== undefined) void this.session.review.takeBack(to);
  }

  /** An attack is made at the odds that are shown. */
  draft(space: string): void {
    if (this.#mayPoint()) void this.session.attacks.make(space);
  }

  /** Who is threatened: the attack on them as the enemy would make it, or your own if it can be made now. */
  async threat({ space, title, odds, text }: Threatened): Promise<void> {
    const { session } = this;
    session.flash = { space };
    setTimeout(() => (session.flash = {}), 700);
    await session.link.request(async () => {
      const known = (session.picture?.overlays ?? []).filter(({ asked, kind }) => asked && kind === "threat");
      const shown = await Promise.all(known.map(({ id }) => api.overlay(session.id, id)));
      const said = [text, ...shown.flatMap(({ notes }) => notes?.[space]?.split("\n") ?? [])];
      const own = shown.some((overlay) => overlay.offers?.some((each) => each.space === space));
      if (own) await session.attacks.show();
      const reasons = said.map((line) => ({ text: line }));
      const arrows = shown.flatMap((overlay) => strikers(overlay, space));
      const attacked = own ? space : undefined;
      session.card = { kind: own ? "draft" : "threat", title: `${title}: ${odds}`, reasons, attacked, arrows };
    });
  }

  /** The units that are with one and can go along with it. */
  companions(piece: string): string[] {
    const at = this.#placeOf(piece);
    const stack = (this.session.picture?.pieces ?? []).filter((one) => one.at === at).map((one) => one.id);
    return at === undefined ? [] : this.#choosing.companions(piece, stack);
  }

  /** Send the chosen unit, or else the next one from where the last came, to where the last unit went. */
  async again(): Promise<void> {
    const last = this.#last;
    if (!last || !this.#mayPoint()) return;
    const choosing = this.#choosing;
    if (choosing.stack.piece === null || choosing.stack.kept) {
      const [next] = (this.session.picture?.pieces ?? []).filter(
        ({ id, at }) => at === last.from && choosing.pieces.has(id),
      );
      if (!next) return;
      choosing.chooseStack(next.id, []);
    }
    await this.session.ways.lead();
    if (this.#choosing.spaces.has(last.to)) this.space(last.to);
    else void this.session.why({ piece: choosing.stack.piece, space: last.to }, words.sameGoal);
  }

  /** Send the chosen unit to a space with all of its stack that can go along. */
  async withAll(space: string): Promise<void> {
    const { stack } = this.#choosing;
    const others = stack.piece === null ? [] : this.companions(stack.piece);
    if (stack.piece === null || others.length === 0 || !this.#mayPoint()) return this.space(space);
    this.#choosing.chooseStack(stack.piece, others);
    await this.session.ways.lead();
    this.space(space);
  }

  #placeOf(piece: string): string | undefined {
    return this.session.picture?.pieces.find((one) => one.id === piece)?.at;
  }

  /** A click on a unit where it is on the map. `shift`: it goes along with the chosen one of its stack. */
  piece(piece: string, space: string, shift = false): void {
    this.#point({ kind: "piece", piece, space, by: shift ? "shift" : "map" });
  }

  /**
   * A unit is meant by itself or, with `together`, goes along with the one chosen in the same space, or stays behind
   * again.
   */
  pick(piece: string, space: string, together = false): void {
    this.#point({ kind: "piece", piece, space, by: together ? "shift" : "itself" });
  }

  space(space: string): void {
    this.#point({ kind: "space", space, by: "itself" });
  }

  /** A click on a space beside the units in it. Returns whether one of them is to be picked from the fan. */
  ground(space: string): boolean {
    return this.#point({ kind: "space", space, by: "map" }) === "fan";
  }

  /** What decides the meaning of a click now. */
  get #situation(): Situation {
    const { session } = this;
    const { choosing, coach, picture } = session;
    const { stack, picked, path } = choosing;
    return {
      chosen: stack.piece,
      kept: stack.kept,
      leading: session.ways.leading !== null,
      naming: picked.units !== null,
      next: coach.next?.kind === "space" ? coach.next.id : null,
      pointed: (piece) => coach.targets.some(({ id }) => id === piece),
      at: (piece) => this.#placeOf(piece),
      may: (piece) => choosing.pieces.has(piece),
      nameable: (piece) => picked.names(piece),
      whole: (piece, space) => choosing.meansWhole(piece, space),
      units: (space) =>
        (picture?.pieces ?? []).flatMap(({ id, at }) => (at === space && choosing.pieces.has(id) ? [id] : [])),
      goal: (space) => choosing.spaces.has(space),
      led: (space) => this.#led({ kind: "space", space, by: "itself" }).length > 0,
      bends: (space) =>
        path.stretches !== null &&
        space !== path.bends.at(-1) &&
        this.#led({ kind: "space", space, by: "itself" }).some((choice) => choice.path),
      opens: (space) => choosing.opens(space),
      beside: (space) => choosing.actionsBeside(space).length > 0,
      objects: (target) => this.#objects(this.#led(target)),
      taught: (piece) => this.#taught(this.#led({ kind: "piece", piece, space: "", by: "itself" })) !== null,
      offers: (piece, space) => this.#offered(piece, space) !== null,
    };
  }

  /** The actions that a target leads to. */
  #led(target: Target): Choice[] {
    const { byVerb, matching } = this.#choosing;
    return target.kind === "piece"
      ? byVerb.filter((action) => action.piece === target.piece)
      : matching.filter((action) => action.space === target.space);
  }

  #point(clicked: Target): Kind | null {
    if (!this.#mayPoint()) return null;
    const meant = meaning(clicked, this.#situation);
    this.#carry(meant);
    return meant.kind;
  }

  #carry({ kind, target }: Meaning): void {
    const { choosing, foresight, model, ways } = this.session;
    const { space } = target;
    const chosen = choosing.stack.piece;
    if (kind === "wait") return void ways.leading?.then(() => this.#point(target));
    if (kind === "pin") return choosing.pin(space);
    if (kind === "beside") choosing.askBeside(space);
    if (kind === "beside" || kind === "fan") return void (this.session.card = null);
    if (target.kind === "space") {
      const title = model?.spaceName(space) ?? space;
      if (kind === "object") return void this.#astray(this.#led(target), title, { space });
      const about = chosen === null ? { space } : { piece: chosen, space };
      return this.act(choosing.clickSpace(space), this.#about(about), title);
    }
    const { piece } = target;
    if (kind === "name") {
      choosing.picked.pick(piece);
      foresight.touched = this.session.card = null;
      return;
    }
    if (kind === "along") return choosing.together(piece);
    // What a finger has shown about another unit no longer applies.
    if (foresight.touched?.piece !== piece && choosing.pieces.has(piece)) foresight.touched = null;
    const name = this.session.pieceName(piece) ?? words.thisUnit;
    if (kind === "object") return void this.#astray(this.#led(target), name, { piece });
    if (kind === "teach") return this.submit(this.#taught(this.#led(target))!);
    if (kind === "offer") return void (this.session.card = this.#offered(piece, space));
    const about = chosen !== null && !choosing.pieces.has(piece) ? { piece: chosen, space } : { piece, space };
    this.act(choosing.clickPiece(piece), this.#about(about), name);
  }

  #about(question: Question): Question {
    return this.#choosing.verb === null ? question : { ...question, verb: this.#choosing.verb };
  }

  #mayPoint(): boolean {
    this.session.playback.skip();
    if (this.session.coach.hushed) this.session.card = { kind: "why", title: words.readFirst, reasons: [] };
    const may = this.session.asking && this.session.humanTurn && !this.session.busy && !this.session.coach.hushed;
    if (may) this.session.playback.closeRolls();
    return may;
  }
}
