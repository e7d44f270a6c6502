/// <reference types="node" />

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/ui/theme.css", "utf8");

function theme(name: "dark" | "light"): Record<string, string> {
  const block = css.match(new RegExp(`\\[data-theme="${name}"\\] \\{([^}]*)\\}`))?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, key, value]) => [key, value]),
  );
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ["bg", "panel", "raised", "sunk"];
const TEXTS = ["ink", "soft", "faint", "accent", "good", "bad", "warn", "think"];
const LANES = Array.from({ length: 9 }, (_, index) => `lane-${index}`);

it("has both themes to check", () => {
  expect(Object.keys(theme("dark")).length, "the colours were found").toBeGreaterThan(25);
  expect(Object.keys(theme("light")), "each colour in both themes").toEqual(
    Object.keys(theme("dark")),
  );
});

describe.each(["dark", "light"] as const)("the %s theme", (name) => {
  const colours = theme(name);
  const ratio = (a: string, b: string) =>
    contrast(colours[a] ?? "#000000", colours[b] ?? "#000000");

  it.each(TEXTS)("reads %s on every surface", (text) => {
    for (const surface of SURFACES) {
      expect(ratio(text, surface), `${text} on ${surface} holds AA`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("reads what stands on a coloured ground", () => {
    expect(ratio("on-accent", "accent"), "the Race button").toBeGreaterThanOrEqual(4.5);
    expect(ratio("bad", "bad-wash"), "a failure").toBeGreaterThanOrEqual(4.5);
    expect(ratio("soft", "bad-wash"), "its advice").toBeGreaterThanOrEqual(4.5);
    expect(ratio("warn", "warn-wash"), "a warning").toBeGreaterThanOrEqual(4.5);
  });

  it.each(LANES)("tells %s from what is around it", (lane) => {
    expect(ratio(lane, "panel"), "a bar on the track").toBeGreaterThanOrEqual(3);
    expect(ratio("on-lane", lane), "the number on its badge").toBeGreaterThanOrEqual(4.5);
  });
});
