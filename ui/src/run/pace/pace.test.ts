import { describe, expect, it } from "vitest";
import type { LiveLane } from "../race";
import { traceOf } from "./LivePace";
import { adviceOf, thinned } from "./PaceChart";

const length = (lane: number, from_tokens: number, alike: number[] = []) => ({
  lane,
  from_tokens,
  alike,
});

describe("advice", () => {
  const names = ["A", "B", "C"];

  it("says who is best for which length, in a sentence", () => {
    expect(adviceOf([length(0, 0)], names)).toBe("A is first at any length.");
    expect(adviceOf([length(0, 0), length(1, 117.6)], names)).toBe(
      "Shorter than 118 tokens choose A, longer choose B.",
    );
    expect(adviceOf([length(0, 0), length(2, 20), length(1, 150)], names)).toBe(
      "Choose up to 20 tokens A, up to 150 tokens C, longer B.",
    );
  });

  it("names those that are alike together, and nobody where nothing is known", () => {
    expect(adviceOf([length(0, 0, [2])], names)).toBe("A or C is first at any length.");
    expect(adviceOf([], names)).toMatch(/^Too few measurements/);
  });
});

describe("a line", () => {
  it("is thinned evenly and keeps its end", () => {
    const items = Array.from({ length: 1_001 }, (_, index) => index);
    const few = thinned(items, 100);
    expect(few.length).toBeLessThanOrEqual(101);
    expect([few[0], few.at(-1)]).toEqual([0, 1_000]);
    expect(thinned([1, 2, 3], 100), "what is short stays whole").toEqual([1, 2, 3]);
  });

  it("begins with the hundredth tokens that are known and grows with what comes", () => {
    const at = (lastUs: number, tokens: number) =>
      ({ ticksUs: [300_000, 600_000], lastUs, tokens, sample: null }) as unknown as LiveLane;
    const first = traceOf(at(700_000, 230), []);
    expect(first).toEqual([
      { ms: 300, tokens: 100 },
      { ms: 600, tokens: 200 },
      { ms: 700, tokens: 230 },
    ]);
    expect(traceOf(at(700_000, 230), [...first]), "nothing new is no new point").toEqual(first);
    expect(traceOf(at(800_000, 260), [...first]).at(-1)).toEqual({ ms: 800, tokens: 260 });
  });
});
