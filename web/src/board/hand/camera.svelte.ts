import { select } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import { onMount, untrack } from "svelte";
import type { Point } from "../../protocol";
import { settings } from "../../settings.svelte";
import type { Table } from "../../table/context";
import type { BoardModel } from "../model";

/** How many milliseconds a move of the map takes. */
const PAN = 300;
/** The delay after the last zoom step until the board is drawn again. */
const REST = 140;
/** How many board pixels beyond its frame the view can move. */
const MARGIN = 120;

/** A part of the board, in board pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The visible part of the board. The layer is moved and scaled as a picture, and shortly after a zoom, the board is
 * drawn again at the new scale.
 */
export class Camera {
  width = $state(0);
  height = $state(0);
  /** The scale of the drawn layer. During a zoom, it differs from the scale of the view. */
  drawn = $state(1);
  /** Whether the map is moving. Signs for places beyond its edges appear when it is at rest. */
  moving = $state(false);
  /** Whether the map follows questions and events, until the player moves it. */
  following = true;
  board = $state.raw<HTMLDivElement>();
  layer = $state.raw<HTMLDivElement>();
  painted = $state.raw<{ look: () => void }>();
  /**
   * An element over the board with the cursor of a closed hand during a drag, because elements inside it inherit a
   * cursor.
   */
  shield = $state.raw<HTMLDivElement>();
  fitting = $derived.by(() => Math.min(this.width / this.frame.width, this.height / this.frame.height) || 1);
  /** Whether the visible part is so small that the map moves to the place of each question. */
  small = $derived(this.width < 560 || this.height < 360);
  #resting = 0;
  #behaviour: ZoomBehavior<HTMLDivElement, unknown> | null = null;

  /** `holds`: whether a pressed pointer holds a counter, so that the ground stays. */
  constructor(
    private readonly table: Pick<Table, "view">,
    private readonly model: Pick<BoardModel, "frame">,
    private readonly holds: () => boolean,
  ) {
    $effect(() => {
      void [this.drawn, this.frame, this.layer, this.painted];
      untrack(() => this.#place());
    });
    onMount(() => this.#listen());
  }

  get frame(): Box {
    return this.model.frame;
  }

  /** Return the point of the board in the middle of the view. */
  get middle(): Point {
    const { k, x, y } = this.table.view;
    return [(this.width / 2 - x) / k, (this.height / 2 - y) / k];
  }

  /** Return a point of the window in board pixels at zoom 1. */
  at(event: { clientX: number; clientY: number }): Point {
    const box = this.board!.getBoundingClientRect();
    const { k, x, y } = this.table.view;
    return [(event.clientX - box.left - x) / k, (event.clientY - box.top - y) / k];
  }

  /** Measure the view, and return whether it has room for a map. */
  fitBounds(): boolean {
    const { frame, width, height } = this;
    if (!this.#behaviour || width === 0 || height === 0) return false;
    this.#behaviour
      .extent([
        [0, 0],
        [width, height],
      ])
      .scaleExtent([Math.min(0.6, this.fitting * 0.9), 5])
      .translateExtent([
        [frame.x - MARGIN, frame.y - MARGIN],
        [frame.x + frame.width + MARGIN, frame.y + frame.height + MARGIN],
      ]);
    return true;
  }

  set(k: number, x: number, y: number, smooth: boolean): void {
    if (!this.#behaviour) return;
    const target = zoomIdentity.translate(x, y).scale(k);
    const element = select(this.board!);
    if (smooth && settings.pace > 0) this.#behaviour.transform(element.transition().duration(PAN), target);
    else {
      this.#behaviour.transform(element, target);
      this.#settle();
    }
  }

  /** Return the scale and place at which a part of the board fills the view. */
  viewOf({ x, y, width: across, height: down }: Box): { k: number; x: number; y: number } {
    const k = Math.min(this.width / across, this.height / down);
    return { k, x: this.width / 2 - (x + across / 2) * k, y: this.height / 2 - (y + down / 2) * k };
  }

  /** Show a part of the board as large as possible. */
  show(box: Box, smooth: boolean): void {
    const { k, x, y } = this.viewOf(box);
    this.set(k, x, y, smooth);
  }

  /** Whether the view has a scale and place. */
  shows({ k, x, y }: { k: number; x: number; y: number }): boolean {
    const { view } = this.table;
    return Math.abs(view.k - k) < 1e-3 && Math.abs(view.x - x) < 2 && Math.abs(view.y - y) < 2;
  }

  zoomBy(factor: number): void {
    if (!this.#behaviour) return;
    const element = select(this.board!);
    if (settings.pace > 0) this.#behaviour.scaleBy(element.transition().duration(160), factor);
    else {
      this.#behaviour.scaleBy(element, factor);
      this.#settle();
    }
  }

  /** Move a point of the board to the middle of the view. */
  centreOn([x, y]: Point, smooth = true): void {
    const { k } = this.table.view;
    this.set(k, this.width / 2 - x * k, this.height / 2 - y * k, smooth);
  }

  #place(): void {
    const { k, x, y } = this.table.view;
    const whole = (at: number): number => Math.round(at * devicePixelRatio) / devicePixelRatio;
    const [left, top] = [whole(x + this.frame.x * k), whole(y + this.frame.y * k)];
    if (this.layer) this.layer.style.transform = `translate3d(${left}px, ${top}px, 0) scale(${k / this.drawn})`;
    this.painted?.look();
  }

  #settle(): void {
    cancelAnimationFrame(this.#resting);
    this.drawn = this.table.view.k;
  }

  /** Draw again when the zoom is at rest. This also counts frames, because a slow frame does not mean rest. */
  #rest(): void {
    cancelAnimationFrame(this.#resting);
    const since = performance.now();
    let frames = 0;
    const look = (now: number): void => {
      frames += 1;
      if (frames > 3 && now - since >= REST) this.#settle();
      else this.#resting = requestAnimationFrame(look);
    };
    this.#resting = requestAnimationFrame(look);
  }

  #listen(): () => void {
    const element = select(this.board!);
    this.#behaviour = zoom<HTMLDivElement, unknown>()
      .filter(
        (event: Event & { ctrlKey?: boolean; button?: number }) =>
          (!event.ctrlKey || event.type === "wheel") && !event.button && !this.holds(),
      )
      .clickDistance(5)
      .on("zoom", (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
        if (event.sourceEvent) this.following = false;
        const { k, x, y } = event.transform;
        this.table.view.k = k;
        this.table.view.x = x;
        this.table.view.y = y;
        this.#place();
        this.moving = true;
        if ((event.sourceEvent as Event | null)?.type === "mousemove") this.shield!.style.display = "block";
        if (k !== this.drawn) this.#rest();
      })
      .on("end", () => {
        if (this.shield) this.shield.style.display = ""; // else the page has changed during the drag
        this.moving = false;
      });
    element.call(this.#behaviour).on("dblclick.zoom", null);
    return () => {
      cancelAnimationFrame(this.#resting);
      element.on(".zoom", null);
    };
  }
}
