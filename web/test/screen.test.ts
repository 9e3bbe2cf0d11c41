import { expect, test } from "vitest";
import { BoardModel } from "../src/board/model";
import type { GameEvent } from "../src/protocol";
import { Session } from "../src/table/session.svelte";
import { scene, state } from "./forms";

test("after an undo, what was done instead is new to the seat that looks next", async () => {
  const session = new Session("m");
  session.present = new BoardModel(scene());
  const [one, other] = session.present.scene.seats.map(({ id }) => id);
  const shared = { secrets: true, held: false, seats: { [one!]: "human", [other!]: "human" } };
  const event = (ply: number): GameEvent => ({ kind: "moved", ply, turn: 1, text: "It moves.", who: "Move" }) as never;
  session.link.retake = () => Promise.resolve(true);
  session.take(state(null, { ...shared, plies: 9 }));
  session.screen.viewer = one!;
  await session.screen.fall(other!);
  session.take(state(null, { ...shared, plies: 5 }));
  session.take(state(null, { ...shared, plies: 7 }));
  session.log = [event(4), event(6), event(7)];
  await session.screen.fall(one!);
  expect(session.screen.curtain!.since.map(({ ply }) => ply)).toEqual([6, 7]);
});
