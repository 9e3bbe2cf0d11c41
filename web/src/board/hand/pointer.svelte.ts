import { tick, untrack } from "svelte";
import type { Player } from "../../table/context";
import { fanSize, fanWidth, type StackOnBoard } from "../counters/stacks";
import { Drag } from "./drag.svelte";
import type { Drawing } from "./drawing.svelte";
import { LEGIBLE } from "./sought.svelte";

/** How long a pointer must rest on a stack before the stack spreads over what can be chosen. */
const DWELL = 400;

/** The target of a pointer, and its place in the window. */
interface Spot {
  target: EventTarget | null;
  clientX: number;
  clientY: number;
}

/** The handle of a unit, of a unit in a spread stack, or of a space with an event. */
export const handle = ({ target }: Pick<Spot, "target">, kind: "piece" | "spread" | "space"): SVGElement | null =>
  (target as Element).closest<SVGElement>(`[data-${kind}]`);

/** The target of the pointer, the stack that it spreads, and the meaning of its clicks. */
export class Pointer {
  /** The space whose stack is spread. */
  spread = $state<string | null>(null);
  readonly drag: Drag;
  /** The stack that a unit was just chosen from. It stays folded until the pointer has left it. */
  #folded: string | null = null;
  /** Whether the last click was the second of two quick touches, and has acted on the whole stack. */
  #twice = false;
  #dwelling: ReturnType<typeof setTimeout> | undefined;
  /** The resting place of the mouse on the map. */
  #rests: Spot | null = null;

  constructor(private readonly drawing: Drawing) {
    // A spreading stack or a moving map puts something else under a resting mouse.
    $effect(() => {
      if (!drawing.camera.moving) void this.spread;
      untrack(() => void tick().then(() => this.#lookAgain()));
    });
    this.drag = new Drag(() => ({
      player: drawing.player,
      pointing: drawing.player.pointing,
      at: (event) => drawing.camera.at(event),
      spaceAt: (at) => drawing.model.at(at),
    }));
  }

  get player(): Player {
    return this.drawing.player;
  }

  /** Return the piece or space of an event: its handle, or otherwise the target under its point. */
  #under(event: Spot): { piece: string; space: string } | { piece?: undefined; space: string } | null {
    const counter = handle(event, "spread") ?? handle(event, "piece");
    if (counter) return { piece: counter.dataset.spread ?? counter.dataset.piece!, space: counter.dataset.at! };
    const badge = (event.target as Element).closest<SVGElement>("[data-queue]")?.dataset.queue;
    const space =
      badge ?? handle(event, "space")?.dataset.space ?? this.drawing.model.at(this.drawing.camera.at(event));
    return space === null ? null : { space };
  }

  spreads(stack: StackOnBoard): boolean {
    return stack.crowded || (this.drawing.size < LEGIBLE && stack.placed.length > 1);
  }

  /**
   * Whether a stack represents its space: all of it is meant at once, or the space can be chosen and none of its units
   * can, or the chosen unit can go there.
   */
  #standsFor({ space, placed }: StackOnBoard): boolean {
    const { choosing, clicks, pointing } = this.player;
    if (!pointing) return false;
    if (placed.some(({ piece }) => choosing.meansWhole(piece.id, space))) return true;
    const goes = clicks.isGoal(space) || !placed.some(({ piece }) => choosing.pieces.has(piece.id));
    return choosing.spaces.has(space) && goes;
  }

