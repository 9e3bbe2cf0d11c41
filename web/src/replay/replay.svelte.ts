import { api, wordsOf } from "../api";
import type { Part, Picture, PastTable } from "../protocol";
import { settings } from "../settings.svelte";
import type { Player } from "../table/context";
import { Film, isShown, type Dot } from "./film";

/** A turn, replayed in twenty seconds. It can be paused, scrubbed, and played on from before any of its dice. */
export class Replay {
  film = $state.raw<Film | null>(null);
  /** The number of seconds since its beginning. */
  time = $state(0);
  playing = $state(false);
  speed = $state(1);
  /** The dice that the player is looking at. */
  dot = $state.raw<Dot | null>(null);
  problem = $state("");
  /** The parts of the game in which there is something to see. The one that goes on ends with the log. */
  parts = $derived.by<Part[]>(() => {
    const { dispatches, log, state } = this.player;
    const all = dispatches.parts.map((part) => (part.over ? part : { ...part, end: log.length, to: state!.plies }));
    return all.filter(({ first, end }) => isShown(log.slice(first, end)));
  });
  /** The last moment of the newest part that is over, or of the current one. */
  newest = $derived.by(() => {
    const over = this.parts.filter((part) => part.over);
    return (over.at(-1) ?? this.parts.at(-1))?.from ?? 0;
  });
  /** Which of the parts is shown. */
  number = $derived.by(() =>
    this.parts.findIndex(({ from, first }) => this.film?.part.first === first && this.film.part.from === from),
  );
  /** How many events of the log have been shown. */
  shown = $derived.by(() => this.film?.shownAt(this.time) ?? 0);
  /** The dice that have fallen by now, newest last. */
  fallen = $derived.by(() => this.film?.dots.filter(({ index }) => index < this.shown) ?? []);
  /** The board on which its part began. */
  #boards: number | undefined;
  #frame = 0;

  constructor(private readonly player: Player) {}

  /** Show the part that contains a moment, from its beginning, or the last part if none does. */
  async open(ply: number): Promise<void> {
    await this.player.dispatches.ready;
    const found = this.parts.filter(({ from }) => from <= ply).at(-1) ?? this.parts[0];
    const { model, log, review } = this.player;
    if (!found || !model || this.film?.part.from === found.from) return;
    this.stop();
    this.problem = "";
    this.dot = null;
    try {
      const start = await review.at(found.from);
      this.film = new Film(model.scene, log, found, start.picture);
      this.time = 0;
      this.#boards = start.boards;
      this.#show(start);
      void this.#learn(this.film);
      if (settings.pace > 0) this.play();
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  /** Fetch the true table at the beginning of each stretch and at the end, and the chances of all dice. */
  async #learn(film: Film): Promise<void> {
    const { player } = this;
    const { part, stretches, log, dots } = film;
    const places = [
      ...stretches.slice(1).map(({ index }) => ({ index, ply: log[index]!.ply })),
      { index: part.end, ply: part.to },
    ];
    for (const { index, ply } of places) {
      const { picture } = await api.at(player.id, ply);
      if (this.film !== film) return;
      film.learn(index, picture);
    }
    for (const { event } of dots) {
      if (this.film !== film) return;
      if (event.kind === "roll") await player.foresight.askDie(event);
    }
  }

  play(): void {
    const { film } = this;
    if (!film) return;
    if (this.time >= film.length) this.time = 0;
    this.dot = null;
    this.playing = true;
    let before = performance.now();
    const step = (now: number): void => {
      const passed = ((now - before) / 1000) * this.speed;
      before = now;
      this.#go(this.time + passed);
      if (this.time >= film.length) this.stop();
      else if (this.playing) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.playing = false;
  }

  toggle(): void {
    if (this.playing) this.stop();
    else this.play();
  }

  /** Go to a time and pause there. */
  seek(time: number): void {
    this.stop();
    this.dot = null;
    this.#go(time);
  }

  /** Pause right after some dice, and look at them. */
  look(dot: Dot): void {
    this.seek(dot.at);
    this.dot = dot;
  }

  /** Go to the next dice, or the previous ones. */
  step(by: number): void {
    const dots = this.film?.dots ?? [];
    const passed = dots.filter(({ at }) => at <= this.time).length;
    const now = this.dot ? dots.indexOf(this.dot) : passed - (by < 0 ? 0 : 1);
    const next = dots[now + by];
    if (next) this.look(next);
    else this.seek(by < 0 ? 0 : (this.film?.length ?? 0));
  }

  close(): void {
    if (!this.film) return;
    this.stop();
    this.film = this.dot = null;
    this.player.review.past = null;
  }

  #go(time: number): void {
    const { film } = this;
    if (!film) return;
    const before = this.shown;
    this.time = Math.min(film.length, Math.max(0, time));
    if (this.shown !== before) this.#show({ picture: film.picture(this.shown), ...this.#place(film) });
  }

  #place(film: Film): Omit<PastTable, "picture"> {
    const ply = this.shown >= film.part.end ? film.part.to : (film.log[this.shown - 1]?.ply ?? film.part.from);
    return { ply, title: "", prompt: "", boards: this.#boards };
  }

  #show(past: PastTable & { picture: Picture }): void {
    this.player.review.past = past;
  }
}
