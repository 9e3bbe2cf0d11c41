/** How many pixels a pressed pointer moves before it draws. */
const FAR = 6;

interface Stroke {
  id: number;
  x: number;
  y: number;
  board: HTMLElement;
  passed: string[];
  drawing: boolean;
}

/** A line that the pressed pointer draws over the spaces of a map. */
export class Trace {
  #stroke = $state.raw<Stroke | null>(null);
  #swallow = false;

  /** Whether the pointer is pressed, so that the ground stays. */
  get holds(): boolean {
    return this.#stroke !== null;
  }

  /** The spaces under the line, in order; empty until the pointer draws. */
  get passed(): string[] {
    return this.#stroke?.drawing ? this.#stroke.passed : [];
  }

  /** Whether a click is the end of a line rather than a choice of a space. */
  get swallows(): boolean {
    return this.#swallow;
  }

  press(event: PointerEvent, board: HTMLElement, space: string | null): void {
    const { pointerId: id, clientX: x, clientY: y } = event;
    const begins = event.isPrimary && event.button === 0 && space !== null;
    this.#stroke = begins ? { id, x, y, board, passed: [space], drawing: false } : null;
  }

  /** Follow the pointer, and return whether it is pressed. */
  move(event: PointerEvent, space: string | null): boolean {
    const stroke = this.#stroke;
    if (!stroke || event.pointerId !== stroke.id) return false;
    if (!stroke.drawing && Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) < FAR) return true;
    if (!stroke.drawing) stroke.board.setPointerCapture(event.pointerId);
    const passed = space === null || stroke.passed.at(-1) === space ? stroke.passed : [...stroke.passed, space];
    this.#stroke = { ...stroke, passed, drawing: true };
    return true;
  }

  /** End the line, and return its spaces; null if there is none. */
  drop(event: PointerEvent): string[] | null {
    const stroke = this.#stroke;
    this.#stroke = null;
    if (!stroke?.drawing || event.pointerId !== stroke.id) return null;
    this.#swallow = true;
    setTimeout(() => (this.#swallow = false));
    return stroke.passed;
  }

  /** Forget the line, and return whether there was one. */
  cancel(): boolean {
    const drew = this.#stroke?.drawing === true;
    this.#stroke = null;
    return drew;
  }
}
