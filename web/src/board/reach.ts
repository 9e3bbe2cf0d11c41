const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middle = (element: Element): [number, number] => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

/** The nearest piece or space that may be chosen in the direction of an arrow key; all spaces when none is lit. */
export function nextInDirection(board: Element, from: Element, key: string): SVGElement | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const lit = [...board.querySelectorAll<SVGElement>("[data-lit]")];
  const all = lit.length > 1 ? lit : [...board.querySelectorAll<SVGElement>("[data-piece], [data-space]")];
  const [x, y] = middle(from);
  let best: SVGElement | null = null;
  let least = Infinity;
  for (const one of all) {
    if (one === from) continue;
    const [ox, oy] = middle(one);
    const ahead = (ox - x) * direction[0] + (oy - y) * direction[1];
    const aside = Math.abs((ox - x) * direction[1]) + Math.abs((oy - y) * direction[0]);
    if (ahead <= 2) continue;
    const cost = ahead + aside * 2;
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}
