import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { answerOf, zerosOf } from "../src/club/work";

test("the zeros at the beginning of a hash are counted in bits", () => {
  const counted = [[0x80], [0x01], [0, 0xff], [0, 0x1f], [0, 0]].map((bytes) => zerosOf(new Uint8Array(bytes)));
  expect(counted).toEqual([0, 7, 8, 11, 16]);
});

test("an answer has the zeros that the club asks for", async () => {
  const answer = await answerOf("task", 10);
  const hash = createHash("sha256").update(`task.${answer}`).digest();
  expect(zerosOf(new Uint8Array(hash))).toBeGreaterThanOrEqual(10);
});
