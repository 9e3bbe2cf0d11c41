import { describe, expect, test } from "vitest";
import { FADED, PATCH_OPACITY, PATCHES } from "../src/board/ground/strokes";
import css from "../src/palette.css?raw";

type Color = [number, number, number];
type Names = Record<string, string>;

/** The rules without comments and without the conditions around them. */
const bare = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/@media[^{]*\{/g, "");
const THEMES = ["light", "dark"] as const;
const SEASONS = ["", "winter", "mud"] as const;

/** The variables that hold in a theme and a season, later blocks before earlier ones. */
function names(theme: string, season: string): Names {
  const found: Names = {};
  for (const [, selector = "", body = ""] of bare.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const told = /^(:root)?(\[data-theme="(\w+)"\])?\s*(\[data-season="(\w+)"\])?$/.exec(selector.trim());
    if (!told || (told[3] ?? theme) !== theme || (told[5] ?? season) !== season) continue;
    for (const [, name = "", value = ""] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) found[name] = value;
  }
  return found;
}

const parts = (hex: string): number[] => {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((one) => one + one).join("") : hex.slice(1);
  return digits.match(/../g)!.map((two) => parseInt(two, 16));
};
const colour = (hex: string): Color => parts(hex).slice(0, 3) as Color;
const over = (top: Color, below: Color, opacity: number): Color =>
  top.map((one, index) => one * opacity + below[index]! * (1 - opacity)) as Color;
const luminance = (one: Color): number => {
  const [r, g, b] = one.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const contrast = (one: Color, other: Color): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
};

/** Every ground that hex lines lie on: both sides' land, and each kind of terrain on it. */
function grounds(known: Names, season: string): [string, Color][] {
  return ["steppe-so", "steppe-ax"].flatMap((side) => {
    const land = colour(known[side]!);
    const kinds = Object.entries(PATCHES).filter(([kind]) => !["steppe", "closed", "far"].includes(kind));
    const patches = kinds.map(([kind, { fill }]): [string, Color] => {
      const opacity = (PATCH_OPACITY[kind] ?? 1) * (season === "winter" && FADED.has(kind) ? 0.5 : 1);
      return [`${kind} on ${side}`, over(colour(known[fill!]!), land, opacity)];
    });
    return [[side, land], ...patches] as [string, Color][];
  });
}

const CASES = THEMES.flatMap((theme) => SEASONS.map((season) => ({ theme, season })));

describe.each(CASES)("the ground in the $theme theme, season '$season'", ({ theme, season }) => {
  const known = names(theme, season);

  test("hex lines stand out from every ground, land and water", () => {
    const [r, g, b, alpha] = parts(known.grid!);
    for (const [name, ground] of grounds(known, season)) {
      const line = over([r!, g!, b!], ground, alpha! / 255);
      expect(contrast(line, ground), name).toBeGreaterThanOrEqual(1.35);
    }
  });

  test("hex lines stay fainter than railways and rivers", () => {
    const [r, g, b, alpha] = parts(known.grid!);
    const ground = colour(known["steppe-so"]!);
    const line = contrast(over([r!, g!, b!], ground, alpha! / 255), ground);
    expect(line).toBeLessThan(contrast(over(colour(known.ink2!), ground, 0.62), ground));
    expect(line).toBeLessThan(contrast(colour(known.bank!), ground));
  });

  test("marshes and mountains are told from clear land", () => {
    const land = colour(known["steppe-so"]!);
    for (const kind of ["marsh", "mountain"]) {
      const sign = colour(known[kind === "marsh" ? "sign-marsh" : "sign-hill"]!);
      expect(contrast(sign, land), kind).toBeGreaterThanOrEqual(1.25);
    }
    if (theme === "dark" && season === "") {
      for (const [name, ground] of grounds(known, season).filter(([name]) =>
        /^(marsh|mountain) on steppe-so/.test(name),
      )) {
        expect(contrast(ground, land), name).toBeGreaterThanOrEqual(1.25);
      }
    }
  });
});

test("one look tells the season: the ground of summer, snow and mud are three colors in each theme", () => {
  for (const theme of THEMES) {
    const land = SEASONS.map((season) => names(theme, season)["steppe-so"]);
    expect(new Set(land).size).toBe(3);
  }
  expect(names("light", "winter")).toMatchObject({ "steppe-so": "#eef2f4", "steppe-ax": "#d9e4ee", water: "#bcd0da" });
  expect(names("dark", "winter")).toMatchObject({ "steppe-so": "#2b3138", "steppe-ax": "#33424f" });
});
