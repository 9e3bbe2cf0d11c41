import type { Point } from "../../protocol";
import type { Player } from "../../table/context";

interface Table {
  player: Player;
  /** Whether a person can point at things now. */
  pointing: boolean;
  /** Where a pointer is on the board. */
  at: (event: PointerEvent) => Point;
  spaceAt: (at: Point) => string | null;
}

/** How many pixels a pressed pointer moves before the counter under it is lifted. */
const FAR = 6;

/** A counter carried from one space to another by a pressed pointer. Two clicks do the same. */
export class Drag {
  /** The counter that is being carried, where it is held, and the space below it. */
  piece = $state<string | null>(null);
  hand = $state.raw<Point | null>(null);
  over = $state<string | null>(null);

  #pressed: {
    id: number;
    piece: string;
    home: string;
    x: number;
    y: number;
    board: HTMLElement;
    before: string | null;
  } | null = null;
  #swallow = false;

  constructor(private readonly table: () => Table) {}

  /** Whether the pressed pointer holds a counter, so that the ground stays. */
  get holds(): boolean {
    return this.#pressed !== null;
  }

  press(event: PointerEvent, board: HTMLElement, piece: string, home: string): void {
    const { player, pointing } = this.table();
    this.#pressed = null;
    if (!event.isPrimary || event.button !== 0 || !pointing || !player.choosing.pieces.has(piece)) return;
    const before = player.choosing.stack.piece;
    this.#pressed = { id: event.pointerId, piece, home, x: event.clientX, y: event.clientY, board, before };
  }

  /** Handle a move of the pointer, and return whether a counter is being carried. */
  move(event: PointerEvent): boolean {
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.id) return false;
    const { player, at, spaceAt } = this.table();
    if (this.piece === null) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < FAR) return true;
      pressed.board.setPointerCapture(event.pointerId);
      if (!player.choosing.stack.units.includes(pressed.piece)) {
        player.choosing.asked = null;
        player.choosing.stack.also = [];
        player.choosing.stack.piece = pressed.piece;
      }
      this.piece = pressed.piece;
    }
    this.hand = at(event);
    this.over = spaceAt(this.hand);
    return true;
  }

  /** Release the counter: play the action that is possible there, or return the counter and ask for the reason. */
  drop(event: PointerEvent): void {
    const pressed = this.#pressed;
    const { over } = this;
    const carried = this.piece !== null;
    this.#pressed = null;
    if (!pressed || !carried || event.pointerId !== pressed.id) return;
    const { player } = this.table();
    this.#end();
    if (over === null || over === pressed.home) {
      player.choosing.stack.piece = pressed.before;
      return;
    }
    void this.#play(player, over, pressed.before);
  }

  /** Whole paths are requested when a unit is lifted. One that is released at once waits for the answer. */
  async #play(player: Player, over: string, before: string | null): Promise<void> {
    const { choosing } = player;
    if (!choosing.spaces.has(over)) await player.ways.lead();
    const offered = choosing.spaces.has(over);
    player.clicks.space(over);
    if (!offered) choosing.stack.piece = before;
  }

  cancel(): boolean {
    const pressed = this.#pressed;
    this.#pressed = null;
    if (!pressed || this.piece === null) return false;
    this.table().player.choosing.stack.piece = pressed.before;
    this.#end();
    return true;
  }

  /** Whether a click merely ends a drag. */
  swallowed(): boolean {
    return this.#swallow;
  }

  #end(): void {
    this.piece = null;
    this.hand = null;
    this.over = null;
    this.#swallow = true;
    setTimeout(() => (this.#swallow = false));
  }
}
