/** The JSON forms of docs/protocol.md. Coordinates are board units, y grows down. */
export type Point = [number, number];
export type Tone = "a" | "b" | "c" | "d" | "e" | "f";
export type Judgement = "bad" | "good" | "plain";

export interface Space {
  id: string;
  label: string;
  name: string;
  kind: "area" | "hex" | "box";
  shape?: Point[];
  counters?: Point;
  markers?: Point;
  text?: Point;
  text_width?: number;
  features?: string[];
  terrain?: string;
  neighbours?: string[];
  /** Where the pieces of a box stand, in their order. */
  slots?: Point[];
  origin?: string;
}
/** A board of hexes told row by row. */
export interface HexGrid {
  orientation: "flat" | "pointy";
  pitch: number;
  origin: Point;
  shifted: "odd" | "even";
  ids: string[];
  terrain?: string[];
  codes?: Record<string, string>;
}
export interface Border {
  spaces: [string, string];
  kind: "open" | "river" | "blocked";
  points?: Point[];
}
interface Drawn {
  style: string;
  /** First and last level of the zoom at which it is drawn. */
  levels?: [number, number];
}
export type Scenery = Drawn &
  (
    | { kind: "fill"; shape: Point[]; holes?: Point[][] }
    | { kind: "line"; width?: number; points: Point[]; name?: string; rank?: number }
    | { kind: "place"; rank?: number; at: Point; name: string; names?: Point[] }
    | { kind: "text"; points: Point[]; name: string; size?: number; spacing?: number }
  );
