import { describe, expect, it } from "vitest";
import { BrokenText, whole } from "./brokenLines";

/** All of a text, taken in pieces of about this many characters. */
function taken(text: string, length: number) {
  const made = new BrokenText(text);
  const pieces = [];
  do pieces.push(made.next(length));
  while (!made.isWhole);
  return { made, pieces, shown: pieces.join("") };
}

describe("long lines", () => {
  const text = `{"a":"${"x".repeat(5_000)}"}\n\n${"y".repeat(1_999)}😀z\nend\n`;

  it("are broken, so that none is too long to be laid out", () => {
    const { shown } = taken(text, 1_000_000);
    const lengths = shown.split("\n").map((line) => line.length);
    expect(Math.max(...lengths)).toBe(2_000);
    expect(shown).toContain("😀");
  });

  it("are copied as they are", () => {
    const { made, shown } = taken(text, 1_000_000);
    expect(whole(shown, 1, made)).toBe(text);
    const lines = shown.split("\n");
    expect(whole(lines.slice(1, 3).join("\n"), 2, made)).toBe(text.slice(2_000, 5_008));
  });

  it("are the same however large the pieces are in which they are taken", () => {
    const all = taken(text, 1_000_000);
    for (const each of [
      text,
      "",
      "\n",
      "a",
      "\n\na",
      "a\n",
      "b".repeat(2_000),
      "b".repeat(4_001),
    ]) {
      for (const length of [1, 3, 2_000, 2_001, 5_000]) {
        const { made, shown, pieces } = taken(each, length);
        expect(whole(shown, 1, made), `${each.length} in pieces of ${length}`).toBe(each);
        const longest = Math.max(...pieces.map((piece) => piece.length));
        expect(longest, "none is much longer than asked").toBeLessThanOrEqual(length + 2_002);
      }
    }
    expect(taken(text, 700).shown).toBe(all.shown);
  });
});
