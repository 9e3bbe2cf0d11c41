import type { Card, GameEvent, Picture, Roll, TrackValue, Volley } from "../protocol";
import { settings } from "../settings.svelte";

/** One event applied to a picture: an approximate step for the animation. The true picture follows at the end. */
export function after(picture: Picture, event: GameEvent): Picture {
  const changed = change(picture, event);
  if (!event.step || event.step === changed.step) return changed;
  return { ...(event.kind === "step" ? cleared(changed) : changed), step: event.step };
}

/** The states of a piece that are over with the step in which it acts. */
const OF_A_STEP = ["active", "acted", "moved", "spent", "owes", "owed"];

/** Take off what belongs to one step: battles, arrows, and who has acted in it. */
function cleared(picture: Picture): Picture {
  const pieces = picture.pieces.map((piece) =>
    piece.states?.some((state) => OF_A_STEP.includes(state))
      ? { ...piece, states: piece.states.filter((state) => !OF_A_STEP.includes(state)) }
      : piece,
  );
  return { ...picture, pieces, combat: undefined, queue: undefined, arrows: undefined };
}

function change(picture: Picture, event: GameEvent): Picture {
  switch (event.kind) {
    case "move": {
      const moved = picture.pieces.find((piece) => piece.id === event.piece);
      const to = typeof event.to === "string" ? event.to : null;
      if (to === null || event.piece === undefined) return picture;
      const rest = picture.pieces.filter((piece) => piece.id !== event.piece);
      return { ...picture, pieces: [...rest, { ...(moved ?? { id: event.piece }), at: to }] };
    }
    case "flip":
      return {
        ...picture,
        pieces: picture.pieces.map((piece) => (piece.id === event.piece ? { ...piece, face: event.face } : piece)),
      };
    case "loss":
      return { ...picture, pieces: picture.pieces.filter((piece) => piece.id !== event.piece) };
    case "strength":
      return {
        ...picture,
        pieces: picture.pieces.map((piece) => (piece.id === event.piece ? { ...piece, strength: event.to } : piece)),
      };
    case "control":
      if (event.space === undefined || typeof event.to !== "string") return picture;
      return { ...picture, control: { ...picture.control, [event.space]: event.to } };
    case "track":
      if (event.track === undefined) return picture;
      return { ...picture, tracks: { ...picture.tracks, [event.track]: event.to ?? null } };
    case "card": {
      const deck = event.deck === undefined ? undefined : picture.decks?.[event.deck];
      if (!deck || event.deck === undefined || event.card === undefined) return picture;
      // A card without a line returns to a hand.
      const seen = event.line
        ? [...(deck.seen ?? []), { card: event.card, line: event.line }]
        : (deck.seen ?? []).filter(({ card }) => card !== event.card);
      return { ...picture, decks: { ...picture.decks, [event.deck]: { ...deck, seen } } };
    }
    case "turn": {
      const decks: NonNullable<Picture["decks"]> = {};
      for (const [id, deck] of Object.entries(picture.decks ?? {})) decks[id] = { ...deck, seen: [] };
      return { ...picture, turn: event.number ?? picture.turn, decks };
    }
    default:
      return picture;
  }
}

/** A piece that is lost without having been seen first appears in place of a hidden piece at its position. */
export function turnedUp(picture: Picture, event: GameEvent): Picture {
  if (event.kind !== "loss" || picture.pieces.some(({ id }) => id === event.piece)) return picture;
  const there = picture.pieces.findIndex((one) => one.hidden && one.at === event.from);
  if (there < 0) return picture;
  const known = { id: event.piece, at: picture.pieces[there]!.at, flat: true };
  return { ...picture, pieces: picture.pieces.map((one, index) => (index === there ? known : one)) };
}

const PAUSE: Record<string, number> = {
  move: 260,
  flip: 180,
  loss: 320,
  control: 60,
  track: 50,
  card: 750,
  mark: 60,
  volley: 1500,
  strength: 160,
  finding: 500,
};
const rollTime = (event: Roll): number => 900 + 110 * ((event.modifiers?.length ?? 0) + (event.shifts?.length ?? 0));
/** How long a roll can be read before another player's next one replaces it on the panel. */
const READING = 1600;
/** How long a drawn card stays by the map, unless a click or key sends it to its row earlier. */
const LYING = 5000;
/** How long the dice of a battle are stamped on the map, unless a click or key ends it. */
const STAMPED = 900;
/** How many rolls of the other players stay on the panel, to look at again. */
const KEPT = 8;

export const isDice = (event: GameEvent): event is Roll | Volley => event.kind === "roll" || event.kind === "volley";

