import type { GameEvent, Part, Picture, Roll, Scene, Volley } from "../protocol";
import { after, isDice, turnedUp } from "../table/playback.svelte";

/** Dice that fell in a part, at a time from its beginning. */
export interface Dot {
  event: Roll | Volley;
  /** Its place in the log. */
  index: number;
  at: number;
  spaces: string[];
  /** The number of a battle, in the order fought; 0 for dice that fell at no place on the map. */
  number: number;
}

/** A stretch of a part, such as its movement. */
export interface Stretch {
  title: string;
  /** Where and when it begins in the log. */
  index: number;
  at: number;
  moved: number;
  battles: number;
}

/** A path that a unit has taken. `back`: it was driven back. */
export interface Trail {
  from: string;
  to: string;
  back: boolean;
}

/** The length of a whole replay in seconds, and of its shortest form for each thing that it shows. */
export const LONGEST = 20;
const AT_LEAST = 0.4;
/** How long each kind of event is shown, relative to the others. */
const WEIGHT: Partial<Record<GameEvent["kind"], number>> = {
  move: 1,
  flip: 0.5,
  loss: 1.5,
  control: 0.3,
  track: 0.2,
  card: 3,
  strength: 0.5,
  finding: 1.5,
};
/** A fight is shown longer than dice that fell for something else. */
const FOUGHT = 6;
const ROLLED = 2;
/** If there are more steps than these, a stretch is a phase, or a round of steps if there are hardly any phases. */
const FEW = 7;
const PHASES = 3;

/** The place of each step in the sequence of play. A setup, which is played once, has none. */
function orderOf(scene: Scene): Map<string, number> {
  const steps = scene.phases.flatMap((phase) => (phase.once ? [] : phase.steps));
  return new Map(steps.map(({ id }, index) => [id, index]));
}

/** Whether there is anything to see in some events. */
export const isShown = (events: GameEvent[]): boolean => events.some((event) => event.kind === "move" || isDice(event));

/**
 * The dice of some events. A volley belongs to the place that its fight last named, and a roll on a table without good
 * and bad results is not a fight. `first`: the index of the first event in the log. `times`: when each event is shown.
 */
export function dotsOf(scene: Scene, events: GameEvent[], first = 0, times: number[] = []): Dot[] {
  const others = new Set(scene.charts?.flatMap(({ id, verdicts }) => (verdicts ? [] : [id])));
  const dots: Dot[] = [];
  let place: string[] = [];
  let number = 0;
  events.forEach((event, index) => {
    if (event.kind === "note" && event.spaces?.length) place = event.spaces;
    if (!isDice(event)) return;
    const volley = event.kind === "volley";
    const spaces = volley ? place : (event.spaces ?? []);
    const fought = spaces.length > 0 && (volley || !others.has(event.chart));
    const before = dots.at(-1);
    const goesOn = volley && before?.event.kind === "volley" && before.spaces.join() === spaces.join();
    if (fought && !goesOn) number += 1;
    dots.push({ event, index: first + index, at: times[index] ?? 0, spaces, number: fought ? number : 0 });
  });
  return dots;
}

/** A part prepared for showing: the time of each of its events, its dice, and its stretches. */
export class Film {
  readonly dots: Dot[];
  readonly stretches: Stretch[] = [];
  /** The total length in seconds. */
  readonly length: number;
  /** When each event of the part is shown. */
  readonly #at: number[] = [];
  /** Pictures known to be true, by the place of the first event that they do not show yet. */
  readonly #known: { index: number; picture: Picture }[];
  #last: { index: number; picture: Picture };

