import { createContext, type Snippet } from "svelte";
import type { BoardModel } from "../board/model";
import type { Attacks } from "../choose/attacks.svelte";
import type { InOrder } from "../choose/order.svelte";
import type { Choosing } from "../choose/choosing.svelte";
import type { Clicks } from "../choose/clicks.svelte";
import type { Foresight } from "../choose/foresight.svelte";
import type { Ways } from "../choose/ways.svelte";
import type { Reader } from "../example/reader.svelte";
import type { Coach } from "../lesson/coach.svelte";
import type { GameEvent, GameInfo, Intent, Overlay, Picture, State } from "../protocol";
import type { Dispatches } from "../replay/dispatches.svelte";
import type { Expected } from "../side/log/expected.svelte";
import type { Replay } from "../replay/replay.svelte";
import type { Playback } from "./playback.svelte";
import type { Queue } from "./queue";
import type { Review } from "./review.svelte";
import type { Section } from "./sections";
import type { Card } from "./session.svelte";

/** The hand of a player who draws on the map instead of playing: what a press, a move and a tap there mean. */
export interface Drafting {
  /** Whether the pressed pointer draws, so that the ground stays. */
  readonly holds: boolean;
  press(event: PointerEvent, board: HTMLElement, space: string | null): void;
  /** Handle a move of the pointer, and return whether it draws. */
  move(event: PointerEvent, space: string | null): boolean;
  drop(event: PointerEvent): void;
  cancel(): boolean;
  /** Handle a click or the Enter key on a space. */
  tap(space: string): void;
}

/**
 * What a table shows, for everything that draws and describes it. It may change what the player looks at, never the
 * game.
 */
export interface Table {
  readonly id: string;
  readonly model: BoardModel | null;
  readonly picture: Picture | null;
  readonly state: State | null;
  readonly info: GameInfo | null;
  readonly log: GameEvent[];
  /** The log as far as it has been shown. */
  readonly told: GameEvent[];
  readonly playback: Playback;
  readonly review: Review;
  readonly replay: Replay;
  readonly dispatches: Dispatches;
  readonly expected: Expected;
  readonly reader: Reader;
  readonly sections: Section[];
  readonly section: Section | null;
  readonly queue: Queue | null;
  readonly intent: Intent | null;
  /** The units in the attack that is being formed. */
  readonly forming: ReadonlySet<string>;
  /** The seat that the player holds by a key. */
  readonly held: string | null;
  readonly view: { k: number; x: number; y: number; width: number; height: number };
  lookedAt: number | null;
  /** What the pointer or the focus is on. */
  hover: { space?: string; piece?: string; beside?: boolean } | null;
  flash: { piece?: string; space?: string };
  marked: string[];
  /** The overlays of the current table that a player has requested. */
  asked: Overlay[];
  seatName(seat: string): string;
  pieceName(piece: string): string | undefined;
  openClause(id: string): void;
  tell(intent: Intent | null | undefined): void;
  /** What is drawn over the counters of a moment. */
  overlay: Snippet<[{ model: BoardModel; k: number; size: number; textScale: number }]> | null;
  /** How many changes of studies this page has heard of. */
  readonly studied: number;
  /** Whether the next best plan is shown in place of the best. */
  readonly second: boolean;
  nextBest(): Promise<void>;
  leaveRolls(event: Event, within: string): void;
}

/** A table, and what its player does there. */
export interface Player extends Table {
  readonly choosing: Choosing;
  readonly clicks: Clicks;
  /** The hand that draws on the map, while the player gives orders. */
  readonly drafting: Drafting | null;
  readonly attacks: Attacks;
  readonly inOrder: InOrder;
  readonly ways: Ways;
  readonly foresight: Foresight;
  readonly coach: Coach;
  readonly asking: boolean;
  readonly humanTurn: boolean;
  readonly pointing: boolean;
  readonly watching: boolean;
  readonly busy: boolean;
  /** Whether the player uses a finger, which cannot point at a thing before choosing it. */
  readonly finger: boolean;
  /** The card that is over the map. */
  readonly card: Card | null;
  listOpen: boolean;
}

export const [getTable, setTable, hasTable] = createContext<Table>();
export const [getPlayer, setPlayer] = createContext<Player>();
