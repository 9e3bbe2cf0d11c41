import { house } from "./house";

/** Save a file for the player. */
export function save(name: string, data: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The file name of an answer that is a file. */
export const nameOf = (answer: Response): string => answer.headers.get("X-File") ?? "game.mamayev.json";

/** Links to files of the API go to the local back end, because they have no address of their own. */
export function take(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[download]") : null;
  const target = link?.getAttribute("href");
  if (!target?.startsWith("/api/")) return;
  event.preventDefault();
  void house()
    .ask("GET", target, undefined, "")
    .then(async (answer) => save(nameOf(answer), await answer.blob()));
}
