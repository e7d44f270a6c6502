import { describe, expect, it } from "vitest";
import type { Pairwise } from "../../backend/backend";
import { forestOf, forestScale } from "./Forest";

const pair = (metric: string, difference: number | null, ci: [number, number] | null): Pairwise =>
  ({
    metric,
    leader: 0,
    other: 1,
    comparison: { difference, ci: ci && { low: ci[0], high: ci[1] } },
    sentence: { id: "pair.apart", english: "", values: {} },
  }) as unknown as Pairwise;

describe("a forest plot", () => {
  it("has what is worse than the leader on its right, whichever way is better", () => {
    const [slower] = forestOf([pair("ttft_ms", -40, [-60, -20])], "ttft_ms");
    expect(slower).toMatchObject({ worse: 40, low: 20, high: 60 });
    const [fewer] = forestOf([pair("decode_tps", 40, [20, 60])], "decode_tps");
    expect(fewer, "of a speed, less is worse").toMatchObject({ worse: 40, low: 20, high: 60 });
  });

  it("draws nothing that is not known", () => {
    const [row] = forestOf([pair("ttft_ms", null, null)], "ttft_ms");
    expect(row).toMatchObject({ worse: null, low: null, high: null });
    expect(forestScale(row ? [row] : [])(0), "and still has a scale").toBe(8);
  });

  it("always has the leader's own place on it", () => {
    const at = forestScale(forestOf([pair("ttft_ms", -40, [-60, -20])], "ttft_ms"));
    expect([at(0), at(60)], "from one edge to the other").toEqual([8, 212]);
  });
});
