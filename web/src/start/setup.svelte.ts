import { AWAY } from "../mail/arrived";
import type { GameInfo, GameOption, NewMatch, Preset } from "../protocol";
import { settings } from "../settings.svelte";
import { botsOf } from "./names";

const KEY = "mamayev.setup";
/** The largest seed that the server accepts. */
const LARGEST = 9007199254740992;
/** A seat for someone elsewhere, by a link. */
export const FRIEND = "friend";
/** A seat for a person at this screen. */
export const HUMAN = "human";

interface Kept {
  preset: string;
  edition: string;
  options: Record<string, unknown>;
  who: Record<string, string>;
  dice: "seeded" | "hand";
}
interface Stored {
  games?: Record<string, Partial<Kept>>;
}

function stored(): Stored {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Stored;
  } catch {
    return {};
  }
}

const fits = (option: GameOption, value: unknown): boolean =>
  option.choices?.length ? option.choices.includes(value) : typeof value === typeof option.default;

/** The player's choices for a new match so far. A remembered choice is only used if the game still has it. */
export class Setup {
  readonly presets: Preset[];
  preset = $state.raw<Preset | null>(null);
  edition = $state("");
  options = $state<Record<string, unknown>>({});
  who = $state<Record<string, string>>({});
  dice = $state<"seeded" | "hand">("seeded");
  seed = $state("");
  /** Whether it is a valid seed, or empty for a new one. */
  seedFits = $derived(/^\d*$/.test(this.seed.trim()) && Number(this.seed) <= LARGEST);
  /** Your own component files by name, none for the game's; and whether the game accepts them as they are. */
  components = $state.raw<Record<string, string>>({});
  fits = $state(true);
  name = $state("");
  /** Whether a bot's advice is shown beside every decision. */
  hints = $state(false);
  /** Whether it starts with the last setup and that differs from the usual one, which Play uses. */
  remembered = $state(false);

