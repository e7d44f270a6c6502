/// <reference types="node" />

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { identityOf } from "./identity";

const css = readFileSync("src/ui/theme.css", "utf8");
const LANES = Array.from({ length: 9 }, (_, place) => place);

function colours(theme: string): Record<string, string> {
  const block = css.match(new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`))?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, key, value]) => [key, value]),
  );
}

type Rgb = [number, number, number];

function linear(hex: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Viénot, Brettel and Mollon 1999: what is left of a colour without one kind of cone, in linear RGB. */
const LEFT = {
  deuteranopia: [
    [0.29275, 0.70725, -0.02978],
    [0.29275, 0.70725, -0.02978],
    [-0.02234, 0.02234, 1],
  ],
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
} as const;

function seen([r, g, b]: Rgb, vision: keyof typeof LEFT): Rgb {
  const [x, y, z] = LEFT[vision].map(([m, n, o]) => m * r + n * g + o * b);
  return [x ?? 0, y ?? 0, z ?? 0];
}

/** CIE L*a*b* under D65. */
function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const difference = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r, g, bl] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Two colours nearer than this are taken for each other on small marks. */
const ALIKE = 12;

describe.each(["dark", "light"])("in the %s theme", (theme) => {
  const known = colours(theme);
  const hexOf = (place: number) => {
    const name = /--([\w-]+)/.exec(identityOf(place).colour)?.[1] ?? "";
    return known[name] ?? "#000000";
  };

  it.each(["bg", "panel"])("every mark stands out from %s", (surface) => {
    for (const place of LANES) {
      const ratio = contrast(hexOf(place), known[surface] ?? "#000000");
      expect(ratio, `lane ${place} on ${surface}`).toBeGreaterThanOrEqual(3);
    }
    for (const name of ["warn", "bad", "good", "accent"]) {
      const ratio = contrast(known[name] ?? "", known[surface] ?? "");
      expect(ratio, `${name} on ${surface}`).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(["deuteranopia", "protanopia"] as const)(
    "lanes that look alike under %s differ in shape or dash",
    (vision) => {
      for (const a of LANES) {
        for (const b of LANES.slice(a + 1)) {
          const [first, second] = [a, b].map((place) => lab(seen(linear(hexOf(place)), vision)));
          if (!first || !second || difference(first, second) >= ALIKE) continue;
          const [one, other] = [identityOf(a), identityOf(b)];
          expect(one.shape, `dots of lanes ${a} and ${b}`).not.toBe(other.shape);
          expect(one.dash, `lines of lanes ${a} and ${b}`).not.toBe(other.dash);
        }
      }
    },
  );
});
