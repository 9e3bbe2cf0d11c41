import type { NamedOrText } from "../protocol";

/** Seats, editions and bots may be plain names or objects; both become id and title. */
export function names(list: NamedOrText[]): { id: string; title: string }[] {
  return list.map((one) => {
    if (typeof one === "string") return { id: one, title: one };
    const id = one.id ?? one.name ?? "";
    return { id, title: one.title ?? one.name ?? id };
  });
}

export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