export interface TrackMark {
  at: number;
  text: string;
  tone?: Judgement;
}
export interface Track {
  id: string;
  title: string;
  kind: "scale" | "dial" | "boxes" | "states";
  min?: number;
  max?: number;
  board?: string;
  marks?: TrackMark[];
  states?: string[];
  spaces?: string[];
  values?: Record<string, string>;
  clauses?: string[];
  primary?: boolean;
}
/** A table as the rulebook prints it. */
export interface Chart {
  id: string;
  title: string;
  columns: string[];
  rows: string[][];
  modifiers?: string[];
  note?: string;
  clauses?: string[];
}
export interface CardLine {
  id: string;
  label: string;
  text: string;
}
export interface PlayingCard {
  id: number;
  title: string;
  lines: CardLine[];
  origin?: string;
}
export interface Deck {
  id: string;
  title: string;
  size: number;
  cards: PlayingCard[];
  /** What one of them is called, where it is not a card. */
  card?: string;
}
export interface PieceSymbol {
  sidc?: string;
  letters?: string;
  block?: boolean;
  echelon?: string;
}
export interface Piece {
  id: string;
  name: string;
  label: string;
  side: string;
  tone?: Tone;
  symbol: PieceSymbol;
  kind?: string;
  faces?: string[];
  /** The factors of each face, at the counter's foot. */
  figures?: string[];
  steps?: number;
}
export interface MarkKind {
  id: string;
  name: string;
  symbol: string;
  filled?: boolean;
  clauses?: string[];
}
export interface Phase {
  id: string;
  title: string;
  steps: { id: string; title: string; clauses?: string[] }[];
  once?: boolean;
}
export interface Scene {
  game: string;
  title: string;
  edition?: string;
  unit?: string;
  frame: [number, number, number, number];
  counter: { side: number; gap: number; depth?: number };
  seats: { id: string; name: string; side?: string }[];
  sides: { id: string; name: string; tone: Tone }[];
  notice?: string;
  phases: Phase[];
  spaces: Space[];
  grid?: HexGrid | null;
  /** Screen pixels a board unit at which each level of the zoom after the first begins. */
  levels?: number[];
  /** How one, two, three counters stand in a hex, from its anchor. */
  stacks?: { side: number; at: Point[] }[];
  borders?: Border[];
  terrains?: { id: string; name: string; fill: string }[];
  scenery?: Scenery[];
  tracks?: Track[];
  charts?: Chart[];
  decks?: Deck[];
  pieces: Piece[];
  marks?: MarkKind[];
  options?: { name: string; value: unknown }[];
}
export interface PieceOnTable {
  id: string;
  at: string;
  face?: string;
  states?: string[];
  side?: string;
  hidden?: boolean;
  strength?: number | null;
  flat?: boolean;
}
export interface MarkOnTable {
  mark: string;
  at: string;
  count?: number;
  text?: string;
}
export interface DeckState {
  draw?: number;
  discard?: number[];
  removed?: number[];
  seen?: { card: number; line?: string }[];
}
export interface Overlay {
  id: string;
  title: string;
  kind: "reach" | "zone" | "range" | "supply" | "line";
  spaces?: string[];
  values?: Record<string, string>;
  lines?: string[][];
  side?: string;
  shown?: boolean;
}
export interface Hand {
  id: string;
  title: string;
  seat: string;
  deck: string;
  count: number;
  cards?: number[];
}
export type TrackValue = number | string | null;
export interface Picture {
  turn: number;
  phase?: string;
  step?: string;
  headline?: string;
  control?: Record<string, string>;
  pieces: PieceOnTable[];
  marks?: MarkOnTable[];
  tracks?: Record<string, TrackValue>;
  notes?: Record<string, string>;
  held?: { id: string; title: string; text?: string; clauses?: string[] }[];
  decks?: Record<string, DeckState>;
  arrows?: { kind: string; piece?: string; from: string; to: string }[];
  overlays?: Overlay[];
  hands?: Hand[];
  pools?: { id: string; title: string; count: number; pieces?: string[] }[];
  lost?: string[];
  standing?: string;
}
export interface Action {
  text: string;
  verb: string;
  label: string;
  cost?: string;
  piece?: string;
  space?: string;
  card?: number;
  /** All that the action names, where piece and space do not say it all. */
  nouns?: { kind: string; id: string }[];
  /** A way of several steps: the actions that are played in one go, this one last; the spaces on it; what to know. */
  route?: string[];
  path?: string[];
  note?: string;
  /** What a face of a die would give, where that is known beforehand. */
  total?: number;
  result?: string;
  row?: number;
  column?: number;
}
export interface Verb {
  verb: string;
  title: string;
  note?: string;
  cost?: string;
  open: boolean;
  why?: { text: string; clauses?: string[] };
  weight?: "main" | "normal" | "grave";
  /** Open at every decision, no part of this one. */
  standing?: boolean;
}
/** One thing that a piece, or a stack, may do: an action, or a way of several. */
export interface PieceChoice {
  actions: string[];
  verb: string;
  label: string;
  space?: string;
  cost?: string;
  path?: string[];
  note?: string;
}
/** A roll, draw or lot that a person types in. */
export interface Chance {
  kind: "die" | "card" | "lot";
  faces?: number;
  chart?: string;
  deck?: string;
  /** What is known of a roll beforehand. */
  modifiers?: Modifier[];
  /** The column of the table before the shifts. */
  start?: number;
  shifts?: Modifier[];
  spaces?: string[];
  pieces?: string[];
}
export interface Decision {
  seat: string;
  box?: string;
  step?: string;
  title?: string;
  prompt: string;
  help?: string;
  clauses?: string[];
  purse?: { track?: string; title: string; value: TrackValue }[];
  actions: Action[];
  verbs?: Verb[];
  /** The pieces that have a choice, and whether `actions` holds all that they may do. */
  pieces?: string[];
  listed?: boolean;
  chance?: Chance;
}
export interface Modifier {
  value: number;
  text: string;
  clauses?: string[];
}
export interface GameEvent {
  kind: string;
  ply: number;
  turn?: number;
  step?: string;
  text?: string;
  who?: string;
  clauses?: string[];
  spaces?: string[];
  pieces?: string[];
  number?: number;
  title?: string;
  phase?: string;
  seat?: string;
  action?: string;
  chart?: string;
  dice?: number[];
  modifiers?: Modifier[];
  start?: number | null;
  shifts?: Modifier[];
  total?: number | null;
  row?: number | null;
  column?: number | null;
  result?: unknown;
  audience?: string[];
  deck?: string;
  card?: number;
  line?: string | null;
  piece?: string;
  from?: TrackValue;
  to?: TrackValue;
  how?: string;
  face?: string;
  mark?: string;
  at?: string;
  change?: number;
  track?: string;
  space?: string;
  id?: string;
  gained?: boolean;
}
export interface Result {
  winner?: string | null;
  level?: string;
  points?: number;
  why?: string;
  sum?: { text: string; points: number; clauses?: string[] }[];
  notes?: { text: string; clauses?: string[] }[];
}
/** Something to read before the game goes on; `show` are ids of spaces, pieces and tracks, `roll` counts from 1. */
export interface Page {
  text: string;
  show?: string[];
  roll?: number;
}
export interface Lesson {
  name: string;
  title: string;
  number: number;
  of: number;
  text?: string;
  task?: string;
  accepts?: string[];
  action?: Action | null;
  opening?: Page[];
  pages?: Page[];
  done?: boolean;
}
export interface State {
  id: string;
  name: string;
  version: number;
  game: string;
  seats: Record<string, string>;
  dice?: string;
  over: boolean;
  result?: Result | null;
  picture: Picture;
  decision?: Decision | null;
  undo: { free: number; practice: number; redo: number; entry?: number };
  /** Whose view this is; missing where it is what everybody sees. */
  viewer?: string;
  /** Its seats are held by keys. */
  held?: boolean;
  /** The game hides something from a seat. */
  secrets?: boolean;
  /** The key of each seat, told once, to whoever begins a held match. */
  keys?: Record<string, string>;
  asked?: UndoAsked;
  practice_used?: number;
  plies: number;
  lesson?: Lesson | null;
  events?: GameEvent[];
}
/** What one seat asks the others to take back: everything after the ply `to`. */
export interface UndoAsked {
  seat: string;
  to: number;
  count: number;
  agreed: string[];
}
export interface Presence {
  here: boolean;
  /** When the seat's last tab was closed, where that is known. */
  since?: string;
}
export interface ChatLine {
  number: number;
  at: string;
  text: string;
  /** Missing where the table itself says something. */
  seat?: string;
}
export interface Company {
  presence: Record<string, Presence>;
  lines: ChatLine[];
}
export interface MatchCard {
  id: string;
  name: string;
  game: string;
  title: string;
  turn?: number;
  headline?: string;
  standing?: string;
  over: boolean;
  result?: Result | null;
  updated: string;
  created: string;
  plies: number;
  edition: string;
  options: Record<string, unknown>;
  dice: string;
  held: boolean;
}
export interface GameOption {
  name: string;
  type: string;
  default: unknown;
  choices?: unknown[] | null;
  doc?: string;
  title: string;
  group: string;
  /** What each of the choices means. */
  labels: string[];
}
export interface Preset {
  name: string;
  title: string;
  doc: string;
  edition: string;
  options: Record<string, unknown>;
  hints: boolean;
}
/** How a match was set up. */
export interface MatchSetup {
  edition: string;
  options: Record<string, unknown>;
  seed: number;
  dice: "seeded" | "hand";
  components?: string;
}
export type NamedOrText = string | { id?: string; name?: string; title?: string };
export interface GameInfo {
  name: string;
  title: string;
  seats: NamedOrText[];
  editions: NamedOrText[];
  options: GameOption[];
  bots: NamedOrText[];
  blurb?: string;
  presets: Preset[];
  /** A sentence for each edition and each bot. */
  edition_docs: Record<string, string>;
  bot_docs: Record<string, string>;
  /** Whether a folder with one's own map, cards and counters may be given. */
  components: boolean;
  lessons?: { name: string; title: string; doc: string; minutes: number }[];
}
export interface Clause {
  id: string;
  section?: string;
  text: string;
  ruling?: string | null;
  edition?: string;
  optional?: string | null;
}
export interface Reason {
  text: string;
  clauses?: string[];
  action?: string | null;
}
export interface Series {
  id: string;
  title: string;
  points: [number, number, number][];
  marks?: { at: number; text: string; tone?: Judgement }[];
}
export interface PastTable {
  picture: Picture;
  ply: number;
  title?: string;
  prompt?: string;
}