  constructor(
    readonly scene: Scene,
    readonly log: GameEvent[],
    readonly part: Part,
    start: Picture,
  ) {
    const events = log.slice(part.first, part.end);
    const weights = events.map((event) => this.#weight(event));
    const all = weights.reduce((sum, one) => sum + one, 0) || 1;
    this.length = Math.min(LONGEST, Math.max(2, all * AT_LEAST));
    let time = 0;
    for (const weight of weights) {
      this.#at.push(time);
      time += (weight / all) * this.length;
    }
    this.dots = dotsOf(scene, events, part.first, this.#at);
    this.#cut(events);
    this.#last = { index: part.first, picture: start };
    this.#known = [this.#last];
  }

  #weight(event: GameEvent): number {
    if (isDice(event)) return event.spaces?.length || event.kind === "volley" ? FOUGHT : ROLLED;
    return WEIGHT[event.kind] ?? 0;
  }

  /**
   * A stretch for each step in which there is something to see or, if there are many, for each phase or round of steps.
   */
  #cut(events: GameEvent[]): void {
    const order = orderOf(this.scene);
    const titles = new Map(this.scene.phases.flatMap(({ steps }) => steps).map(({ id, title }) => [id, title]));
    const cut = (begins: (now: number, last: number) => boolean, title: (event: GameEvent) => string): Stretch[] => {
      const found: Stretch[] = [];
      let last = -1;
      events.forEach((event, index) => {
        const now = order.get(event.step ?? "") ?? last;
        if (found.length === 0 || begins(now, last))
          found.push({
            title: title(event),
            index: this.part.first + index,
            at: this.#at[index]!,
            moved: 0,
            battles: 0,
          });
        last = now;
        const stretch = found.at(-1)!;
        if (event.kind === "move" && event.from) stretch.moved += 1;
        if (isDice(event) && event.spaces?.length) stretch.battles += 1;
      });
      return found.filter(({ at }, index) => (found[index + 1]?.at ?? this.length) - at > 0.01);
    };
    const steps = cut(
      (now, last) => now !== last,
      (event) => titles.get(event.step ?? "") ?? "",
    );
    if (steps.length <= FEW) return void this.stretches.push(...steps);
    const played = this.scene.phases.filter(({ once }) => !once);
    const phaseOf = played.flatMap(({ title, steps }, phase) => steps.map(() => ({ title, phase })));
    const phases = cut(
      (now, last) => phaseOf[now]?.phase !== phaseOf[last]?.phase,
      (event) => phaseOf[order.get(event.step ?? "") ?? -1]?.title ?? "",
    );
    if (phases.length >= PHASES) return void this.stretches.push(...phases);
    this.stretches.push(
      ...cut(
        (now, last) => now < last,
        (event) => this.#seatFrom(event) || (titles.get(event.step ?? "") ?? ""),
      ),
    );
  }

  /** The seat that decides first after an event. */
  #seatFrom(event: GameEvent): string {
    const chose = this.log.slice(this.log.indexOf(event), this.part.end).find((one) => one.kind === "chose");
    return this.scene.seats.find(({ id }) => chose?.kind === "chose" && id === chose.seat)?.name ?? "";
  }

  /** How many events of the log have been shown at a time. */
  shownAt(time: number): number {
    const next = this.#at.findIndex((at) => at > time);
    return next < 0 ? this.part.end : this.part.first + next;
  }

  /** The true picture before an event. What follows is drawn from it. */
  learn(index: number, picture: Picture): void {
    this.#known.push({ index, picture });
    this.#known.sort((one, other) => one.index - other.index);
  }

  /** The picture after the events before this place of the log. */
  picture(index: number): Picture {
    const known = this.#known.filter((one) => one.index <= index).at(-1)!;
    const from = this.#last.index <= index && this.#last.index >= known.index ? this.#last : known;
    let { picture } = from;
    for (const event of this.log.slice(from.index, index)) picture = after(turnedUp(picture, event), event);
    this.#last = { index, picture };
    return picture;
  }

  /** The places where anything happens in it. `narrow`: where dice fell, if any did. */
  spaces(narrow: boolean): Set<string> {
    const fought = this.dots.flatMap(({ spaces }) => spaces);
    if (narrow && fought.length) return new Set(fought);
    const events = this.log.slice(this.part.first, this.part.end);
    const moved = events.flatMap((event) => (event.kind === "move" && event.from ? [event.from, event.to] : []));
    return new Set([...moved, ...fought]);
  }

  /** The paths that units have taken before this place of the log, one for those that moved alike. */
  trails(index: number): Trail[] {
    const gone: (Trail & { piece: string })[] = [];
    for (const event of this.log.slice(this.part.first, index)) {
      if (event.kind !== "move" || !event.from || event.from === event.to) continue;
      const back = event.how === "retreat";
      const before = gone.filter(({ piece }) => piece === event.piece).at(-1);
      if (before && before.back === back && before.to === event.from) before.to = event.to;
      else gone.push({ piece: event.piece, from: event.from, to: event.to, back });
    }
    return [...new Map(gone.map(({ from, to, back }) => [`${from} ${to} ${back}`, { from, to, back }])).values()];
  }
}

/** The chance of this number of hits in a volley; undefined if not every die is visible. */
export function chanceOfHits({ fires, hits }: Volley, faces = 6): number | undefined {
  let chances = [1];
  for (const { needs, dice } of fires)
    for (let die = 0; die < dice.length; die++) {
      const hit = Math.min(1, Math.max(0, (faces + 1 - needs) / faces));
      chances = [...chances, 0].map((one, count) => one * (1 - hit) + (chances[count - 1] ?? 0) * hit);
    }
  return chances[hits];
}
