import { expect, it } from "vitest";
import type { GameEvent, Picture, Roll } from "../src/protocol";
import { numbersOf, queueOf } from "../src/table/queue";

const battle = (id: string, ...spaces: string[]) => ({ id, state: "declared", spaces });
const fighting = (queue: string[], ...battles: object[]): Picture =>
  ({ turn: 1, step: "fight", queue, combat: { battles } }) as unknown as Picture;
const roll = (ply: number, space: string): GameEvent =>
  ({ kind: "roll", step: "fight", turn: 1, ply, spaces: [space] }) as unknown as GameEvent;

it("battles bear the number of their declaration on the map, whatever was fought first or was over without a die", () => {
  const before = fighting(["A1", "B2", "C3"], battle("1", "A1"), battle("2", "B2"), battle("3", "C3", "C4"));
  const numbers = numbersOf(before);
  expect(queueOf(before, [], undefined, numbers)).toMatchObject({ signs: ["1", "2", "3"], now: 0, count: 3 });
  const after = fighting(["C3"], battle("3", "C3", "C4"));
  const found = queueOf(after, [roll(5, "B2")], undefined, { ...numbers, ...numbersOf(after) });
  expect(found).toMatchObject({ spaces: ["B2", "C3"], signs: ["2", "3"], done: 1, now: 1, count: 3 });
  const retreating = fighting(["C3"], { ...battle("now", "B2"), state: "now" }, battle("3", "C3", "C4"));
  expect(queueOf(retreating, [roll(5, "B2")], undefined, numbers)).toMatchObject({ now: 0, count: 3 });
});

it("attacks without numbers of their own are counted", () => {
  const picture = fighting(["54"], battle("54", "54"));
  const found = queueOf(picture, [roll(2, "12")], undefined, numbersOf(picture));
  expect(found).toMatchObject({ signs: ["1", "2"], now: 1, count: 2 });
});

it("a step that is over has no queue left, also where the other side has the same step in the same turn", () => {
  const step = (name: string, ply: number): GameEvent => ({ kind: "step", step: name, turn: 1, ply }) as GameEvent;
  const first = roll(5, "A1");
  const fought = [step("fight", 4), first, step("fight", 6)];
  const moving = { ...fighting([]), step: "move" };
  expect(queueOf(fighting([]), fought, first as Roll)).toMatchObject({ spaces: ["A1"], now: 0, count: 1 });
  expect(queueOf(moving, [...fought, step("move", 7)], first as Roll)).toBeNull();
  const again = [...fought, step("move", 7), step("fight", 9)];
  expect(queueOf(fighting(["B2"]), again, first as Roll)).toMatchObject({ spaces: ["B2"], signs: ["1"], count: 1 });
  // While the last dice are shown, the step is still theirs.
  expect(queueOf(moving, again, first as Roll, {}, fought)).toMatchObject({ spaces: ["A1"], now: 0 });
});
