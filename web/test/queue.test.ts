import { expect, it } from "vitest";
import type { GameEvent, Picture } from "../src/protocol";
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
