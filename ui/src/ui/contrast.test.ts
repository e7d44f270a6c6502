/// <reference types="node" />

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { identityOf } from "../charts/identity";
import { laneShape, shapePath } from "./lanes";

const css = readFileSync("src/ui/theme.css", "utf8");

function theme(name: "dark" | "light"): Record<string, string> {
  const block = css.match(new RegExp(`\\[data-theme="${name}"\\] \\{([^}]*)\\}`))?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, key, value]) => [key, value]),
  );
}

type Rgb = readonly [number, number, number];

const channels = (hex: string): Rgb => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  return [r, g, b];
};

const linear = (hex: string): Rgb => {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return [r, g, b];
};

/** WCAG 2.2. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** APCA 0.0.98G: the readability of text on a background, from 0 to 106, whichever is lighter. */
function readable(text: string, ground: string): number {
  const light = (hex: string) => {
    const [r = 0, g = 0, b = 0] = channels(hex).map((value) => value ** 2.4);
    const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
    return y > 0.022 ? y : y + (0.022 - y) ** Math.SQRT2;
  };
  const [ink, paper] = [light(text), light(ground)];
  const isDark = paper > ink;
  const raw = isDark ? paper ** 0.56 - ink ** 0.57 : ink ** 0.62 - paper ** 0.65;
  return Math.max(0, raw * 1.14 - 0.027) * 100;
}

type Matrix = readonly [Rgb, Rgb, Rgb];

/** Machado, Oliveira and Fernandes 2009, severity 1, in linear RGB. */
const VISIONS: Record<string, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (matrix: Matrix, [x, y, z]: Rgb): Rgb => {
  const [a, b, c] = matrix.map(([m, n, o]) => m * x + n * y + o * z);
  return [a ?? 0, b ?? 0, c ?? 0];
};

/** OKLab of a colour in linear RGB, 100 for white. */
function oklab(rgb: Rgb): Rgb {
  const shown = rgb.map((value) => Math.min(1, Math.max(0, value))) as unknown as Rgb;
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    shown,
  ).map(Math.cbrt) as unknown as Rgb;
  return times(
    [
      [21.04542553, 79.3617785, -0.40720468],
      [197.79984951, -242.8592205, 45.05937099],
      [2.59040371, 78.27717662, -80.8675766],
    ],
    cones,
  );
}

