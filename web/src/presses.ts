const CONTROL = "button, a[href], summary";
/** The pixels that a press may move. Beyond them it is taken back, as if the page had not moved. */
const SLIP = 8;

/** Make each press count once, for the control on which it begins. */
export function guardPresses(): void {
  addEventListener("keydown", once, { capture: true });
  addEventListener("pointerdown", hold);
}

/** A held key presses a button once. */
function once(event: KeyboardEvent): void {
  const repeated = event.repeat && (event.key === "Enter" || event.key === " ");
  if (repeated && controlOf(event)) event.preventDefault();
}

/** A press of the mouse stays with its control even if what loads meanwhile moves the control from under it. */
function hold(down: PointerEvent): void {
  const control = controlOf(down);
  const { pointerId, clientX, clientY } = down;
  const taken = down.composedPath().some((one) => one instanceof Element && one.hasPointerCapture(pointerId));
  if (!control || taken || !down.isTrusted || down.button !== 0 || down.pointerType !== "mouse") return;
  control.setPointerCapture(pointerId);
  const held = new AbortController();
  const { signal } = held;
  const slip = (move: PointerEvent): void => {
    if (Math.hypot(move.clientX - clientX, move.clientY - clientY) > SLIP) control.releasePointerCapture(pointerId);
  };
  control.addEventListener("pointermove", slip, { signal });
  control.addEventListener("lostpointercapture", () => held.abort(), { signal });
}

function controlOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null;
}
