import ms from "milsymbol";

/** Echelon as the map reader writes it. */
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

const drawn = new Map<string, string>();

/**
 * The lines of a unit symbol inside a frame of 150 by 100 at (25, 50), to be coloured by CSS.
 * Every unit gets the rectangular frame (identity 3): here side is told by the counter, not by the frame.
 */
export function symbolLines(sidc: string): string {
  const known = drawn.get(sidc);
  if (known !== undefined) return known;
  const own = `${sidc.slice(0, 3)}3${sidc.slice(4, 8)}00${sidc.slice(10)}`;
  const svg = new ms.Symbol(own, { size: 100, fill: false, monoColor: "currentColor", infoFields: false }).asSVG();
  const lines = svg
    .replace(/^<svg[^>]*>|<\/svg>$/g, "")
    .replace(/fill="currentColor" ><\/path>/g, 'fill="none"></path>')
    .replace(/ stroke-width="[^"]*"/g, "");
  drawn.set(sidc, lines);
  return lines;
}