function distance(a: string, b: string, vision: Matrix): number {
  const [one, other] = [oklab(times(vision, linear(a))), oklab(times(vision, linear(b)))];
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

const SURFACES = ["bg", "panel", "raised", "sunk"];
const TEXTS = ["ink", "soft", "faint", "accent", "good", "bad", "warn"];
const LANES = Array.from({ length: 12 }, (_, index) => index);

/** Minimum APCA of text on the stage. */
const READABLE = {
  dark: { ink: 100, soft: 68, faint: 52 },
  light: { ink: 104, soft: 88, faint: 79 },
};

/**
 * Minimum distance between any two of the first 4, 6, 8 and 12 lanes; 2 can be distinguished on large patches, 6 on
 * small marks.
 */
const APART: Record<"dark" | "light", Record<string, readonly number[]>> = {
  dark: {
    normal: [20.9, 14.1, 11.2, 8.0],
    protan: [13.7, 13.7, 8.8, 6.2],
    deutan: [12.7, 12.1, 7.9, 5.9],
    tritan: [8.2, 7.1, 7.1, 4.1],
  },
  light: {
    normal: [23.7, 13.3, 12.5, 8.1],
    protan: [12.8, 9.7, 7.7, 6.0],
    deutan: [13.8, 10.1, 7.8, 6.1],
    tritan: [16.3, 6.7, 5.3, 3.8],
  },
};

it("has both themes to check", () => {
  expect(Object.keys(theme("dark")).length, "the colours were found").toBeGreaterThan(25);
  expect(Object.keys(theme("light")), "each colour in both themes").toEqual(
    Object.keys(theme("dark")),
  );
});

it("tells every two of 24 lanes apart by shape alone, and twelve by any two signs", () => {
  const looks = Array.from({ length: 24 }, (_, place) => identityOf(place));
  expect(new Set(looks.map(({ shape }) => shape)).size, "no shape twice").toBe(24);
  const first = looks.slice(0, 12).map(({ colour }) => colour);
  expect(new Set(first).size, "no colour twice among twelve").toBe(12);
});

describe.each(["dark", "light"] as const)("the %s theme", (name) => {
  const colours = theme(name);
  const hex = (colour: string) => colours[colour] ?? "#000000";
  const ratio = (a: string, b: string) => contrast(hex(a), hex(b));

  it.each(TEXTS)("reads %s on every surface", (text) => {
    for (const surface of SURFACES) {
      expect(ratio(text, surface), `${text} on ${surface} holds AA`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(["ink", "soft", "faint"] as const)("reads %s on the stage with ease", (text) => {
    const least = READABLE[name][text];
    expect(readable(hex(text), hex("panel")), `APCA of ${text}`).toBeGreaterThanOrEqual(least);
  });

  it("reads what stands on a coloured ground", () => {
    expect(ratio("panel", "ink"), "the Race button").toBeGreaterThanOrEqual(7);
    expect(ratio("panel", "soft"), "the Race button under the pointer").toBeGreaterThanOrEqual(7);
    expect(ratio("on-accent", "accent"), "a selection").toBeGreaterThanOrEqual(4.5);
    expect(ratio("bad", "bad-wash"), "a failure").toBeGreaterThanOrEqual(4.5);
    expect(ratio("soft", "bad-wash"), "its advice").toBeGreaterThanOrEqual(4.5);
    expect(ratio("warn", "warn-wash"), "a warning").toBeGreaterThanOrEqual(4.5);
  });

  it("shows the wait, and the edges of what can be typed into or pressed", () => {
    expect(ratio("wait", "panel"), "the wait on the track").toBeGreaterThanOrEqual(3);
    for (const surface of ["bg", "panel", "sunk"]) {
      expect(ratio("line-strong", surface), `an edge on ${surface}`).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(LANES)("tells lane %i from what is around it", (place) => {
    expect(ratio(`lane-${place}`, "panel"), "a bar on the track").toBeGreaterThanOrEqual(3);
    expect(
      ratio(`on-lane-${place}`, `lane-${place}`),
      "what is written on it",
    ).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(APART[name]))("tells lanes apart in %s vision", (vision, least) => {
    const matrix = VISIONS[vision];
    if (!matrix) throw new Error(vision);
    for (const [at, lanes] of [4, 6, 8, 12].entries()) {
      for (const a of LANES.slice(0, lanes)) {
        for (const b of LANES.slice(a + 1, lanes)) {
          const apart = distance(hex(`lane-${a}`), hex(`lane-${b}`), matrix);
          const said = `lanes ${a} and ${b}, of the first ${lanes}`;
          expect(Math.round(apart * 10) / 10, said).toBeGreaterThanOrEqual(least[at] ?? 0);
        }
      }
    }
  });
});

describe("the exported page", () => {
  const page = readFileSync("../src-tauri/crates/report/src/replay.css", "utf8");
  const [light = "", dark = ""] = page.split("prefers-color-scheme: dark");

  it.each([
    ["light", light],
    ["dark", dark],
  ] as const)("has the window's colours in the %s", (name, block) => {
    const written = [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)];
    expect(written.length, "colours were found").toBeGreaterThan(20);
    const other: Record<string, string> = { ground: "bg", edge: "line-strong" };
    for (const [, key = "", value] of written) {
      expect(value, key).toBe(theme(name)[other[key] ?? key]);
    }
  });

  it("has the window's shapes", () => {
    const shapes = readFileSync("../src-tauri/crates/report/src/lane_shapes.txt", "utf8");
    const ours = Array.from({ length: 36 }, (_, look) => shapePath(laneShape(look), 12));
    expect(shapes.trimEnd().split("\n")).toEqual(ours);
  });
});
