import { describe, expect, it } from "vitest";
import { corner, covered } from "../src/table/panel";

const view = { width: 1000, height: 600 };
const panel = { width: 480, height: 280 };
const at = (x: number, y: number): { left: number; top: number; right: number; bottom: number } => ({
  left: x - 30,
  top: y - 30,
  right: x + 30,
  bottom: y + 30,
});

describe("the panel of the dice", () => {
  it("keeps off what the roll is about", () => {
    expect(corner(view, panel, [at(200, 150)], [], "top left")).toBe("top right");
    expect(corner(view, panel, [at(200, 150), at(800, 150), at(800, 500)], [], "top left")).toBe("bottom left");
  });

  it("stays where it is as long as that is as good, and else looks to the next question", () => {
    expect(corner(view, panel, [at(200, 150)], [], "bottom right")).toBe("bottom right");
    expect(corner(view, panel, [at(200, 150)], [at(800, 150), at(800, 450)], "top right")).toBe("bottom left");
  });

  it("tells whether it still hides something in its corner", () => {
    const everywhere = [at(200, 150), at(800, 150), at(200, 500), at(800, 500)];
    const best = corner(view, panel, everywhere, [], "top left");
    expect(covered(view, panel, everywhere, best)).toBeGreaterThan(0);
    expect(covered(view, { width: 120, height: 100 }, everywhere, "top left")).toBe(0);
  });
});
