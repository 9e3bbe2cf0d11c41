import type { BoardModel } from "../board/model";
import type { Deed, Picture } from "../protocol";

/** Where something goes, or, without `from`, where something happens. */
export interface Course {
  from?: string;
  to: string;
}
/** The most arrows of one deed. */
const MOST = 12;

/** The courses that the actions of a deed take on the map: from a piece to the space, or to the enemy, that they name. */
export function coursesOf(deed: Deed, picture: Picture, model: BoardModel): Course[] {
  const where = new Map(picture.pieces.map(({ id, at }) => [id, at]));
  const spaceOf = (word: string): string | undefined => (model.space.has(word) ? word : where.get(word));
  const found = deed.actions.flatMap((action): Course[] => {
    const places = action
      .split(" ")
      .slice(1)
      .map(spaceOf)
      .filter((space) => space !== undefined && model.space.has(space)) as string[];
    const [from, to] = [places[0], places.at(-1)];
    if (to === undefined) return [];
    return from === to || from === undefined ? [{ to }] : [{ from, to }];
  });
  const named: Course[] = found.length
    ? found
    : (deed.spaces ?? []).filter((space) => model.space.has(space)).map((to) => ({ to }));
  const seen = new Set<string>();
  return named.filter(({ from, to }) => !seen.has(`${from}>${to}`) && seen.add(`${from}>${to}`)).slice(0, MOST);
}
