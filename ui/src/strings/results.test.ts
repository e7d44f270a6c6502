import { describe, expect, it } from "vitest";
import type { Failure } from "../backend/backend";
import * as results from "./results";
import { verbatim } from "./said";
import { failureWords, strings } from "./strings";

/** Every text in a catalogue; functions are called with plausible arguments. */
function texts(of: unknown, path: string): [string, string][] {
  if (typeof of === "string") return [[path, of]];
  if (typeof of === "function") return [[path, String(of(1, 2, 3, 4, 5, 6))]];
  if (of === null || typeof of !== "object") return [];
  return Object.entries(of).flatMap(([key, value]) => texts(value, `${path}.${key}`));
}

describe("the catalogue of strings", () => {
  it("has no blank and no leftover", () => {
    const all = [...texts(strings, "strings"), ...texts(results, "results")];
    expect(all.length, "it is not empty").toBeGreaterThan(200);
    for (const [path, text] of all) {
      expect(text.trim(), `${path} says something`).not.toBe("");
      expect(text, `${path} has no hole in it`).not.toMatch(/undefined|null|NaN|\[object/);
    }
  });

  it("gives every doubt advice in a whole sentence", () => {
    for (const [doubt, { advice }] of Object.entries(results.doubts)) {
      expect(advice, `${doubt} says what it means`).toMatch(/^[A-Z].{30,}\.$/);
    }
  });

  it("names every failure differently enough to act on", () => {
    const names = Object.entries(results.faults);
    for (const [kind, name] of names)
      expect(name.length, `${kind} fits a badge`).toBeLessThanOrEqual(22);
    expect(
      new Set(names.map(([, name]) => name)).size,
      "no two dozen ways to say failed",
    ).toBeGreaterThan(names.length - 4);
  });

  it("says which lane a plan's problem concerns, counted as people count", () => {
    const failure: Failure = {
      kind: "plan",
      problems: [{ lane: 1, message: verbatim("No key.") }, { message: verbatim("No prompt.") }],
    };
    expect(failureWords(failure).message).toBe("Lane 2: No key. No prompt.");
  });
});

describe("an address of a dialect", () => {
  it("is said to be what comes before its path, with its version where the path has none", () => {
    expect(results.addressHints.gemini).toBe(
      "Everything before /models, with its version, for example https://host/v1beta",
    );
    expect(results.addressHints.anthropic).toBe(
      "Everything before /v1/messages, for example https://host",
    );
  });
});