  /** Whether a stack, when spread, would cover neighboring spaces that can be chosen. */
  #hides({ space, centre, placed }: StackOnBoard): boolean {
    const room = (this.drawing.model.grid?.pitch ?? 0) / 2;
    const fan = fanSize(this.drawing.model.depth > 0).pitch / this.drawing.camera.drawn;
    const across = fanWidth(placed.length, fan) / 2 + room;
    return (
      this.player.pointing &&
      [...this.player.choosing.spaces].some((id) => {
        const at = id === space ? undefined : this.drawing.model.space.get(id)?.counters;
        return at && Math.abs(at[0] - centre[0]) < across && Math.abs(at[1] - centre[1]) < fan + room;
      })
    );
  }

  /**
   * Spread the stack under the pointer: at once if it hides nothing that can be chosen, or with Shift, which adds
   * further units of a stack. Otherwise it spreads only when the pointer rests on it, because most pointers only pass
   * by. If the chosen unit can go to a stack, a click goes there, and only Shift spreads it, to pick one of its units.
   */
  #unfold(space: string, shift: boolean): void {
    clearTimeout(this.#dwelling);
    if (space !== this.#folded) this.#folded = null;
    const stack = this.drawing.stackAt(space);
    if (this.spread === space && stack) return;
    const may =
      stack && this.spreads(stack) && (shift || (space !== this.#folded && !this.player.clicks.isGoal(space)));
    const open = (): string | null => (this.spread = may ? space : null);
    if (!may || shift || !this.#hides(stack)) open();
    else {
      this.spread = null;
      this.#dwelling = setTimeout(open, DWELL);
    }
  }

  /** The pointer has left the map. */
  leave(): void {
    this.#rests = null;
    this.#leaveStack();
  }

  #leaveStack(): void {
    clearTimeout(this.#dwelling);
    this.#folded = null;
  }

  /** Name the target of a click at the resting place of the mouse. */
  #lookAgain(): void {
    if (!this.#rests || this.drag.piece !== null) return;
    const { clientX, clientY } = this.#rests;
    const target = document.elementFromPoint(clientX, clientY);
    if (target && this.drawing.camera.board?.contains(target)) this.#name(this.#under({ target, clientX, clientY }));
  }

  #name(found: { piece?: string; space: string } | null): void {
    const { hover } = this.player;
    if (found?.piece !== undefined) {
      if (hover?.piece !== found.piece) this.player.hover = { piece: found.piece };
    } else if (found?.space !== hover?.space || hover?.piece !== undefined)
      this.player.hover = found ? { space: found.space, beside: true } : null;
  }

  click(event: MouseEvent): void {
    if (this.drag.swallowed()) return;
    const { drafting } = this.player;
    if (drafting) {
      const space = this.#under(event)?.space;
      if (space !== undefined) drafting.tap(space);
      return;
    }
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    const pressed = touch && event.detail === 2 ? this.#under(event)?.piece : undefined;
    // Not every browser makes a double click of two quick touches.
    this.#twice = pressed !== undefined && this.player.clicks.strikes(pressed);
    if (this.#twice) return this.player.clicks.stack(pressed);
    if (this.player.clicks.echoes(event)) return;
    const draft = (event.target as Element).closest<SVGElement>("[data-draft]")?.dataset.draft;
    if (draft !== undefined) return this.player.clicks.draft(draft);
    const found = this.#under(event);
    if (!found) return;
    if (event.ctrlKey || event.metaKey) return void this.player.clicks.withAll(found.space);
    if (found.piece === undefined) {
      if (this.player.clicks.ground(found.space)) this.spread = found.space;
      return;
    }
    const stack = this.drawing.stackAt(found.space);
    if (touch && stack && this.spreads(stack) && this.spread !== stack.space && !this.#standsFor(stack)) {
      this.spread = stack.space;
      return;
    }
    if (handle(event, "spread")) this.player.clicks.pick(found.piece, found.space, event.shiftKey);
    else this.player.clicks.piece(found.piece, found.space, event.shiftKey);
    if (touch)
      this.spread = null; // a finger cannot leave, so its choice closes the stack
    else if (this.player.choosing.stack.piece === found.piece && !event.shiftKey) {
      clearTimeout(this.#dwelling);
      this.#folded = found.space;
      this.spread = null;
    }
  }

  drop(event: PointerEvent): void {
    this.player.drafting?.drop(event);
    this.drag.drop(event);
  }

  /** Give up what is being drawn or carried, and return whether there was anything. */
  cancel(): boolean {
    const drawn = this.player.drafting?.cancel() ?? false;
    return this.drag.cancel() || drawn;
  }

  /** A double click chooses the whole stack. */
  double(event: MouseEvent): void {
    if (this.player.drafting) return;
    const found = this.#under(event);
    if (found?.piece !== undefined && !this.#twice) this.player.clicks.stack(found.piece);
  }

  point(event: PointerEvent): void {
    const { drafting } = this.player;
    if (drafting?.holds && drafting.move(event, this.drawing.model.at(this.drawing.camera.at(event)))) return;
    if (this.drag.move(event)) return;
    if (event.pointerType !== "mouse" || event.buttons !== 0) return;
    this.#rests = event;
    const found = this.#under(event);
    this.#name(found);
    if (found?.piece === undefined) this.#leaveStack();
    else if (!handle(event, "spread")) this.#unfold(found.space, event.shiftKey);
  }

  press(event: PointerEvent): void {
    const found = this.#under(event);
    const { drafting } = this.player;
    if (drafting) drafting.press(event, this.drawing.camera.board!, found?.space ?? null);
    else if (found?.piece !== undefined) this.drag.press(event, this.drawing.camera.board!, found.piece, found.space);
  }
}
