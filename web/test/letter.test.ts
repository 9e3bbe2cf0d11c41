import { describe, expect, it } from "vitest";
import { LONGEST_LINK, lettersOf, read, Unreadable, written } from "../src/mail/letter";

const record = JSON.stringify({ game: "race", log: Array.from({ length: 400 }, (_, n) => `step №${n} ✓`) });

const packed = async (text: string): Promise<string> => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  return btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer())));
};

describe("a turn as a link", () => {
  it("comes back as it was sent, in letters that every address may hold", async () => {
    const letters = await written(record);
    expect(letters).toMatch(/^[\w-]+$/);
    expect(letters.length).toBeLessThan(LONGEST_LINK);
    expect(await read(letters)).toEqual(JSON.parse(record));
  });

  it("is found in what somebody has pasted", async () => {
    const letters = await written(record);
    expect(lettersOf(`https://host/some/path/#/mail/${letters}\n`)).toBe(letters);
    expect(lettersOf(`My turn: <https://host/#/mail/${letters}>. Yours!`)).toBe(letters);
    for (const other of ["", "hello", "https://host/#/play/0123", `#/mail/${letters}/more`, "#/mail/"])
      expect(lettersOf(other)).toBeUndefined();
  });

  it("is refused when it has been cut off or changed on the way", async () => {
    const letters = await written(record);
    const middle = letters.length >> 1;
    const changed = `${letters.slice(0, middle)}${letters[middle] === "A" ? "B" : "A"}${letters.slice(middle + 1)}`;
    for (const wrong of [letters.slice(0, -9), letters.slice(5), changed, "%%%", "AAAA", "", "é"])
      await expect(read(wrong)).rejects.toThrow(Unreadable);
  });

  it("is refused when it holds no JSON, no text, or more than a saved game may", async () => {
    await expect(read(await packed("{"))).rejects.toThrow(Unreadable);
    await expect(read(await packed(`"${"x".repeat(1_000_001)}"`))).rejects.toThrow(Unreadable);
    expect(await read(await packed(`"${"x".repeat(900_000)}"`))).toHaveLength(900_000);
  });
});
