import { expect, test, vi } from "vitest";

test("a counted noun stands in its form, and the number is written as the language writes it", async () => {
  const { counted } = await import("../src/words/language");
  const games = { one: "# game", other: "# games" };
  expect([0, 1, 2, 4096].map((count) => counted(count, games))).toEqual([
    "0 games",
    "1 game",
    "2 games",
    "4,096 games",
  ]);
});

test("another language is laid over catalogues loaded before and after; a dialect falls back to its language", async () => {
  vi.resetModules();
  const { catalogue, language, speak } = await import("../src/words/language");
  const before = catalogue("before", { hello: "Hello", games: (count: number) => `${count} games` });
  await speak(["", "tlh", "en-XA", "en"]);
  const after = catalogue("after", { rules: "Rules" });
  expect([language(), before.hello, before.games(2), after.rules]).toEqual(["en-XA", "Hélló", "2 gámés", "Rúlés"]);
  vi.resetModules();
  const fresh = await import("../src/words/language");
  await fresh.speak(["en-GB", "en-XA"]);
  expect([fresh.language(), fresh.catalogue("plain", { rules: "Rules" }).rules]).toEqual(["en", "Rules"]);
});
