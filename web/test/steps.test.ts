import { expect, test } from "vitest";
import { phaseOfStep, placeInTurn } from "../src/table/steps";
import { picture, scene } from "./forms";

const phase = (id: string, title: string, ...steps: string[]) => ({
  id,
  title,
  once: false,
  steps: steps.map((step) => ({ id: step, title: step })),
});
const [setUp, month] = [phase("set-up", "Set-up", "place"), phase("month", "Month", "move", "fight")];
const at = picture([], { phase: "month", step: "fight", headline: "June 1941" });

test("the one phase of a turn says nothing in a heading", () => {
  const simple = scene({ phases: [setUp, month] });
  expect(placeInTurn(simple, at)).toBe("June 1941 · Step 2 of 2");
  expect(phaseOfStep(simple, "fight")).toBeNull();
});

test("one of several phases is named", () => {
  const divided = scene({ phases: [setUp, month, phase("end", "End", "count")] });
  expect(placeInTurn(divided, at)).toBe("June 1941 · Month · Step 2 of 2");
  expect(phaseOfStep(divided, "count")).toBe("End");
});
