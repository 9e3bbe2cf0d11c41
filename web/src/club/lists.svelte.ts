import { Unreachable, clubLiveUrl, wordsOf } from "../api";
import type { Challenge, ClubGame, ClubGames } from "../protocol";
import { words } from "../words/club";
import { Live } from "../table/live";
import { club } from "./club.svelte";

/** What the club sends to an open lobby: its lists if they have changed, and how many members are here. */
interface News {
  here: number;
  members: number;
  lists?: ClubGames;
}

/**
 * The lists of the lobby, which follow the club. While the pointer is over them, their rows change, but none comes,
 * goes or moves.
 */
export class Lists {
  now = $state.raw<ClubGames | null>(null);
  /** When they came. */
  came = $state(0);
  problem = $state("");
  /** Whether the club did not answer. */
  offline = $state(false);
  #next: ClubGames | null = null;
  #held = false;
  /** How many members have a page open, and how many there are. */
  present = $state.raw<{ here: number; members: number } | null>(null);

  /** Follow the club. Returns what ends it. */
  follow(): () => void {
    const live = new Live(
      clubLiveUrl(),
      null,
      (data) => this.#hear(data as News),
      (up, refusal) => {
        if (refusal) void club.ended(refusal).catch(() => undefined);
        // Asking says why the club is not there, or shows the lists although the connection fails.
        else if (!up) void this.load(false);
      },
    );
    return () => live.close();
  }

  #hear({ here, members, lists }: News): void {
    this.present = { here, members };
    if (lists) this.#take(lists, false);
  }

  #take(found: ClubGames, asked: boolean): void {
    this.problem = "";
    this.offline = false;
    this.came = Date.now();
    this.#next = found;
    if (club.info) club.info = { ...club.info, notices: found.notices ?? 0 };
    this.now = this.#held && !asked && this.now ? inPlace(this.now, found) : found;
  }

  /** Load the lists. `asked`: after something that the member did, whose effect they see at once. */
  async load(asked = true): Promise<void> {
    try {
      this.#take(await club.games(), asked);
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
