import type { Picture, Scene } from "../protocol";
import { words } from "../words/side";

/** The name of a turn: a month, or a round with its number; empty if turns are only numbered. */
export function nameOfTurn({ turns }: Scene, turn: number): string {
  if (!turns) return "";
  return turns.names?.[turn] ?? `${turns.word ?? "Turn"} ${turn}`;
}

/** Whether turns have several phases. If a turn is one phase after the setup, the name of the phase says nothing. */
export const divided = (scene: Scene): boolean => scene.phases.length > 2;

/** "Turn 1 of 16 · Second Phase · Step 1 of 3", from the scene's sequence of play. */
export function placeInTurn(scene: Scene, picture: Picture): string {
  const place = [picture.headline ?? words.turn(picture.turn)];
  const phase = scene.phases[phaseAt(scene, picture)];
  if (phase) {
    if (divided(scene)) place.push(phase.title);
    const step = phase.steps.findIndex((one) => one.id === picture.step);
    if (step >= 0 && phase.steps.length > 1) place.push(words.step(step + 1, phase.steps.length));
  }
  return place.join(" · ");
}

/** The index of the phase in a picture. While events are shown, the step is ahead of it. */
export function phaseAt(scene: Scene, picture: Picture): number {
  const now = scene.phases.findIndex((phase) => phase.id === picture.phase);
  const has = (index: number): boolean => scene.phases[index]?.steps.some((step) => step.id === picture.step) ?? false;
  return has(now)
    ? now
    : Math.max(
        now,
        scene.phases.findIndex((_, index) => has(index)),
      );
}

/** The phase of a step, for headings. */
export function phaseOfStep(scene: Scene, step: string | undefined): string | null {
  return divided(scene) ? titleOfPhase(scene, step) : null;
}

/** The name of the phase of a step. */
export function titleOfPhase(scene: Scene, step: string | undefined): string | null {
  const found = scene.phases.find((phase) => phase.id === step || phase.steps.some((one) => one.id === step));
  return found?.title ?? null;
}
