import { describe, expect, it } from "vitest";
import { broken, whole } from "./brokenLines";

describe("long lines", () => {
  const text = `{"a":"${"x".repeat(5_000)}"}\n\n${"y".repeat(1_999)}😀z\nend\n`;

  it("are broken, so that none is too long to be laid out", () => {
    const { text: shown } = broken(text);
    const lengths = shown.split("\n").map((line) => line.length);
    expect(Math.max(...lengths)).toBe(2_000);
    expect(shown).toContain("😀");
  });

  it("are copied as they are", () => {
    const made = broken(text);
    expect(whole(made.text, 1, made)).toBe(text);
    const lines = made.text.split("\n");
    expect(whole(lines.slice(1, 3).join("\n"), 2, made)).toBe(text.slice(2_000, 5_008));
  });
});
