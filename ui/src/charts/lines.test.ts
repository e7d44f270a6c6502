import { describe, expect, it } from "vitest";
import { brokenLines } from "./lines";

const within = (most: number) => (line: string) => line.length <= most;

describe("the lines of a text in a picture", () => {
  it("break between words, and lose none", () => {
    expect(brokenLines("warnings: buffered (3 requests)", within(12))).toEqual([
      "warnings:",
      "buffered (3",
      "requests)",
    ]);
  });

  it("part a name that is longer than a line, rather than leave the picture", () => {
    const name = "accounts/fireworks/models/a-very-long-name";
    const lines = brokenLines(`of ${name}`, within(16));
    expect(lines.every((line) => line.length <= 16)).toBe(true);
    expect(lines.join("").replace("of", ""), "whole").toBe(name);
  });

  it("break between Chinese characters, and keep a mark with what it belongs to", () => {
    const lines = brokenLines("首个 Token 最快的是甲，其次是乙（丙）。", within(8));
    expect(lines.join("").replaceAll(" ", "")).toBe("首个Token最快的是甲，其次是乙（丙）。");
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(8);
      expect(line).not.toMatch(/^[，。）]/);
      expect(line).not.toMatch(/（$/);
    }
  });
});
