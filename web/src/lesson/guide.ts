import { tick } from "svelte";
import type { Player } from "../table/context";
import type { Target } from "./coach.svelte";

/** The data attribute with which the page marks a target of each kind. */
export const ATTRIBUTE: Record<Target["kind"], string> = {
  piece: "piece",
  space: "space",
  verb: "verb",
  option: "action",
  touched: "touched",
  track: "track",
};

/** Shows on the page what a lesson wants the player to click. */
export class Guide {
  /** `reveal`: bring a space into view. `choices`: show the choices if a phone shows something else. */
  constructor(
    private readonly player: Player,
    private readonly reveal: (space: string) => void,
    private readonly choices: () => void,
  ) {}

  /** The button: show what the lesson wants and, when pressed again, click it. */
  async press(): Promise<void> {
    const { coach } = this.player;
    if (coach.does && coach.next) this.#click(coach.next);
    else await this.show();
  }

  /** A press on the pointer's word counts as one on its target. */
  take(): void {
    const { next } = this.player.coach;
    if (next) this.#click(next);
  }

  /** Bring what the lesson wants into view, and focus it. */
  async show(): Promise<void> {
    const { coach, playback, picture } = this.player;
    const target = coach.next;
    if (!target) return;
    playback.closeRolls();
    coach.shown++;
    coach.pointed = target;
    const { kind, id } = target;
    const onMap = kind === "piece" || kind === "space";
    const space = kind === "piece" ? picture?.pieces.find((one) => one.id === id)?.at : id;
    if (!onMap) this.choices();
    else if (space !== undefined) this.reveal(space);
    await tick();
    const scope = onMap ? ".map" : ".pane, .foot, .side, .chooser";
    const found = document.querySelector<HTMLElement>(`:is(${scope}) [data-${ATTRIBUTE[kind]}="${CSS.escape(id)}"]`);
    found?.focus({ preventScroll: onMap });
    // At the lower edge, because the lesson's card may stay at the upper edge.
    if (!onMap) found?.scrollIntoView({ block: "end" });
  }

  #click({ kind, id }: Target): void {
    const { clicks, coach, foresight, picture } = this.player;
    coach.pointed = null;
    if (kind === "piece") clicks.pick(id, picture?.pieces.find((one) => one.id === id)?.at ?? "");
    else if (kind === "space") clicks.space(id);
    else if (kind === "verb") clicks.verb(id);
    else if (kind === "touched") clicks.submit(foresight.touched!);
    else clicks.followed(id)?.();
  }

  /** The key of lessons: the next page, or what to click. */
  next(): void {
    const { coach, playback } = this.player;
    if (playback.running) return;
    if (coach.reading && !coach.lesson?.done) void coach.open(coach.page + 1);
    else if (coach.lesson?.done) void coach.open(Math.min(coach.page + 1, coach.pages.length - 1));
    else void this.show();
  }
}
