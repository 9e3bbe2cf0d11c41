import type { Base, SymbolSet } from "milsymbol/src/milsymbol.js";
import type { Piece } from "../../protocol";
import { drawing } from "../../trusted";
import { SILHOUETTES } from "./silhouettes";

/** The echelon as a map reader writes it. */
const ECHELONS: Record<string, string> = {
  squad: "•",
  section: "••",
  platoon: "•••",
  company: "I",
  battalion: "II",
  regiment: "III",
  brigade: "X",
  division: "XX",
  corps: "XXX",
  army: "XXXX",
  "army group": "XXXXX",
};

export const echelonText = (echelon: string | undefined): string => (echelon ? (ECHELONS[echelon] ?? "") : "");

/** What draws the codes of each symbol set, by the fifth and sixth digit of a code. */
const SETS: Record<string, () => Promise<{ default: SymbolSet }>> = {
  "01": () => import("milsymbol/src/numbersidc/sidc/air.js"),
  "02": () => import("milsymbol/src/numbersidc/sidc/airmissile.js"),
  "05": () => import("milsymbol/src/numbersidc/sidc/space.js"),
  "06": () => import("milsymbol/src/numbersidc/sidc/spacemissile.js"),
  "10": () => import("milsymbol/src/numbersidc/sidc/landunit.js"),
  "11": () => import("milsymbol/src/numbersidc/sidc/landcivilian.js"),
  "15": () => import("milsymbol/src/numbersidc/sidc/landequipment.js"),
  "20": () => import("milsymbol/src/numbersidc/sidc/landinstallation.js"),
  "25": () => import("milsymbol/src/numbersidc/sidc/control-measure.js"),
  "27": () => import("milsymbol/src/numbersidc/sidc/dismountedindividual.js"),
  "30": () => import("milsymbol/src/numbersidc/sidc/sea.js"),
  "35": () => import("milsymbol/src/numbersidc/sidc/subsurface.js"),
  "36": () => import("milsymbol/src/numbersidc/sidc/minewarfare.js"),
  "40": () => import("milsymbol/src/numbersidc/sidc/activites.js"),
  "50": () => import("milsymbol/src/numbersidc/sidc/signalsintelligence.js"),
  "60": () => import("milsymbol/src/numbersidc/sidc/cyberspace.js"),
};

let ms: Base | null = null;
const drawn = new Map<string, string>();

/** Load what draws the symbols, whatever their sets. */
export const loadSymbolBase = (): Promise<{ ms: Base }> => import("milsymbol/src/milsymbol.js");

/** Load only what these counters need. Await this before drawing the first of them. */
export async function loadSymbols(pieces: Piece[]): Promise<void> {
  const codes = pieces.flatMap(({ symbol }) => (symbol.sidc === undefined ? [] : [symbol.sidc.slice(4, 6)]));
  if (codes.length === 0) return;
  const known = [...new Set(codes)].flatMap((code) => SETS[code] ?? []);
  try {
    const [base, ...sets] = await Promise.all([loadSymbolBase(), ...known.map((set) => set())]);
    ms = base.ms;
    for (const set of sets) ms.addIcons(set.default);
  } catch (cause) {
    throw new Error("The symbols of the units could not be loaded. Load the page again; nothing is lost.", { cause });
  }
}

/**
 * The lines of a unit symbol inside a frame of 150 by 100 at (25, 50), to be colored by CSS. Every unit gets the
 * rectangular frame (identity 3), because the counter shows the side, not the frame.
 */
export function symbolLines(sidc: string): string {
  const known = drawn.get(sidc);
  if (known !== undefined) return known;
  if (!ms) throw new Error(`The symbol ${sidc} is drawn before its set is there.`);
  const own = `${sidc.slice(0, 3)}3${sidc.slice(4, 8)}00${sidc.slice(10)}`;
  const svg = new ms.Symbol(own, { size: 100, fill: false, monoColor: "currentColor", infoFields: false }).asSVG();
  const lines = svg
    .replace(/^<svg[^>]*>|<\/svg>$/g, "")
    .replace(/fill="currentColor" ><\/path>/g, 'fill="none"></path>')
    .replace(/ stroke-width="[^"]*"/g, "");
  drawn.set(sidc, lines);
  return lines;
}

let sprite: SVGSVGElement | null = null;

/** Where `<use>` finds these lines. They are in the document once, however many counters show them. */
function inSprite(id: string, fill: (lines: SVGGElement) => void): string {
  if (!sprite) {
    sprite = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    sprite.setAttribute("aria-hidden", "true");
    sprite.setAttribute("width", "0");
    sprite.setAttribute("height", "0");
    sprite.style.position = "absolute";
    document.body.append(sprite);
  }
  if (!sprite.getElementById(id)) {
    const lines = document.createElementNS("http://www.w3.org/2000/svg", "g");
    lines.id = id;
    fill(lines);
    sprite.append(lines);
  }
  return `#${id}`;
}

/** Where `<use>` finds the lines of a unit symbol. */
export const symbolHref = (sidc: string): string =>
  inSprite(`symbol-${sidc}`, (lines) => {
    lines.setAttribute("stroke-width", "9");
    lines.innerHTML = drawing(symbolLines(sidc));
  });

/** Where `<use>` finds a silhouette, which must be one of SILHOUETTES. */
export const silhouetteHref = (name: string): string =>
  inSprite(`silhouette-${name}`, (lines) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", SILHOUETTES[name]!);
    path.setAttribute("fill", "currentColor");
    path.setAttribute("fill-rule", "evenodd");
    lines.append(path);
  });
