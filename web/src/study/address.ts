import { router } from "../route.svelte";

/** The address of the study of a match, at its start or at a moment. For the open table, with the same viewer. */
export function studyAddress(id: string, ply?: number): string {
  const { route } = router;
  const key = route.page === "play" && route.id === id && route.key !== null ? `/${route.key}` : "";
  return `#/study/${encodeURIComponent(id)}${key}${ply === undefined ? "" : `@${ply}`}`;
}
