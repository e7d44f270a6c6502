import { describe, expect, it } from "vitest";
import type { PairComparison } from "../backend/backend";
import { forestOf } from "./Better";

const pair = (a: number, b: number, change: Partial<PairComparison>): PairComparison => ({
  a,
  b,
  metric: "ttft_ms",
  standing: "unsettled",
  n: 6,
  basis: "rounds",
  ...change,
});

describe("who is better", () => {
  it("is seen from the leader, whichever way the pair was compared", () => {
    const slower = { standing: "worse", ratio: 2, ci: { low: 1.6, high: 2.5 } } as const;
    const found = forestOf([pair(0, 1, slower)], "ttft_ms", false);
    expect(found?.leader, "who took half as long").toBe(1);
    expect(found?.rows, "and the other is twice as bad").toEqual([
      { place: 0, standing: "better", times: 2, low: 1.6, high: 2.5, n: 6 },
    ]);
  });

  it("has less of a speed on the side of worse", () => {
    const faster = { standing: "better", ratio: 4, ci: { low: 3, high: 5 } } as const;
    const found = forestOf([pair(0, 1, faster)], "ttft_ms", true);
    expect(found).toMatchObject({ leader: 0, rows: [{ place: 1, times: 4, low: 3, high: 5 }] });
  });

  it("leaves what is unknown undrawn", () => {
    const found = forestOf([pair(0, 1, {})], "ttft_ms", false);
    expect(found?.rows).toMatchObject([{ times: null, low: null, high: null }]);
    expect(forestOf([], "ttft_ms", false), "nobody is compared").toBeNull();
  });

  it("ranks the nearest first", () => {
    const all = [
      pair(0, 1, { standing: "better", ratio: 0.4 }),
      pair(0, 2, { standing: "better", ratio: 0.8 }),
      pair(1, 2, { standing: "worse", ratio: 2 }),
    ];
    expect(forestOf(all, "ttft_ms", false)?.rows.map(({ place }) => place)).toEqual([2, 1]);
  });
});
