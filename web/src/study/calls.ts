import { at } from "../api";
import type { Annotation, Chapter, Studies, StudyNow } from "../protocol";

/** `whose`: the author at an open table, where everyone may write each study. */
export const calls = {
  studies: (id: string) => at<Studies>("GET", id, "/studies"),
  note: (id: string, { ply, ...note }: Annotation, whose: string) =>
    at<StudyNow>("PUT", id, `/study/notes/${ply}`, { ...note, whose }),
  arrange: (id: string, wanted: { title: string; chapters: Chapter[]; shared: boolean }, whose: string) =>
    at<StudyNow>("PUT", id, "/study", { ...wanted, whose }),
};