  /** The values of the chosen preset: those that it names, and the defaults for the rest. */
  base = $derived.by<Record<string, unknown>>(() => ({ ...this.#defaults, ...this.preset?.options }));
  changed = $derived.by(() => this.game.options.filter(({ name }) => this.options[name] !== this.base[name]));
  /** The seats that people or bots have under the chosen options. The rules may play others. */
  seats = $derived.by<string[]>(() =>
    this.game.seats.filter((seat) => {
      const values = Object.entries(this.game.ruled[seat] ?? {});
      return !values.length || values.some(([option, value]) => this.options[option] !== value);
    }),
  );
  /** Whether someone plays from elsewhere. If so, each person's seat has a key. */
  held = $derived(this.seats.some((seat) => this.who[seat] === FRIEND));
  /** Whether a seed can be given. In a private game, no one knows it. */
  seeded = $derived(this.dice === "seeded" && !this.held);
  /** Whether the seats can be combined: at most one by mail, against one that is played here, and none with a key. */
  sits = $derived.by(() => {
    const all = this.seats.map((seat) => this.who[seat]);
    const away = all.filter((who) => who === AWAY).length;
    return away === 0 || (away === 1 && !this.held && all.includes(HUMAN));
  });
  /** Whether the dice can be combined with the seats. Only people at this screen see your own dice. */
  rolls = $derived(!this.held || this.dice === "seeded");
  /** Whether a game can start with these choices. */
  ready = $derived(this.fits && this.sits && this.rolls && (!this.seeded || this.seedFits));
  /** Whether a player with own dice and cards must also enter what other seats draw in secret. */
  entersHidden = $derived.by(
    () => this.game.secrets && (this.seats.length < 2 || this.seats.some((seat) => this.who[seat] !== HUMAN)),
  );
  otherEdition = $derived(this.preset !== null && this.edition !== this.preset.edition);
  readonly #defaults: Record<string, unknown>;

  constructor(readonly game: GameInfo) {
    this.#defaults = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
    this.presets = game.presets;
    const kept = stored().games?.[game.name] ?? {};
    const ways = game.secrets ? [HUMAN, FRIEND] : [HUMAN, FRIEND, AWAY];
    const known = new Set([...ways, ...botsOf(game).map((bot) => bot.id)]);
    this.preset = this.presets.find((one) => one.name === kept.preset) ?? this.presets[0] ?? null;
    this.edition =
      kept.edition !== undefined && game.editions.includes(kept.edition)
        ? kept.edition
        : (this.preset?.edition ?? game.editions[0] ?? "");
    const remembered = game.options.filter((option) => fits(option, kept.options?.[option.name]));
    this.options = {
      ...this.base,
      ...Object.fromEntries(remembered.map((option) => [option.name, kept.options?.[option.name]])),
    };
    for (const id of game.seats) {
      const before = kept.who?.[id];
      this.who[id] = before !== undefined && known.has(before) ? before : this.#usually(id);
    }
    this.hints = kept.preset === undefined ? (this.preset?.hints ?? false) : settings.hints;
    this.dice = kept.dice === "hand" ? "hand" : "seeded";
    const alone = this.seats.every((seat) => this.who[seat] === this.#usually(seat));
    const first = this.preset === (this.presets[0] ?? null);
    this.remembered = !first || !alone || this.otherEdition || this.changed.length > 0 || this.dice === "hand";
  }

  /**
   * Who usually plays a seat: a person plays the first, as in the lessons, and the first of the game's own bots plays
   * the others.
   */
  #usually(seat: string): string {
    const [own] = botsOf(this.game);
    return seat === this.game.seats[0] || own === undefined ? HUMAN : own.id;
  }

  /** Reset to the defaults: the first preset, a person against the game's bot, and the computer's dice. */
  usual(): void {
    const [first] = this.presets;
    if (first) this.choose(first);
    else this.options = { ...this.base };
    for (const id of this.game.seats) this.who[id] = this.#usually(id);
    this.dice = "seeded";
    this.remembered = false;
  }

  choose(preset: Preset): void {
    this.preset = preset;
    this.edition = preset.edition;
    this.options = { ...this.base };
    this.hints = preset.hints;
  }

  back(option: GameOption): void {
    this.options[option.name] = this.base[option.name];
  }

  body(): NewMatch {
    const seats: Record<string, string> = {};
    for (const seat of this.seats) {
      const who = this.who[seat] ?? HUMAN;
      seats[seat] = who === FRIEND ? HUMAN : who;
    }
    const body: NewMatch = { game: this.game.name, dice: this.dice, seats };
    if (this.held) body.held = true;
    if (this.edition) body.edition = this.edition;
    if (this.name.trim()) body.name = this.name.trim();
    if (this.seeded && this.seed.trim()) body.seed = Number(this.seed);
    if (Object.keys(this.components).length) body.components = this.components;
    const other = this.game.options.filter((option) => this.options[option.name] !== option.default);
    if (other.length)
      body.options = Object.fromEntries(
        other.map((option) => [option.name, this.options[option.name]]),
      ) as NewMatch["options"];
    return body;
  }

  remember(): void {
    settings.hints = this.hints;
    settings.save();
    const { preset, edition, options, who, dice } = this;
    const kept: Kept = { preset: preset?.name ?? "", edition, options, who, dice };
    const old = stored();
    try {
      const games = { ...old.games, [this.game.name]: kept };
      localStorage.setItem(KEY, JSON.stringify({ games }));
    } catch {
      // Private windows may refuse storage. The next new game then begins with the usual choices.
    }
  }
}

/** A new match of a game in its usual way. Whether advice is shown beside its decisions is kept. */
export function usually(game: GameInfo): NewMatch {
  const setup = new Setup(game);
  setup.usual();
  settings.hints = setup.hints;
  settings.save();
  return setup.body();
}
