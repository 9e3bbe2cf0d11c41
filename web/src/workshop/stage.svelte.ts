import { untrack } from "svelte";
import type { BoardModel } from "../board/model";
import { Camera } from "../board/hand/camera.svelte";
import { placeLabels, type Labels } from "../board/lettering/labels";
import { EMPTY } from "./scene";

/** The sheet under the pen: the visible part, and the positions of its names. */
export class Stage {
  readonly view = $state({ k: 1, x: 0, y: 0, width: 1, height: 1 });
  readonly camera: Camera;
  /** Whether the pen is down, so that the sheet stays in place. */
  pen = $state(false);
  #begun = false;

  constructor(readonly model: () => BoardModel) {
    const framed = { get frame() { return model().frame; } }; // prettier-ignore
    const { view } = this;
    const camera = (this.camera = new Camera({ view }, framed, () => this.pen));
    $effect(() => {
      view.width = camera.width;
      view.height = camera.height;
      void model().frame;
      untrack(() => {
        if (!camera.fitBounds() || this.#begun) return;
        this.#begun = true;
        camera.show(model().frame, false);
      });
    });
  }

  level = $derived.by(() => this.model().level(this.camera.drawn));
  textScale = $derived.by(() => Math.max(1, 1 / this.camera.drawn) * Math.min(1, 17 / (13 * this.camera.drawn)));
  labels: Labels = $derived.by(() =>
    placeLabels({
      model: this.model(),
      picture: EMPTY,
      all: [],
      front: [],
      k: this.camera.drawn,
      grow: 1,
      textScale: this.textScale,
      level: this.level,
    }),
  );
}
