import { Unreachable, wordsOf } from "../api";
import type { Challenge, ClubGame, ClubGames } from "../protocol";
import { words } from "../words/club";
import { club } from "./club.svelte";

/** How often the lists are loaded while the page is visible, in milliseconds. */
const EVERY = 4000;

/**
 * The lists of the lobby. They follow the club while the page is visible. While the pointer is over them, their rows
 * change, but none comes, goes or moves.
 */
export class Lists {
  now = $state.raw<ClubGames | null>(null);
  problem = $state("");
  /** Whether the club did not answer. */
  offline = $state(false);
  #next: ClubGames | null = null;
  #held = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  /** Load the lists again and again. Returns what ends it. */
  follow(): () => void {
    const load = async (): Promise<void> => {
      if (!document.hidden) await this.load(false);
      if (!this.#over) this.#timer = setTimeout(() => void load(), EVERY);
    };
    void load();
    return () => {
      this.#over = true;
      clearTimeout(this.#timer);
    };
  }

  /** Load the lists. `asked`: after something that the member did, whose effect they see at once. */
  async load(asked = true): Promise<void> {
    try {
      const found = await club.games();
      this.problem = "";
      this.offline = false;
      this.#next = found;
      if (club.info) club.info = { ...club.info, notices: found.notices ?? 0 };
      this.now = this.#held && !asked && this.now ? inPlace(this.now, found) : found;
    } catch (error) {
      this.offline = error instanceof Unreachable;
      this.problem = this.offline ? words.offline : wordsOf(error);
    }
  }

  /** The pointer has come. */
  hold = (): void => void (this.#held = true);

  /** The pointer has left. */
  release = (): void => {
    this.#held = false;
    if (this.#next) this.now = this.#next;
  };
}

function inPlace(now: ClubGames, found: ClubGames): ClubGames {
  const games = (old: ClubGame[], fresh: ClubGame[]): ClubGame[] =>
    old.map((row) => fresh.find(({ game }) => game.id === row.game.id) ?? row);
  const challenges = (old: Challenge[], fresh: Challenge[]): Challenge[] =>
    old.map((row) => fresh.find(({ id }) => id === row.id) ?? row);
  return {
    ...found,
    mine: games(now.mine, found.mine),
    challenges: challenges(now.challenges, found.challenges),
    watch: games(now.watch, found.watch),
    finished: games(now.finished, found.finished),
  };
}
