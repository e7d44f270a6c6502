import { describe, expect, it } from "vitest";
import { differenceOf } from "./diffWords";

describe("two answers, word by word", () => {
  it("are told apart by whole words, and nothing is lost", () => {
    const found = differenceOf("The quick fox jumps.", "The slow fox jumps twice.");
    expect(found, "three words are in both").toMatchObject({ same: 3, removed: 1, added: 2 });
    const without = (kind: string) =>
      found?.pieces
        .filter((piece) => piece.kind !== kind)
        .map(({ text }) => text)
        .join("");
    expect(without("added"), "what is left is the first").toBe("The quick fox jumps.");
    expect(without("removed"), "or the second").toBe("The slow fox jumps twice.");
  });

  it("are the same when they are the same", () => {
    expect(differenceOf("a b\nc", "a b\nc")).toMatchObject({ same: 3, removed: 0, added: 0 });
  });

  it("are not compared for minutes", () => {
    const long = (word: string) =>
      Array.from({ length: 6_000 }, (_, index) => `${word}${index}`).join(" ");
    expect(differenceOf(long("a"), long("b")), "nothing in common is not worth a diff").toBeNull();
  });

  it.each([
    ["a word without end", "a".repeat(50_000)],
    ["very many words", "word ".repeat(50_000)],
    ["marks stacked up", `a${"\u0301".repeat(50)} `.repeat(100)],
  ])("are not shown where that freezes the window, even if they are the same: %s", (_, text) => {
    expect(differenceOf(text, text)).toBeNull();
    expect(differenceOf("a word", text)).toBeNull();
  });
});
