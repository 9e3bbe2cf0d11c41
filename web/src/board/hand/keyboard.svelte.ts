import { tick } from "svelte";
import type { Point } from "../../protocol";
import type { Player } from "../../table/context";
import type { Drawing } from "./drawing.svelte";
import { handle, type Pointer } from "./pointer.svelte";
import { across, isArrow, nearestOf, nextInDirection } from "./reach";
import { inSight } from "./sight";
import type { Sought, Stop } from "./sought.svelte";

/** The focus on the board, and the keys that move it and choose its target. */
export class Keyboard {
  focused = $state<{ piece?: string; space?: string } | null>(null);
  /** The space from which arrow keys continue if there is nothing to choose. */
  cursor = $state<string | null>(null);
  /** The start of the latest steps in one direction, across that direction, and their end. */
  #line: { key: string; at: number; to: Stop } | null = null;

  constructor(
    private readonly drawing: Drawing,
    private readonly sought: Sought,
    private readonly pointer: Pointer,
  ) {
    $effect(() => {
      if (this.cursor === null && drawing.camera.width > 0) this.cursor = this.#nearest();
    });
  }

  get player(): Player {
    return this.drawing.player;
  }

  /** Return the stops of the arrow keys: the possible choices, or every space if there are none. */
  #stops(): Stop[] {
    const open = this.player.pointing
      ? this.sought.asked.filter(({ piece }) => piece === undefined || piece !== this.player.choosing.stack.piece)
      : [];
    const elsewhere = open.some((one) => one.piece !== this.focused?.piece || one.space !== this.focused?.space);
    return elsewhere ? open : this.sought.spacesAt(this.drawing.model.space.keys());
  }

  #here(): Point {
    const placedPiece = this.drawing.all
      .flatMap((stack) => stack.placed)
      .find(({ piece }) => piece.id === this.focused?.piece);
    const space = this.focused?.space ?? this.cursor;
    return (
      placedPiece?.at ??
      (space != null ? this.drawing.model.space.get(space)?.counters : undefined) ??
      this.drawing.camera.middle
    );
  }

  async #go(stop: Stop): Promise<void> {
    if (stop.space !== undefined) this.cursor = stop.space;
    if (!inSight(stop.at, this.player.view, 0)) this.drawing.camera.centreOn(stop.at);
    await tick();
    this.#focusOn(stop);
  }

  /** Focus the place that is nearest to the middle of the view. */
  focusNearest(places: Stop[]): void {
    const next = nearestOf(this.drawing.camera.middle, places);
    if (next) this.#focusOn(next);
  }

  #focusOn(stop: Stop): void {
    const [kind, id] = stop.piece !== undefined ? ["piece", stop.piece] : ["space", stop.space!];
    this.drawing.camera
      .board!.querySelector<SVGElement>(`[data-${kind}="${CSS.escape(id)}"]`)
      ?.focus({ preventScroll: true });
  }

  key(event: KeyboardEvent): void {
    const piece = handle(event, "piece");
    const space = handle(event, "space")?.dataset.space;
    if (event.key === "Enter" || event.key === " ") {
      const { drafting } = this.player;
      if (drafting) {
        const at = piece?.dataset.at ?? space;
        if (at === undefined) return;
        drafting.tap(at);
      } else if (piece) this.player.clicks.pick(piece.dataset.piece!, piece.dataset.at!, event.shiftKey);
      else if (space !== undefined) this.player.clicks.space(space);
      else return;
      event.preventDefault();
    } else if (
      event.key === "Tab" &&
      !event.shiftKey &&
      piece &&
      piece.dataset.piece === this.player.choosing.stack.piece
    ) {
      // The spaces of the chosen unit come first, then the other units, which is also their order in the drawing.
      const first = this.drawing.camera.board!.querySelector<SVGElement>("[data-space][data-lit]");
      if (!first) return;
      event.preventDefault();
      void this.#go({ at: this.drawing.model.space.get(first.dataset.space!)!.counters, space: first.dataset.space });
    } else if (isArrow(event.key) && (piece || space !== undefined)) {
      const places = this.#stops();
      // From a place that is no longer a choice, any arrow leads to one. The unit to choose may be in this
      // very space.
      const among = places.some((one) => one.piece === this.focused?.piece && one.space === this.focused?.space);
      const here = this.#here();
      const { key, to, at } = this.#line ?? {};
      const goesOn = key === event.key && to?.piece === this.focused?.piece && to?.space === this.focused?.space;
      const line = goesOn ? at! : here[across(event.key)];
      const next = nextInDirection(here, event.key, places, line) ?? (among ? null : nearestOf(here, places));
      if (!next) return;
      this.#line = { key: event.key, at: line, to: next };
      event.preventDefault();
      event.stopPropagation();
      void this.#go(next);
    }
  }

  focus(event: FocusEvent): void {
    const piece = handle(event, "piece");
    const space = handle(event, "space")?.dataset.space;
    if (!piece && space === undefined) return;
    this.focused = piece ? { piece: piece.dataset.piece } : { space };
    this.player.hover = this.focused;
    this.#bringIntoSight();
    if (piece && (event.target as Element).matches(":focus-visible")) {
      const stack = this.drawing.stackAt(piece.dataset.at!);
      this.pointer.spread = stack && this.pointer.spreads(stack) ? stack.space : null;
    }
  }

  /** A Tab stop may be out of view. Then the map goes there, because the page never scrolls it. */
  #bringIntoSight(): void {
    const at = this.#here();
    if (!this.drawing.camera.moving && !inSight(at, this.player.view, 0)) this.drawing.camera.centreOn(at);
  }

  blur(): void {
    if (this.focused?.piece !== undefined) this.pointer.spread = null;
    this.focused = this.player.hover = null;
  }

  focusFirst(): void {
    const first =
      this.drawing.camera.board!.querySelector<SVGElement>("[data-piece][data-lit]") ??
      this.drawing.camera.board!.querySelector<SVGElement>("[data-lit]");
    if (first) first.focus({ preventScroll: true });
    else {
      const next = this.#nearest();
      if (next !== null) void this.#go({ at: this.drawing.model.space.get(next)!.counters, space: next });
    }
  }

  /** Focus the next unit that can be chosen, or the previous one. */
  stepUnit(by: 1 | -1): void {
    const units = this.drawing.all.flatMap(({ placed }) =>
      placed.filter(({ piece }) => this.player.pointing && this.player.choosing.pieces.has(piece.id)),
    );
    const now = units.findIndex(({ piece }) => piece.id === (this.focused?.piece ?? this.player.choosing.stack.piece));
    const next = units.at(now < 0 && by < 0 ? -1 : (now + by) % units.length);
    if (!next) return;
    this.player.clicks.stepTo(next.piece.id);
    void this.#go({ at: next.at, piece: next.piece.id });
  }

  /** The space in the middle of the view. */
  #nearest(): string | null {
    return this.drawing.model.at(this.drawing.camera.middle) ?? this.drawing.model.space.keys().next().value ?? null;
  }
}
