import { at } from "../api";
import type { Annotation, Arrangement, Studies, StudyNow } from "../protocol";

/**
 * `whose`: the author at an open table, where everyone may write each study. `replaces`: what a change replaces; anything
 * else is kept, and the change is refused with this field. Null replaces anything.
 */
export const calls = {
  studies: (id: string) => at<Studies>("GET", id, "/studies"),
  note: (id: string, { ply, ...note }: Annotation, whose: string, replaces: Annotation | null) =>
    at<StudyNow>("PUT", id, `/study/notes/${ply}`, { ...note, whose, replaces }),
  arrange: (id: string, wanted: Arrangement, whose: string, replaces: Arrangement | null) =>
    at<StudyNow>("PUT", id, "/study", { ...wanted, whose, replaces }),
};
