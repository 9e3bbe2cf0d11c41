import { atALink, folder, type Part } from "./mark";
import type { NotKept, Why } from "./messages";

/** How far the back end has loaded, and what the browser keeps of it. */
class State {
  loaded = $state<Record<Part, number>>({ python: 0, library: 0, games: 0 });
  ready = $state(false);
  failed = $state.raw<{ why: Why; what: string } | null>(null);
  stopped = $state(false);
  /** Games that are to begin as soon as the back end answers. */
  waiting = $state(0);
  /** Whether all its files are kept for offline visits. */
  offline = $state(false);
  /** Why they are not, if the browser has tried. */
  notKept = $state.raw<NotKept | null>(null);
  /** Whether a newer version has been loaded and waits. */
  newer = $state(false);
  /** Whether the host has a newer version than this page, as far as is known. */
  host = $state<"asked" | "unknown" | "same" | "newer">("asked");
  readonly parts: Record<Part, number> = atALink() ? folder().parts : { python: 0, library: 0, games: 0 };
  readonly bytes = $derived(Object.values(this.loaded).reduce((sum, bytes) => sum + bytes, 0));
  readonly of = Object.values(this.parts).reduce((sum, bytes) => sum + bytes, 0);
  readonly begun = performance.now();
}

export const state = new State();
