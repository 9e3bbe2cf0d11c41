/** Silhouettes for counters, as filled paths in the frame of the unit symbols: 150 by 100 at (25, 50). Our own drawings. */
const circle = (x: number, y: number, r: number): string =>
  `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0z`;
const TRACK = "M42,114H158A17,17 0 0 1 158,148H42A17,17 0 0 1 42,114Z";
const small = [50, 75, 100, 125, 150].map((x) => circle(x, 131, 8)).join("");
const large = [46, 73, 100, 127, 154].map((x) => circle(x, 131, 11)).join("");

export const SILHOUETTES: Record<string, string> = {
  tank: `${TRACK}${small}M32,96H158L170,110H28Z M66,66H114L124,92H60Z M74,56h20v8h-20z M119,74H180V82H121Z`,
  "sloped-tank": `${TRACK}${large}M24,110L52,92H150L176,110Z M80,62H126L140,88H72Z M133,70H182V78H136Z`,
  "assault-gun": `${TRACK}${small}M30,110L38,98H58L72,74H126L136,94H166L172,110Z M136,82H182V91H139Z`,
  infantry:
    "M78,72a22,20 0 0 1 44,0l6,2v6h-56v-6z M84,84h32v4a16,14 0 0 1 -32,0z M52,150c0,-32 14,-46 48,-46s48,14 48,46z M150,46l8,4l-18,58l-10,-7z",
  motorized: `M28,112V62H106V74H134L148,94H174V112Z${circle(152, 132, 16)}M38,116H104A15,15 0 0 1 104,148H38A15,15 0 0 1 38,116Z M114,82h14l8,14h-22z${circle(45, 132, 7)}${circle(71, 132, 7)}${circle(97, 132, 7)}`,
  cavalry: `M62,150c0,-32 26,-36 26,-58c-8,8 -20,16 -32,14c-10,-2 -8,-14 0,-20c14,-12 20,-28 40,-32l4,-12l10,12c32,6 44,40 40,96z${circle(94, 74, 4)}`,
};