/** Shows what happened, event by event, then rests on the true picture. Any key or click skips to the end. */
export class Playback {
  picture = $state.raw<Picture | null>(null);
  running = $state(false);
  /** The rolls since your own last action. `shown` is the one on the panel. */
  rolls = $state.raw<Roll[]>([]);
  shown = $state(0);
  open = $state(false);
  /** How many times as fast as the settings say everything is shown. */
  speed = $state(1);
  /** Whether its whole table is over the map. */
  whole = $state(false);
  card = $state.raw<Card | null>(null);
  previous = $state.raw<Record<string, TrackValue>>({});
  trail = $state.raw<string[]>([]);
  /** The pieces that are lost in the events being shown. */
  lost: ReadonlySet<string | undefined> = new Set();
  /** How many events came last, and how many of them are still to be shown. */
  came = $state(0);
  left = $state(0);
  /** How many events before the end of the log the dice begin that are stamped on the map; 0 for none. */
  struck = $state(0);
  /** Whether dice are what is being shown now. */
  rolling = $state(false);
  /** Whether the player is still looking at them: until the next click or key. */
  recent = $state(false);
  /** Resolves when everything has been shown. */
  done: Promise<void> = Promise.resolve();
  #run = 0;
  #skipping = false;
  #closed = false;
  #rolled = 0;
  #fading: ReturnType<typeof setTimeout> | undefined;
  #landing: ReturnType<typeof setTimeout> | undefined;
  #stamping: ReturnType<typeof setTimeout> | undefined;
  #wake: (() => void) | null = null;

  /** Rest on a picture at once. */
  rest(picture: Picture): void {
    this.#run++;
    this.#wake?.();
    this.open = this.whole = this.recent = false;
    this.came = this.left = this.struck = 0;
    this.picture = picture;
    this.running = this.rolling = false;
    this.card = null;
  }

  /** Put an earlier roll on the panel again. */
  review(roll: Roll): void {
    this.rolls = [roll];
    this.shown = 0;
    this.open = true;
    this.#closed = false;
  }

  /** The events being shown are dropped, too. */
  closeRolls(): void {
    this.open = this.whole = this.recent = false;
    this.#closed = true;
  }

  toggleWhole(): void {
    this.whole = this.open && !this.whole;
  }

  skip(): boolean {
    this.struck = 0;
    if (!this.running) {
      this.card = null;
      return false;
    }
    this.#skipping = true;
    this.#wake?.();
    return true;
  }

  /** Whether the player cut the last presentation short. */
  get skipped(): boolean {
    return this.#skipping;
  }

  /** `more`: what others do while the player watches, so that their earlier rolls stay. `still`: show the end at once. */
  async play(events: GameEvent[], final: Picture, { more = false, still = false } = {}): Promise<void> {
    const run = ++this.#run;
    this.#wake?.();
    this.#skipping = still;
    this.previous = this.picture?.tracks ?? {};
    this.trail = events.filter((event) => event.kind === "move").flatMap((event) => event.spaces ?? []);
    this.lost = new Set(events.flatMap((event) => (event.kind === "loss" ? [event.piece] : [])));
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => (this.trail = []), 4000);
    const rolls = events.filter((event) => event.kind === "roll");
    const earlier = more && !this.#closed ? this.rolls.slice(-KEPT) : [];
    this.rolls = [...earlier, ...rolls];
    this.shown = Math.max(0, earlier.length - 1);
    this.open = earlier.length > 0;
    this.#closed = this.whole = false;
    this.card = null;
    clearTimeout(this.#landing);
    this.came = this.left = events.length;
    this.struck = 0;
    this.recent = true;
    const shows = this.picture && events.length < 400 && !still;
    const pace = shows ? settings.pace / this.speed : 0;
    if (shows && pace === 0) this.#stamp(events.length);
    if (pace > 0 && this.picture) {
      this.running = true;
      let picture = this.picture;
      let moved = 0;
      for (const event of events) {
        if (event.kind === "roll" && event === rolls[0] && this.open) {
          const left = this.#rolled + READING * pace - Date.now();
          if (left > 0) await this.#wait(left);
          if (run !== this.#run || this.#skipping) break;
        }
        const shown = turnedUp(picture, event);
        if (shown !== picture) {
          this.picture = shown;
          await this.#wait(PAUSE.flip! * pace);
          if (run !== this.#run || this.#skipping) break;
        }
        picture = after(shown, event);
        this.picture = picture;
        this.rolling = isDice(event);
        if (this.rolling) this.#stamp(this.left);
        this.left--;
        if (event.kind === "card" && event.line) this.card = event;
        if (event.kind === "roll") {
          this.shown = earlier.length + rolls.indexOf(event);
          this.open = !this.#closed;
        }
        let pause = event.kind === "roll" ? rollTime(event) : (PAUSE[event.kind] ?? 0);
        if (event.kind === "move") {
          pause = Math.min(pause, Math.max(0, 900 - moved));
          moved += pause;
        }
        if (pause > 0) await this.#wait(pause * pace);
        if (event.kind === "roll") this.#rolled = Date.now();
        if (run !== this.#run || this.#skipping) break;
      }
    }
    if (run !== this.#run) return;
    this.shown = Math.max(0, this.rolls.length - 1);
    this.open = this.rolls.length > 0 && !this.#closed;
    this.picture = final;
    this.running = this.rolling = false;
    this.left = 0;
    if (this.#skipping || pace === 0) this.card = null;
    else this.#landing = setTimeout(() => (this.card = null), LYING * pace);
  }

  /** Stamp the dice among the last events of the log, as far as they have been shown, at their places. */
  #stamp(events: number): void {
    this.struck = events;
    clearTimeout(this.#stamping);
    this.#stamping = setTimeout(() => (this.struck = 0), STAMPED);
  }

  #wait(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
