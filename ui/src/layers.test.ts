/// <reference types="node" />

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const all = readdirSync("src", { recursive: true, encoding: "utf8" }).map((file) =>
  file.split(path.sep).join("/"),
);

/** A folder with an entry is a screen. */
const screens = all
  .filter((file) => file.endsWith("/entry.ts"))
  .map((file) => path.posix.dirname(file));

/** The folders from the bottom up: a file imports from its own folder and from those before it. */
const FLOORS: readonly (readonly string[])[] = [
  ["backend"],
  ["strings"],
  ["ui"],
  ["charts"],
  ["run"],
  ["plan"],
  [...screens, "palette"],
  ["shell"],
  ["."],
];

/** Tests may import everything, and so may their helpers. */
const OF_TESTS = /\.test\.tsx?$|^testing\.tsx$/;

const files = all.filter((file) => /\.tsx?$/.test(file) && !OF_TESTS.test(file));

const IMPORT = /(?:from\s+|import\(\s*|import\s+)"(\.[^"]*)"/g;

function importsOf(file: string): string[] {
  const text = readFileSync(path.join("src", file), "utf8");
  return [...text.matchAll(IMPORT)].flatMap(([, to = ""]) => {
    const target = path.posix.join(path.posix.dirname(file), to);
    return files.filter((each) => each === target || each.replace(/\.tsx?$/, "") === target);
  });
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

const roomOf = (file: string) => (file.includes("/") ? (file.split("/")[0] ?? "") : ".");
const floorOf = (file: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)));

/** The files of a circle that contains a file, in order; empty if there is none. */
function circleOf(start: string): string[] {
  const seen = new Set<string>();
  const walk = (file: string, way: string[]): string[] => {
    for (const next of imports.get(file) ?? []) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, next]);
      if (found.length > 0) return found;
    }
    return [];
  };
  return walk(start, [start]);
}

describe("the folders of the UI", () => {
  it("are all on a floor", () => {
    expect(files.length, "files were found").toBeGreaterThan(150);
    expect(
      files.filter((file) => floorOf(file) < 0),
      "a new folder has its line in FLOORS",
    ).toEqual([]);
  });

  it("import from those below and from no other", () => {
    const up = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => roomOf(target) !== roomOf(file) && floorOf(target) >= floorOf(file))
        .map((target) => `${file} → ${target}`),
    );
    expect(up, "what both need moves down").toEqual([]);
  });

  it("hold no circle of files", () => {
    for (const file of files)
      expect(circleOf(file), `${file}: take out what the others need`).toEqual([]);
  });

  it("keep the screen of a race small enough to be read at once", () => {
    const lines = files
      .filter((file) => roomOf(file) === "race")
      .map((file) => readFileSync(path.join("src", file), "utf8").split("\n").length);
    const total = lines.reduce((sum, each) => sum + each, 0);
    expect(total, "what other screens use belongs into run/ or plan/").toBeLessThanOrEqual(1_000);
  });
});
