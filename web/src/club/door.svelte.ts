import { api } from "../api";
import { atALink } from "../house/mark";

/** The code of the club. Only a server that has a club loads it. */
type Club = (typeof import("./club.svelte"))["club"];

class Door {
  /** The club of this server; null without one, and until the server has told. */
  club = $state.raw<Club | null>(null);
  /** Whether the dialog of the club is open. */
  sheet = $state(false);
  #opening: Promise<Club | null> | undefined;

  /** Load the club of this server, once. Returns null without one. */
  open(): Promise<Club | null> {
    this.#opening ??= this.#load();
    this.#opening.catch(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #load(): Promise<Club | null> {
    if (atALink() || !(await api.health()).club) return null;
    const { club } = await import("./club.svelte");
    await club.load();
    return (this.club = club);
  }
}

export const door = new Door();
