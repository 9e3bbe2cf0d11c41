import { call } from "../api";
import type { Clock, Clocks, State } from "../protocol";
import type { Session } from "../table/session.svelte";
import { words } from "../words/clocks";

const MINUTE = 60_000;
/** How often the shown times change, in milliseconds. */
const TICK = 250;
/** By how many milliseconds the browser's clock may depart from its timer until the server is asked again. */
const JUMP = 2000;
/** After how many milliseconds the server is asked again: it does not report another player's vacation. */
const AGE = MINUTE;
/** The minutes at whose ends the clock is read out, besides a half and a tenth of the bank. */
const LAST_MINUTES = [5, 4, 3, 2, 1];

const apart = (): number => Date.now() - performance.now();

/** The clocks of a game. The server's clock counts; the page ticks on from its last answer. */
export class Timing {
  told = $state.raw<Clocks | null>(null);
  /** The server's time in milliseconds. */
  now = $state(0);
  /** What a screen reader says. */
  news = $state("");
  /** What the server's clock is ahead of the browser's. */
  #ahead = 0;
  /** The browser's clock less its timer: it changes when somebody sets the clock, or when the computer has slept. */
  #apart = 0;
  #loads = 0;
  /** When the server was last asked, by the browser's timer. */
  #asked = 0;

  constructor(private readonly session: Session) {}

  /** The clocks, my own first. */
  clocks = $derived(
    [...(this.told?.clocks ?? [])].sort((one, other) => Number(this.#mine(other)) - Number(this.#mine(one))),
  );
  running = $derived(this.told?.paused ? undefined : this.told?.clocks?.find((clock) => clock.running));
  mine = $derived(this.told?.clocks?.find((clock) => this.#mine(clock)));
  /** The clock whose time is up. */
  up = $derived(this.running && this.left(this.running) <= 0 ? this.running : undefined);

  #mine(clock: Clock): boolean {
    return this.told?.mine?.includes(clock.seat) ?? false;
  }

  isMine = (clock: Clock): boolean => clock.seat === this.mine?.seat;

  /** The name of the player of a clock. */
  who = (clock: Clock): string => (this.isMine(clock) ? words.you : clock.name || this.session.seatName(clock.seat));

  /** The end of a player's vacation, if it is still to come. */
  until = (clock: Clock): number | null => {
    const end = clock.until ? Date.parse(clock.until) : 0;
    return end > this.now ? end : null;
  };

  /** The time that is left on a clock, in milliseconds. */
  left(clock: Clock): number {
    if (!this.told || this.told.paused || !clock.running) return clock.left;
    const from = Math.max(Date.parse(this.told.at), clock.until ? Date.parse(clock.until) : 0);
    return clock.left - Math.max(0, this.now - from);
  }

  /** When a clock that runs comes to a share of the bank; null if it has passed it or does not run. */
  reaches(clock: Clock, share: number): number | null {
    const time = this.left(clock) - share * (this.told?.bank ?? 0);
    return clock === this.running && time > 0 ? Math.max(this.now, this.until(clock) ?? 0) + time : null;
  }

  /** Tick until the returned function is called. */
  tick(): () => void {
    const timer = setInterval(() => this.#tick(), TICK);
    return () => clearInterval(timer);
  }

  #tick(): void {
    const clock = this.running;
    const before = clock && this.left(clock);
    if (Math.abs(apart() - this.#apart) > JUMP) {
      this.#apart = apart();
      this.load().catch(() => undefined);
      return;
    }
    if (!document.hidden && performance.now() - this.#asked > AGE) this.load().catch(() => undefined);
    this.now = Date.now() + this.#ahead;
    if (clock && before !== undefined) this.#read(clock, before, this.left(clock));
  }

  /** Read a clock out if it has come to a mark. */
  #read(clock: Clock, before: number, after: number): void {
    const bank = this.told?.bank ?? 0;
    const passes = (mark: number): boolean => before > mark && after <= mark;
    const who = this.who(clock);
    if (passes(bank / 2)) this.news = words.halfLeft(who, words.long(bank / 2));
    else if (passes(bank / 10)) this.news = words.tenthLeft(who, words.long(bank / 10));
    else {
      const minute = LAST_MINUTES.find((count) => passes(count * MINUTE));
      if (minute !== undefined) this.news = words.stillLeft(who, words.long(minute * MINUTE));
    }
  }

  #ask<T>(method: string, rest: string, body?: unknown): Promise<T> {
    const game = encodeURIComponent(this.session.id);
    return call<T>(method, `/club/games/${game}/${rest}`, body, this.session.key ?? undefined);
  }

  #hear(told: Clocks): void {
    this.told = told;
    this.#ahead = Date.parse(told.at) - Date.now();
    this.#apart = apart();
    this.now = Date.parse(told.at);
  }

  async load(): Promise<void> {
    const load = ++this.#loads;
    this.#asked = performance.now();
    const told = await this.#ask<Clocks>("GET", "clocks");
    if (load === this.#loads) this.#hear(told);
  }

  /** Ask for a pause, or withdraw or end it. */
  async pause(asks: boolean): Promise<void> {
    this.#hear(await this.#ask<Clocks>("PUT", "pause", { asks }));
  }

  /** Claim the game of a player whose time is up, or give the seat to a bot. */
  async claim(bot?: string): Promise<void> {
    const state = await this.#ask<State>("POST", "claim", { version: this.session.state!.version, bot });
    await this.session.link.adopt(state);
  }

  /** Begin a vacation of some days, or end the present one. */
  async vacation(days: number | null): Promise<void> {
    await (days === null ? call("DELETE", "/club/me/vacation") : call("POST", "/club/me/vacation", { days }));
    await this.load();
  }
}
