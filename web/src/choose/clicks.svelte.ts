import type { Action, Question } from "../protocol";
import type { Session } from "../table/session.svelte";
import { settings } from "../settings.svelte";
import { words } from "../words/table";
import type { Choice, Click, Offer } from "./choice.svelte";

/** What a click on a verb, a unit, a space or a card means now, and what is done about it. */
export class Clicks {
  /** Where the last unit went, and from where. */
  #last: { from: string; to: string } | null = null;

  constructor(private readonly session: Session) {}

  get #choice(): Choice {
    return this.session.choice;
  }

  /** Carry out what a click on a verb, piece or space means. */
  act(click: Click, about: Question, title: string): void {
    if (click.kind === "play") return this.submit(click.action);
    this.session.foresight.touched = null;
    if (click.kind === "closed") void this.session.why(about, title);
    else this.session.card = null;
  }

  /** In a lesson: whether all that a click leads to is allowed, but not what the lesson wants; the lesson says why. */
  #astray(led: Action[], title: string, about: Question = {}): boolean {
    const first = led[0];
    if (!first || !this.session.coach.objects(led)) return false;
    void this.session.why({ ...about, text: first.text }, title);
    return true;
  }

  /** What a card would do now. */
  plays(card: number): Offer[] {
    return this.session.pointing ? this.#choice.actions.filter((action) => action.card === card) : [];
  }

  /** A card is clicked: it is played, or which of its actions is meant is asked. */
  card(card: number): void {
    const [first, ...more] = this.plays(card);
    if (!first) return;
    if (more.length === 0) this.submit(first);
    else this.#choice.asked = { actions: [first, ...more] };
  }

  /** Play an action; grave ones ask once more, as does what one would hardly mean, and, if wanted, so do those that roll, draw or end a phase. */
  submit(action: Offer): void {
    if (this.#astray([action], action.label)) return;
    const grave = this.#choice.verbs.some((verb) => verb.verb === action.verb && verb.weight === "grave");
    const asks = this.#choice.verbs.find((verb) => verb.verb === action.verb)?.asks;
    if (asks || grave || (settings.askFirst && action.leads !== undefined && !this.#choice.decision?.chance)) {
      this.#choice.asked = null;
      this.session.card = {
        kind: "confirm",
        title: words.sure(action.label),
        reasons: asks ? [{ text: asks }] : [],
        action,
      };
    } else if (this.session.finger) void this.#touch(action);
    else this.#carryOut(action);
  }

  async #touch(action: Offer): Promise<void> {
    let held = false;
    await this.session.link.request(async () => (held = await this.session.foresight.holds(action)));
    if (held) this.session.card = null;
    else this.#carryOut(action);
  }

  #carryOut(action: Offer): void {
    this.#choice.asked = null;
    const from = action.piece === undefined ? undefined : this.#placeOf(action.piece);
    if (from !== undefined && action.space !== undefined) this.#last = { from, to: action.space };
    void this.session.play(action.route ?? action.text);
  }

  verb(verb: string): void {
    if (!this.#mayPoint()) return;
    const known = this.#choice.verbs.find((one) => one.verb === verb);
    const led = this.#choice.actions.filter((action) => action.verb === verb);
    if (this.#astray(led, known?.title ?? verb)) return;
    const click = this.#choice.chooseVerb(verb);
    if (click.kind === "closed" && known?.why) {
      this.session.card = { kind: "why", title: words.notNow(known.title), reasons: [known.why] };
    } else this.act(click, { verb }, words.notNow(known?.title ?? verb));
  }

  /** Whether a click on what stands in a space means the space: the chosen unit may go there from another one. */
  isGoal(space: string): boolean {
    return this.#choice.spaces.has(space) && this.#elsewhere(space) && !this.#meansUnits(space);
  }

  /** Choose the whole stack of a unit, the chosen one as a rule, as far as it may go together. */
  stack(piece = this.#choice.piece): void {
    if (piece === null || !this.#mayPoint() || !this.#choice.pieces.has(piece)) return;
    const others = this.companions(piece);
    if (others.length > 0) this.#choice.chooseStack(piece, others);
  }

  /** The units that stand with one and may go along with it. */
  companions(piece: string): string[] {
    const at = this.#placeOf(piece);
    const stack = (this.session.picture?.pieces ?? []).filter((one) => one.at === at).map((one) => one.id);
    return at === undefined ? [] : this.#choice.companions(piece, stack);
  }

  /** Send the chosen unit, or else the next one from where the last came, to where the last unit went. */
  async again(): Promise<void> {
    const last = this.#last;
    if (!last || !this.#mayPoint()) return;
    const choice = this.#choice;
    if (choice.piece === null || choice.kept) {
      const [next] = (this.session.picture?.pieces ?? []).filter(
        ({ id, at }) => at === last.from && choice.pieces.has(id),
      );
      if (!next) return;
      choice.chooseStack(next.id, []);
    }
    await this.session.ways.lead();
    if (this.#choice.spaces.has(last.to)) this.space(last.to);
    else void this.session.why({ piece: choice.piece, space: last.to }, words.sameGoal);
  }

  #elsewhere(space: string): boolean {
    const { piece } = this.#choice;
    return piece !== null && this.#placeOf(piece) !== space;
  }

  /** Whether the chosen unit has just moved and others that may be chosen stand in a space: a click there means them. */
  #meansUnits(space: string): boolean {
    const { kept, pieces } = this.#choice;
    return kept && (this.session.picture?.pieces ?? []).some(({ id, at }) => at === space && pieces.has(id));
  }

  #placeOf(piece: string): string | undefined {
    return this.session.picture?.pieces.find((one) => one.id === piece)?.at;
  }

  /**
   * A click on a unit where it stands: where the chosen one may go there it goes, else this unit is chosen.
   * A lesson may point at this very unit. `shift`: this unit is meant in any case, and goes along with one of its stack.
   */
  piece(piece: string, space: string, shift = false): void {
    const another = this.#choice.kept && this.#choice.pieces.has(piece);
    if (shift || another || !this.#elsewhere(space) || this.session.coach.targets.some(({ id }) => id === piece))
      this.pick(piece, space, shift);
    else if (this.isGoal(space)) this.space(space);
    else if (this.session.ways.leading) void this.session.ways.leading.then(() => this.piece(piece, space));
    else this.pick(piece, space);
  }

  /** `together`: the unit goes along with the one chosen in the same space, or stays behind again. */
  pick(piece: string, space: string, together = false): void {
    if (!this.#mayPoint()) return;
    const choice = this.#choice;
    if ((together || choice.picked !== null) && choice.pick(piece)) {
      this.session.foresight.touched = this.session.card = null;
      return;
    }
    if (together && choice.piece !== null && choice.piece !== piece && choice.pieces.has(piece)) {
      if (this.#placeOf(choice.piece) === this.#placeOf(piece)) {
        choice.together(piece);
        return;
      }
    }
    const name = this.session.pieceName(piece) ?? words.thisUnit;
    if (!this.#choice.pieces.has(piece) && this.#choice.spaces.has(space)) {
      this.space(space);
      return;
    }
    // What a finger has shown of another unit is meant no more.
    if (this.session.foresight.touched?.piece !== piece && this.#choice.pieces.has(piece))
      this.session.foresight.touched = null;
    const chosen = this.#choice.piece;
    const led = this.#choice.byVerb.filter((action) => action.piece === piece);
    if (this.#astray(led, name, { piece })) return;
    const about = chosen !== null && !this.#choice.pieces.has(piece) ? { piece: chosen, space } : { piece, space };
    this.act(this.#choice.clickPiece(piece), this.#about(about), name);
  }

  space(space: string): void {
    if (!this.#mayPoint()) return;
    const title = this.session.model?.spaceName(space) ?? space;
    const chosen = this.#choice.piece;
    const led = this.#choice.matching.filter((action) => action.space === space);
    if (led.length === 0 && this.session.ways.leading) {
      void this.session.ways.leading.then(() => this.space(space));
      return;
    }
    if (this.#astray(led, title, { space })) return;
    const { stretches, bends } = this.#choice;
    if (stretches !== null && space !== bends.at(-1) && led.some((offer) => offer.path)) return this.#choice.pin(space);
    const click = this.#choice.clickSpace(space);
    if (click.kind === "closed" && chosen === null) {
      // It stands for the units in it, where these may be chosen: one of several is picked from the fan.
      const here =
        this.session.picture?.pieces.filter(({ id, at }) => at === space && this.#choice.pieces.has(id)) ?? [];
      if (here.length === 1) return this.pick(here[0]!.id, space);
      if (here.length > 1) return void (this.session.card = null);
    }
    this.act(click, this.#about(chosen === null ? { space } : { piece: chosen, space }), title);
  }

  #about(question: Question): Question {
    return this.#choice.verb === null ? question : { ...question, verb: this.#choice.verb };
  }

  #mayPoint(): boolean {
    this.session.playback.skip();
    if (this.session.coach.hushed) this.session.card = { kind: "why", title: words.readFirst, reasons: [] };
    const may = this.session.asking && this.session.humanTurn && !this.session.busy && !this.session.coach.hushed;
    if (may) this.session.playback.closeRolls();
    return may;
  }
}
