import { describe, expect, test } from "vitest";

type Icons = Record<string, unknown>;
type Parts = (icons: Icons, metadata: object, colors: object, standard: boolean, mono: string | boolean) => void;
interface SymbolSet {
  iconParts: Parts;
  icons: (...told: unknown[]) => void;
}

const all = import.meta.glob<{ default: Parts }>("/node_modules/milsymbol/src/iconparts/*.js");
const sets = import.meta.glob<{ default: SymbolSet }>("/node_modules/milsymbol/src/numbersidc/sidc/*.js");
const CODES = ["01", "02", "05", "06", "10", "11", "15", "20", "25", "27", "30", "35", "36", "40", "50", "60"];

const color = new Proxy({}, { get: (_, name) => ({ Friend: String(name) }) });
const drawn = (parts: Parts): Icons => {
  const icons: Icons = {};
  parts(
    icons,
    { affiliation: "Friend", baseGeometry: { bbox: {} }, numberSIDC: true, frame: true },
    color,
    true,
    false,
  );
  return icons;
};
/** What each code of a set draws with some icons. */
const codes = ({ icons }: SymbolSet, from: Icons): unknown => {
  const found: unknown[] = [];
  for (const code of CODES) {
    const maps = [{}, {}, {}, {}];
    icons(...maps, code, from, true, "");
    found.push(maps);
  }
  return found;
};

describe("the icons of a symbol set", () => {
  test.each(Object.keys(sets))("%s draws every code as with all icons", async (path) => {
    const { default: set } = await sets[path]!();
    const whole = (await Promise.all(Object.values(all).map((load) => load()))).flatMap(({ default: parts }) =>
      typeof parts === "function" ? [parts] : [],
    );
    const taken = drawn(set.iconParts);
    const same = whole.map(drawn).find((icons) => Object.keys(taken).every((name) => name in icons))!;
    expect(codes(set, taken)).toEqual(codes(set, same));
    if (path.endsWith("/landunit.js")) expect(Object.keys(taken).length).toBeLessThan(Object.keys(same).length / 2);
  });
});
