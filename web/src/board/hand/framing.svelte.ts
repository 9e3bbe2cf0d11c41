import { untrack } from "svelte";
import type { Point } from "../../protocol";
import { COUNTER } from "../geometry";
import type { Box, Camera } from "./camera.svelte";
import type { Drawing } from "./drawing.svelte";
import { holding, inSight, signs, type Sign } from "./sight";
import { LEGIBLE, type Sought, type Stop } from "./sought.svelte";

/** Pixels from the edge of the map at which something is still out of sight. */
const BESIDE = 6;
/** Pixels between the upper edge of the map and the switches. */
const BAR_TOP = 10;
/** How far a small map zooms out to have all of a question in sight, and how close it comes. */
const WIDEST = 0.5;
const CLOSEST = 1.25;

/** How the map goes where something is to be seen, until a person moves it; the target button has it follow again. */
export class Framing {
  /** The size of the switches; where they reach over most of the map's width what is under them is not seen. */
  bar = $state({ across: 0, down: 0 });
  /** What is beyond the edges of the view. */
  beyond = $state.raw<Sign<Stop>[]>([]);
  /** Whose turn it is, and the step of it: with each the map goes to where the units on offer stand, if they are not seen well. */
  #mover = $derived.by(() => {
    const { state, picture } = this.drawing.player;
    return state?.decision ? [picture?.turn, state.decision.seat].join() : "";
  });
  #step = $derived.by(() => [this.#mover, this.drawing.picture?.step].join());
  #before = { mover: "", step: "" };
  #begun = false;
  /** Whether a person has asked for more of the board than where the question is. */
  #whole = false;
  /** Where the map lay before it made room for a tall panel: it goes back there unless it has been moved by hand. */
  #aside: { x: number; y: number } | null = null;

  constructor(
    private readonly drawing: Drawing,
    private readonly sought: Sought,
  ) {
    const { camera } = this;
    const { player } = drawing;
    const atRest = (): boolean => !player.playback.running && !player.playback.open;
    $effect(() => {
      const barred = !player.replay.film && this.bar.across > 0.6 * camera.width;
      player.view.top = barred ? BAR_TOP + this.bar.down : 0;
    });
    $effect(() => this.#resize());
    $effect(() => {
      if (this.#mover === "" || !this.#begun || !atRest()) return;
      const now = { mover: this.#mover, step: this.#step };
      untrack(() => this.#turn(now));
    });
    $effect(() => {
      if (player.view.left === 0) untrack(() => this.#back());
    });
    $effect(() => {
      void [player.view.left, sought.resolved];
      if (camera.following) untrack(() => this.#follow(sought.resolved));
    });
    $effect(() => {
      if (!camera.moving && camera.width > 0) this.#tellBeyond();
    });
    $effect(() => {
      if (!player.coach.lesson || !atRest()) return;
      const spaces = sought.taught;
      untrack(() => !camera.small && camera.following && this.#follow(spaces));
    });
    $effect(() => {
      void player.state?.version;
      // A lesson shows on the map what it speaks of.
      if (camera.small && !player.coach.lesson && atRest()) untrack(() => camera.following && this.focusQuestion());
    });
    $effect(() => {
      if (player.choosing.stack.piece !== null && camera.small) untrack(() => this.focusQuestion());
    });
  }

  get camera(): Camera {
    return this.drawing.camera;
  }

  /** Show where most of what is on offer stands, all that is in play, and the whole board, one after the other. */
  fit(smooth = true): void {
    const { camera } = this;
    const { heart, inPlay, frame } = this.sought;
    const views: Box[] = [...(heart ? [heart] : []), inPlay, ...(inPlay === frame ? [] : [frame])];
    const now = views.findIndex((box) => camera.shows(box));
    const next = now < 0 ? inPlay : views[(now + 1) % views.length]!;
    camera.following = true;
    this.#whole = next !== heart;
    camera.show(next, smooth);
  }

  /** Bring the units and spaces that the question is about into sight. `further`: pressed once more, all that is in play. */
  focusQuestion(smooth = true, further = false): void {
    const { camera } = this;
    const { asked, chosen, fought, heart, own, placing, inPlay, frame } = this.sought;
    const { k } = this.drawing.player.view;
    camera.following = true;
    const points = asked.map(({ at }) => at);
    const legible = LEGIBLE / COUNTER;
    // Of a unit's reach what is near it is kept in sight; the signs at the edges tell of the rest.
    if (chosen) this.#bring(points, [Math.max(k, legible), Math.max(k, legible)], smooth, chosen);
    else if (fought.length > 0) this.#bring(fought, [WIDEST, CLOSEST], smooth);
    else if (heart && !further) camera.show(heart, smooth);
    else if (points.length > 0) this.#bring(points, [WIDEST, CLOSEST], smooth);
    else if (!camera.show(own ?? (placing ? frame : inPlay), smooth) && further)
      camera.show(own ? inPlay : frame, smooth);
  }

  /** Have these spaces in sight, as large as they have room for. */
  hold(ids: Iterable<string>): void {
    const points = this.sought.spacesAt(ids).map(({ at }) => at);
    if (points.length > 0) this.#bring(points, [this.camera.fitting, CLOSEST]);
  }

  /** Move the map where a space is not in sight, or too small to be seen well. */
  reveal(id: string): void {
    const at = this.drawing.model.space.get(id)?.counters;
    if (at && !inSight(at, this.drawing.player.view, 50)) this.camera.centreOn(at);
  }

  /** Bring what a sign at the edge stands for into sight, no further away than units can be read, and keep what is seen. */
  showBeyond(places: Stop[]): void {
    const { k } = this.drawing.player.view;
    const points = places.map(({ at }) => at);
    this.#bring(points, [Math.min(k, LEGIBLE / COUNTER), k], true, this.camera.middle);
  }

  #opening(): Box {
    const { heart, inPlay, placing, frame } = this.sought;
    return this.#whole ? inPlay : (heart ?? (placing ? frame : inPlay));
  }

  /** Whether the units on offer are not seen well, and could be. */
  #unseen(): boolean {
    const { view } = this.drawing.player;
    const { heart, offered } = this.sought;
    const seen = view.k >= (0.95 * LEGIBLE) / COUNTER ? offered.filter((at) => inSight(at, view, 0)).length : 0;
    return heart !== null && seen < 0.8 * heart.holds;
  }

  /** The view has got a size, or another one. */
  #resize(): void {
    const { camera } = this;
    if (!camera.fitBounds()) return;
    const { view } = this.drawing.player;
    const { k, x, y, ...old } = untrack(() => ({ ...view }));
    view.width = camera.width;
    view.height = camera.height;
    if (!this.#begun) {
      this.#begun = true;
      if (camera.small) this.focusQuestion(false);
      else {
        // As it lay before a curtain fell, unless what is on offer now is not seen well.
        const stays = this.sought.crowded && old.width > 1 && !this.#unseen();
        const at = stays ? { k, x, y } : camera.viewOf(this.#opening());
        camera.set(at.k, at.x, at.y, false);
      }
      return;
    }
    const [dx, dy] = [(camera.width - old.width) / 2, (camera.height - old.height) / 2];
    if (!dx && !dy) return;
    // If a person has moved the map it keeps its middle, or where nothing is on offer to go to; else it fits the new size.
    const { crowded, heart, placing } = this.sought;
    const fits = camera.small || this.#whole || !crowded || heart !== null || placing;
    if (camera.following && fits)
      untrack(() => (camera.small ? this.focusQuestion(false) : camera.show(this.#opening(), false)));
    else camera.set(k, x + dx, y + dy, false);
  }

  #turn(now: { mover: string; step: string }): void {
    const { camera } = this;
    const { mover, step } = this.#before;
    this.#before = now;
    if (!mover || step === now.step || !camera.following || camera.small || this.drawing.player.coach.lesson) return;
    const { crowded, placing } = this.sought;
    if (!this.#unseen() && !(crowded && placing && mover !== now.mover)) return;
    camera.show(this.#opening(), true);
    this.#aside = null; // a panel that is put away leaves the map where the question is
  }

  #back(): void {
    const { camera } = this;
    const { view } = this.drawing.player;
    if (this.#aside && camera.following) camera.set(view.k, this.#aside.x, this.#aside.y, true);
    this.#aside = null;
  }

  /** Bring points of the board into sight at a scale between these two, with the middle as near to `from` as can be. */
  #bring(points: Point[], scales: [number, number], smooth = true, from?: Point): void {
    const { k, x, y } = holding(points, this.drawing.player.view, this.sought.frame, scales, from);
    this.camera.set(k, x, y, smooth);
  }

  /** Have some spaces in sight where they are not already; the scale stays. */
  #follow(ids: Iterable<string>): void {
    const points = this.sought.spacesAt(ids).map(({ at }) => at);
    const { view } = this.drawing.player;
    if (this.camera.width === 0 || points.every((point) => inSight(point, view, 30))) return;
    if (view.left > 0) this.#aside ??= { x: view.x, y: view.y };
    this.#bring(points, [view.k, view.k]);
  }

  /** What is beyond the edges is told beside what is over the map. */
  #tellBeyond(): void {
    const { board, width, height } = this.camera;
    const { size, player } = this.drawing;
    const seen = { ...player.view, width, height };
    const { left, top } = board!.getBoundingClientRect();
    const over = [board!.querySelector(".overview"), ...board!.parentElement!.children].flatMap((one) => {
      if (!one || one === board || one.matches(".pointed")) return [];
      const box = one.getBoundingClientRect();
      return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top };
    });
    const counters = this.sought.now.map(({ at: [x, y] }) => {
      const [across, down] = [x * seen.k + seen.x, y * seen.k + seen.y];
      return { left: across - size / 2, top: down - size / 2, right: across + size / 2, bottom: down + size / 2 };
    });
    this.beyond = signs(this.sought.now, seen, [...over, ...counters], BESIDE);
  }
}
