import { tick } from "svelte";
import { words } from "../words/table";
import type { Session } from "./session.svelte";

export interface KeyTargets {
  /** Close what is over the table, if anything is. */
  shut: () => boolean;
  escape: () => boolean;
  fit: () => void;
  zoom: (factor: number) => void;
  focusBoard: () => void;
  /** To the next unit that can be chosen, or the previous one. */
  unit: (by: 1 | -1) => void;
  help: () => void;
  counters: () => void;
  /** Forward or back in time, while an earlier moment is shown. */
  step: (by: number) => void;
  lesson: () => void;
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, select, textarea");

function whyNot(session: Session): void {
  const focus = document.activeElement;
  const hovered = document.querySelector("[data-track]:hover");
  const track = (focus?.closest("[data-track]") ?? hovered)?.getAttribute("data-track");
  const onMap = focus?.hasAttribute("data-piece") || focus?.hasAttribute("data-space") ? null : session.hover;
  const piece = focus?.getAttribute("data-piece") ?? onMap?.piece;
  const space = focus?.getAttribute("data-space") ?? onMap?.space;
  if (track && !piece && !space) return void session.explainTrack(track);
  const verb = focus?.getAttribute("data-verb") ?? session.choosing.verb ?? undefined;
  const about = { piece: piece ?? (space ? (session.choosing.stack.piece ?? undefined) : undefined), space, verb };
  if (about.piece === undefined && about.space === undefined && about.verb === undefined) {
    session.card = {
      kind: "why",
      title: words.pointFirst,
      reasons: [{ text: words.pointFirstDoc }],
    };
    return;
  }
  const title = space ? session.model?.spaceName(space) : piece ? session.pieceName(piece) : verb;
  void session.why(about, title ?? words.notes.why);
}

/** Press a verb. If its choices are only beside the map, the keyboard continues from the first of them. */
async function press(session: Session, verb: string): Promise<void> {
  session.clicks.verb(verb);
  await tick();
  const { meant, spaces, pieces } = session.choosing;
  if (meant === verb && spaces.size + pieces.size === 0)
    document.querySelector<HTMLElement>(".options [data-action]")?.focus();
}

/** The keys that repeat their action while they are held. Any other key counts once. */
const HELD = ["+", "=", "-", "u", "U"];

/** The keys of the table, wherever the focus is (but not while typing). */
export function handleKey(event: KeyboardEvent, session: Session, to: KeyTargets): void {
  if (event.key === "Escape" && to.shut()) return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) {
    if (event.key === "Escape" && to.escape()) event.preventDefault();
    return;
  }
  if (event.key === "Escape" && session.playback.running) session.playback.closeRolls();
  if (event.repeat && !event.key.startsWith("Arrow") && !HELD.includes(event.key)) return;
  const { beginning } = session;
  const skipped = !["Tab", "Shift", "t"].includes(event.key) && session.playback.skip();
  if (skipped && (beginning || ["Escape", "Enter", " "].includes(event.key))) {
    event.preventDefault();
    return;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const chance = session.asking ? session.choosing.decision?.chance : undefined;
  if (chance && chance.kind !== "die" && /^[0-9]$/.test(key)) {
    document.querySelector<HTMLElement>("[data-drawn]")?.focus(); // what is typed then goes there
    return;
  }
  const face = chance && session.choosing.actions.find((action) => action.text === `die ${key}`);
  if (chance && !face && /^[0-9]$/.test(key)) {
    return void session.play(`die ${key}`); // refused, with a sentence that says what a die shows
  }
  const number = /^[1-9]$/.test(key) ? Number(key) - 1 : -1;
  const card = session.choosing.cards[number];
  const chosen = session.choosing.beside[number - session.choosing.cards.length];
  const acts: Record<string, () => void> = {
    Escape: to.escape,
    z: () => void (event.shiftKey ? session.review.redo() : session.review.undo()),
    s: () => session.clicks.stack(),
    g: () => void session.clicks.again(),
    u: () => to.unit(event.shiftKey ? -1 : 1),
    l: () => (session.listOpen = !session.listOpen),
    r: () => session.toggleRules(),
    i: () => void session.hint(),
    t: () => session.playback.toggleWhole(),
    w: () => void session.ways.otherWay(),
    p: () => session.ways.pinWay(),
    f: to.fit,
    "0": to.fit,
    "+": () => to.zoom(1.4),
    "=": () => to.zoom(1.4),
    "-": () => to.zoom(1 / 1.4),
    "?": () => whyNot(session),
    e: () => {
      const main = session.choosing.verbs.find((verb) => verb.weight === "main");
      if (main) session.clicks.verb(main.verb);
    },
    Backspace: () => session.clicks.takeBack(),
    h: to.help,
    n: () => {
      if (session.reader.example) to.step(1);
      else if (session.coach.lesson) to.lesson();
      else void session.nextBest();
    },
    c: to.counters,
    ArrowLeft: to.focusBoard,
    ArrowRight: to.focusBoard,
    ArrowUp: to.focusBoard,
    ArrowDown: to.focusBoard,
  };
  if ((session.review.past || session.reader.example) && (key === "ArrowLeft" || key === "ArrowRight")) {
    event.preventDefault();
    to.step(key === "ArrowLeft" ? -1 : 1);
    return;
  }
  const { replay } = session;
  const onButton = event.target instanceof Element && event.target.matches("button, a");
  if (replay.film && ((key === " " && !onButton) || /^[1-3]$/.test(key))) {
    event.preventDefault();
    if (key === " ") replay.toggle();
    else replay.speed = Number(key);
    return;
  }
  const arrow = key.startsWith("Arrow");
  const idle =
    event.target === document.body || (event.target instanceof Element && event.target.matches("[data-heading]"));
  if (arrow && !idle) return;
  const keyed = session.choosing.verbs.find((verb) => verb.open && verb.key === key);
  const offered = face ?? card;
  const act = offered
    ? () => session.clicks.submit(offered)
    : chosen
      ? () => void press(session, chosen.verb)
      : keyed
        ? () => session.clicks.verb(keyed.verb)
        : acts[key];
  if (!act) return;
  event.preventDefault();
  act();
}
