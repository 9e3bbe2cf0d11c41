/** The widths of short texts in the map's condensed typeface, measured again when the fonts have loaded. */
class Measure {
  #context = document.createElement("canvas").getContext("2d");
  #known = new Map<string, number>();
  #fonts = $state(0);

  constructor() {
    document.fonts.addEventListener("loadingdone", () => {
      this.#known.clear();
      this.#fonts += 1;
    });
  }

  width(text: string, size: number, weight: number): number {
    void this.#fonts;
    const key = `${weight} ${size} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (!this.#context) return text.length * size * 0.42;
    this.#context.font = `${weight} ${size}px "Barlow Condensed"`;
    const width = this.#context.measureText(text).width;
    this.#known.set(key, width);
    return width;
  }
}

export const measure = new Measure();
