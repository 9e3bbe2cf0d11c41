import type { Player } from "../../table/context";
import { stacks, type StackOnBoard } from "../counters/stacks";
import { COUNTER, FACE, FULL } from "../geometry";
import type { BoardModel } from "../model";
import type { Camera } from "./camera.svelte";

/** The smallest counter that can be read, in pixels of the screen. */
const LEAST = 15.5;

/** The board as it is drawn: the stacks on it, and the size of counters and letters at the camera's scale. */
export class Drawing {
  all = $derived.by(() => (this.picture ? stacks(this.model, this.picture) : []));
  /** How much larger counters and letters are on a very large screen. */
  #roomy = $derived.by(() => Math.sqrt(Math.max(1, this.camera.width / 1920)));
  /** Screen pixels of a hex; boards without a grid have none. */
  pitch = $derived.by(() => (this.model.grid ? this.model.grid.pitch * this.camera.drawn : Infinity));
  /**
   * The size of a counter in screen pixels. It grows with the map up to 64 on a usual screen. On a grid it never becomes
   * too small to read, and in small hexes a counter fills its hex.
   */
  size = $derived.by(() => {
    const least = Math.max(
      LEAST,
      FACE * Math.min(this.pitch, FULL) * (this.pitch < FULL && !this.model.depth ? 1 : 0.9),
    );
    return Math.min(64 * this.#roomy, Math.max(this.model.grid ? least : 0, COUNTER * this.camera.drawn));
  });
  grow = $derived.by(() => this.size / (COUNTER * this.camera.drawn));
  level = $derived.by(() => this.model.level(this.camera.drawn));
  /** Letters of 12 pixels keep that size on a small map, and those of a large map have a maximum size. */
  textScale = $derived.by(() => {
    const { drawn } = this.camera;
    return Math.max(1, 1 / drawn) * Math.min(1, (17 * this.#roomy) / (13 * drawn));
  });

  constructor(
    readonly player: Player,
    readonly model: BoardModel,
    readonly camera: Camera,
  ) {}

  get picture() {
    return this.player.picture;
  }

  stackAt(space: string): StackOnBoard | undefined {
    return this.all.find((stack) => stack.space === space);
  }
}
