import { untrack } from "svelte";
import type { Point } from "../../protocol";
import { COUNTER } from "../geometry";
import type { Camera } from "./camera.svelte";
import type { Drawing } from "./drawing.svelte";
import { heartOf, holding, inSight, scaleFor, signs, type Sign, type View } from "./sight";
import { LEGIBLE, type Sought, type Stop } from "./sought.svelte";

/** Places within this number of pixels from the edge of the map still count as out of sight. */
const BESIDE = 6;
/**
 * The margin in pixels between the edges of the map and the places that a table opens on: on a grid, and beside areas,
 * which have names. The last number is the smaller margin that is acceptable if the board then fills the map.
 */
const MARGIN = 36;
const NAMED = 80;
const LEAST_MARGIN = COUNTER / 2;
/** If a new step asks about more places than fit the view, the share of the fitting ones that must be visible. */
const MOST = 0.8;

interface Place {
  k: number;
  x: number;
  y: number;
}

/**
 * The automatic moves of the map. The view belongs to the player. It opens on the pieces in play, moves to a question
 * about something out of sight, and follows events. Nothing else moves it, and after a temporary view such as a replay,
 * it returns.
 */
export class Framing {
  /** The places beyond the edges of the view. */
  beyond = $state.raw<Sign<Stop>[]>([]);
  /** The step and the side of a question. */
  #step = $derived.by(() => {
    const { state, picture } = this.drawing.player;
    return [picture?.turn, picture?.step, state?.decision?.seat].join();
  });
  /** The step of the latest question. */
  #asked = "";
  /** The question and the chosen unit that the current view is for. */
  #about = "";
  #begun = false;
  /** The places of the latest automatic move: a window of another size shows the same. */
  #shows: "opening" | "whole" | null = null;
  /** The player's own view, during a view of the whole board, a replay or a hint. */
  #beforeWhole: Place | null = null;
  #beforeReplay: Place | null = null;
  #beforeHint: Place | null = null;
  /** That view, since the map first moved to a question or an event in this turn, and where the map moved last. */
  #beforeTurn: Place | null = null;
  #moved: Place | null = null;
  #turn: number | undefined;

  constructor(
    private readonly drawing: Drawing,
    private readonly sought: Sought,
  ) {
    const { camera } = this;
    const { player } = drawing;
    $effect(() => this.#resize());
    $effect(() => {
      // After each question and each choice of a unit; on a small map, the size differs for each of them.
      const about = [player.state?.version, player.choosing.stack.piece].join();
      void (camera.small && camera.height);
      if (!player.pointing || !camera.width) return;
      const lesson = player.coach.lesson ? sought.spacesAt(sought.taught).map(({ at }) => at) : null;
      untrack(() => this.#ask(about, lesson ? [lesson] : sought.subjects));
    });
    $effect(() => {
      // The question comes first.
      void sought.resolved;
      untrack(() => camera.following && !player.pointing && this.#follow(sought.resolved));
    });
    $effect(() => {
      const { film } = player.replay;
      untrack(() => {
        if (film) {
          this.#beforeReplay ??= this.#here;
          this.#hold(sought.spacesAt(film.spaces(camera.small)).map(({ at }) => at));
        } else this.#beforeReplay = this.#return(this.#beforeReplay);
      });
    });
    $effect(() => {
      const shows = player.card?.shows;
      untrack(() => {
        if (shows === undefined) this.#beforeHint = this.#return(this.#beforeHint);
        else {
          const before = this.#here;
          if (this.reveal(shows)) this.#beforeHint ??= before;
        }
      });
    });
    $effect(() => {
      if (!camera.moving && camera.width > 0) this.#tellBeyond();
    });
  }

  get camera(): Camera {
    return this.drawing.camera;
  }

  get #here(): Place {
    const { k, x, y } = this.drawing.player.view;
    return { k, x, y };
  }

  /** The player's actions on the map continue from the current view. */
  take(): void {
    this.#beforeHint = null;
  }

  /** Show the whole board, or return to the earlier view at the second press. */
  fit(): void {
    const { camera } = this;
    const whole = camera.viewOf(this.sought.frame);
    camera.following = true;
    if (camera.shows(whole)) {
      const { k, x, y } = this.#beforeWhole ?? this.#opening();
      this.#shows = null;
      return camera.set(k, x, y, true);
    }
    this.#beforeWhole = this.#here;
    this.#shows = "whole";
    camera.set(whole.k, whole.x, whole.y, true);
  }

  /** Move the places of the question into view, or show the whole board if they are visible. */
  focusQuestion(): void {
    const { camera, sought } = this;
    camera.following = true;
    const points = sought.subjects.flat();
    const place =
      points.length > 0 ? this.#holding(points, sought.scales, sought.chosen ?? undefined) : this.#opening();
    if (camera.shows(place)) return this.fit();
    this.#shows = null;
    camera.set(place.k, place.x, place.y, true);
  }

  /** Move the map if a space is out of sight, and return whether this was necessary. */
  reveal(id: string): boolean {
    const at = this.drawing.model.space.get(id)?.counters;
    if (!at || inSight(at, this.drawing.player.view, 50)) return false;
    this.camera.centreOn(at);
    return true;
  }

  /** Move the places of a sign at the edge into view, not smaller than legible units, and keep the visible places. */
  showBeyond(places: Stop[]): void {
    const { k } = this.drawing.player.view;
    const points = places.map(({ at }) => at);
    this.#bring(points, [Math.min(k, LEGIBLE / COUNTER), k], this.camera.middle);
  }

  /**
   * Return the frame of all pieces in play, or of as many important places as fit. The board fills the map if this
   * hides nothing.
   */
  #opening(): Place {
    const { inPlay, scales, first, frame } = this.sought;
    const { view } = this.drawing.player;
    const [least, most] = scales;
    if (inPlay.length === 0) return this.camera.viewOf(frame);
    const fits = scaleFor(inPlay, view, this.drawing.model.grid ? MARGIN : NAMED);
    if (scaleFor(inPlay, view, 0) < least) return this.#holding(inPlay, [least, least], heartOf(first, view, least).at);
    const fills = Math.max(view.width / frame.width, view.height / frame.height);
    const k = Math.max(least, fills <= scaleFor(inPlay, view, LEAST_MARGIN) ? Math.max(fits, fills) : fits);
    return this.#holding(inPlay, [Math.min(k, most), Math.min(k, most)]);
  }

  /** React to a new size of the view. */
  #resize(): void {
    const { camera } = this;
    if (!camera.fitBounds()) return;
    const { view } = this.drawing.player;
    const { k, x, y, ...old } = untrack(() => ({ ...view }));
    view.width = camera.width;
    view.height = camera.height;
    untrack(() => {
      const fresh = !this.#begun && old.width <= 1;
      if (fresh) this.#shows = "opening";
      this.#begun = true;
      const same = camera.following ? this.#shows : null;
      const [dx, dy] = old.width <= 1 ? [0, 0] : [(camera.width - old.width) / 2, (camera.height - old.height) / 2];
      const place = same === "opening" ? this.#opening() : same === "whole" ? camera.viewOf(this.sought.frame) : null;
      const to = place ?? { k, x: x + dx, y: y + dy };
      camera.set(to.k, to.x, to.y, false);
    });
  }

  /**
   * If a question is about something out of sight, the map first moves there. In a new turn it returns, unless the
   * player has moved it.
   */
  #ask(about: string, subjects: Point[][]): void {
    const { camera, sought } = this;
    const { turn } = this.drawing.player.picture ?? {};
    const back = turn !== this.#turn && this.#moved && camera.shows(this.#moved) ? this.#beforeTurn : null;
    if (turn !== this.#turn) this.#beforeTurn = this.#moved = null;
    this.#turn = turn;
    this.#return(back);
    const view = { ...this.drawing.player.view, ...back };
    const begins = this.#step !== this.#asked;
    const gentle = camera.small && camera.following && about !== this.#about;
    this.#asked = this.#step;
    this.#about = about;
    const unseen = subjects.find((points) => this.#isUnseen(points, begins || gentle, view));
    if (!unseen) return;
    const before = back ?? this.#here;
    const [least, most] = sought.scales;
    const scales: [number, number] = [least, gentle ? most : Math.max(view.k, least)];
    const fits = (points: Point[]): boolean => scaleFor(points, view) >= least;
    const nearest = (to: Point, of: Point[][]): Point[] => {
      const far = ([x, y]: Point): number => Math.hypot(x - to[0], y - to[1]);
      return of.map((points) => points.reduce((one, other) => (far(other) < far(one) ? other : one)));
    };
    // The kinds that fit, the most important ones first, and the nearest places of the others: while a battle is
    // declared, it is shown rather than other targets.
    let count = subjects.length;
    while (count > 0 && !fits(subjects.slice(0, count).flat())) count -= 1;
    if (count > 0) {
      const shown = subjects.slice(0, count).flat();
      const more = nearest(sought.chosen ?? heartOf(shown, view, least).at, subjects.slice(count));
      const all = [...shown, ...more];
      return this.#leave(before, fits(all) ? all : shown, scales, sought.chosen ?? undefined);
    }
    // If not all of the first kind fits, take the places that fit, and the nearest of the others.
    const from = sought.chosen ?? heartOf(unseen, view, least).at;
    this.#leave(before, [from, ...nearest(from, subjects)], scales, from);
  }

  /** Move to points, and remember the player's own view for the next turn. */
  #leave(before: Place, points: Point[], scales: [number, number], from?: Point): void {
    if (!this.#moved || !this.camera.shows(this.#moved)) this.#beforeTurn = before;
    this.#moved = this.#bring(points, scales, from);
  }

  /** Return whether too few points are visible: of all, or, at the start of a step, of those that fit. */
  #isUnseen(points: Point[], begins: boolean, view: View): boolean {
    const seen = points.filter((at) => inSight(at, view, 0)).length;
    if (!begins || points.length === 0) return seen === 0 && points.length > 0;
    const [least] = this.sought.scales;
    if (scaleFor(points, view) >= least) return seen < points.length;
    return seen < MOST * heartOf(points, view, least).holds;
  }

  /** Return to the player's own view. */
  #return(place: Place | null): null {
    if (place) this.camera.set(place.k, place.x, place.y, true);
    return null;
  }

  /** Move points into view if necessary, as large as possible. */
  #hold(points: Point[]): void {
    const { view } = this.drawing.player;
    if (points.some((at) => !inSight(at, view, 0))) this.#bring(points, [this.camera.fitting, this.sought.scales[1]]);
  }

  #holding(points: Point[], scales: [number, number], from?: Point): Place {
    return holding(points, this.drawing.player.view, this.sought.frame, scales, from);
  }

  /**
   * Move points of the board into view at a scale between these two, with the middle as close to `from` as possible.
   */
  #bring(points: Point[], scales: [number, number], from?: Point): Place {
    const place = this.#holding(points, scales, from);
    this.#shows = null;
    this.camera.set(place.k, place.x, place.y, true);
    return place;
  }

  /** Move some spaces into view if necessary, at the same scale. */
  #follow(ids: Iterable<string>): void {
    const points = this.sought.spacesAt(ids).map(({ at }) => at);
    const { view } = this.drawing.player;
    if (this.camera.width === 0 || points.every((point) => inSight(point, view, 0))) return;
    this.#leave(this.#here, points, [view.k, view.k]);
  }

  /** The signs for places beyond the edges are next to the overlays on the map. */
  #tellBeyond(): void {
    const { board, width, height } = this.camera;
    if (!board) return; // the page has changed meanwhile
    const { size, player } = this.drawing;
    const seen = { ...player.view, width, height };
    const { left, top } = board.getBoundingClientRect();
    const over = [board.querySelector(".overview"), ...board.parentElement!.children].flatMap((one) => {
      if (!one || one === board || one.matches(".pointed")) return [];
      const box = one.getBoundingClientRect();
      return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top };
    });
    const counters = this.sought.now.map(({ at: [x, y] }) => {
      const [across, down] = [x * seen.k + seen.x, y * seen.k + seen.y];
      return { left: across - size / 2, top: down - size / 2, right: across + size / 2, bottom: down + size / 2 };
    });
    this.beyond = signs(this.sought.now, seen, [...over, ...counters], BESIDE);
  }
}
