/** The chosen units: one, and those of its stack that go along. */
export class Stack {
  piece = $state<string | null>(null);
  /** Further units of the stack that go along with the chosen one. */
  also = $state.raw<string[]>([]);
  /** Whether the chosen unit is still chosen from its last move. A click on another unit then means that one. */
  kept = $state(false);
  /** Units that turned out not to be able to go along with the chosen one. */
  #apart = $state.raw<string[]>([]);
  units = $derived(this.piece === null ? [] : [this.piece, ...this.also]);

  /** Handle a new question: the unit stays chosen, if it does, alone. */
  alone(): void {
    this.also = [];
    this.#apart = [];
  }

  /** Choose a unit, together with others of its stack. */
  choose(piece: string | null, others: string[] = []): void {
    this.kept = false;
    this.piece = piece;
    this.also = others;
  }

  /** Choose the next unit after one has moved. A click on another unit then means that one. */
  goOn(piece: string): void {
    this.piece = piece;
    this.kept = true;
  }

  /** Let another unit of the stack go along, or stay behind. */
  together(unit: string): void {
    if (unit === this.piece) {
      // Another one of the moving units is the first of them now.
      this.piece = this.also[0] ?? null;
      this.also = this.also.slice(1);
      return;
    }
    this.also = this.also.includes(unit) ? this.also.filter((one) => one !== unit) : [...this.also, unit];
  }

  /** The others cannot go along, and stay behind from now on. */
  part(): void {
    this.#apart = [...this.#apart, ...this.also];
    this.also = [];
  }

  isApart(unit: string): boolean {
    return this.#apart.includes(unit);
  }
}
