import type { GameInfo } from "./protocol";
import { botsOf } from "./start/names";

/** The settings of this browser. They are kept in local storage, and none of them changes a game. */
export type Theme = "system" | "light" | "dark";
export type Speed = "off" | "normal" | "slow";
export type CounterSet = "symbols" | "silhouettes";

const KEY = "mamayev.settings";

interface Stored {
  theme?: Theme;
  speed?: Speed;
  counters?: CounterSet;
  scenery?: boolean;
  hints?: boolean;
  adviser?: string;
  notices?: boolean;
  sound?: boolean;
  language?: string;
  askFirst?: boolean;
  autoPass?: boolean;
  readyTold?: boolean;
}

function stored(): Stored {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Stored;
  } catch {
    return {};
  }
}

class Settings {
  theme = $state<Theme>("system");
  speed = $state<Speed>("normal");
  /** What counters show if a game has both. */
  counters = $state<CounterSet>("symbols");
  /** Whether the map shows what only adorns it: streams, contours, woods without a rule. */
  scenery = $state(true);
  /** Whether a bot's advice is beside every decision, and whose; "" for the game's first bot. */
  hints = $state(false);
  adviser = $state("");
  /** Whether the system notifies players that it is their turn while they are looking elsewhere. */
  notices = $state(false);
  /** Whether a short sound plays when it becomes their turn. */
  sound = $state(true);
  /** The tag of the language; "" for the browser's. It takes effect when the page is next loaded. */
  language = $state("");
  /** Whether to confirm each roll, draw and end of a phase. */
  askFirst = $state(false);
  /** Whether a decision is passed automatically if the only alternative is a purchase. */
  autoPass = $state(false);
  /** Whether the player has read that the page works offline. */
  readyTold = $state(false);
  systemDark = $state(false);
  reducedMotion = $state(false);

  constructor() {
    const old = stored();
    this.theme = old.theme ?? "system";
    this.speed = old.speed ?? "normal";
    this.counters = old.counters ?? "symbols";
    this.scenery = old.scenery ?? true;
    this.hints = old.hints ?? false;
    this.adviser = old.adviser ?? "";
    this.notices = old.notices ?? false;
    this.sound = old.sound ?? true;
    this.language = old.language ?? "";
    this.askFirst = old.askFirst ?? false;
    this.autoPass = old.autoPass ?? false;
    this.readyTold = old.readyTold ?? false;
    this.#follow("(prefers-color-scheme: dark)", (on) => (this.systemDark = on));
    this.#follow("(prefers-reduced-motion: reduce)", (on) => (this.reducedMotion = on));
  }

  get dark(): boolean {
    return this.theme === "system" ? this.systemDark : this.theme === "dark";
  }

  /** The factor for every duration. With 0, nothing moves. */
  get pace(): number {
    if (this.reducedMotion || this.speed === "off") return 0;
    return this.speed === "slow" ? 2.2 : 1;
  }

  /** The bot that gives advice in a game; undefined if the game is not known yet. */
  adviserOf(info: GameInfo | null): string | undefined {
    const own = botsOf(info);
    return own.find((bot) => bot.id === this.adviser)?.id ?? own[0]?.id;
  }

  save(): void {
    try {
      const { theme, speed, counters, scenery, hints, adviser, notices, sound } = this;
      const { language, askFirst, autoPass, readyTold } = this;
      localStorage.setItem(
        KEY,
        JSON.stringify({
          theme,
          speed,
          counters,
          scenery,
          hints,
          adviser,
          notices,
          sound,
          language,
          askFirst,
          autoPass,
          readyTold,
        }),
      );
    } catch {
      return; // private windows may refuse storage; the setting then only lasts for this page
    }
  }

  #follow(query: string, set: (on: boolean) => void): void {
    const media = matchMedia(query);
    set(media.matches);
    media.addEventListener("change", (change) => set(change.matches));
  }
}

export const settings = new Settings();
