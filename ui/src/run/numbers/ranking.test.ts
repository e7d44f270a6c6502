import { describe, expect, it } from "vitest";
import type { LiveLane } from "../race";
import { bestOf, nextSorting, orderOf } from "./ranking";

const lane = (ttft_ms: number | null, more: { status?: string; simulated?: boolean } = {}) =>
  ({
    simulated: more.simulated ?? false,
    sample: { status: more.status ?? "ok", ttft_ms, decode_tps: ttft_ms },
  }) as unknown as LiveLane;

describe("lanes in the order of a number", () => {
  const lanes = [lane(300), lane(null), lane(100), lane(200, { status: "error_net" })];

  it("begin with the best, and unknown comes last either way", () => {
    expect(orderOf(lanes, null), "as they were lined up").toEqual([0, 1, 2, 3]);
    expect(orderOf(lanes, { metric: "ttft_ms", reversed: false })).toEqual([2, 0, 1, 3]);
    expect(orderOf(lanes, { metric: "ttft_ms", reversed: true })).toEqual([0, 2, 1, 3]);
    expect(orderOf(lanes, { metric: "decode_tps", reversed: false }), "more is better").toEqual([
      0, 2, 1, 3,
    ]);
  });

  it("turn with each press, and the third brings their own order back", () => {
    const first = nextSorting(null, "ttft_ms");
    const second = nextSorting(first, "ttft_ms");
    expect([first?.reversed, second?.reversed, nextSorting(second, "ttft_ms")]).toEqual([
      false,
      true,
      null,
    ]);
    expect(nextSorting(second, "decode_tps"), "another begins anew").toEqual({
      metric: "decode_tps",
      reversed: false,
    });
  });
});

describe("the best of a number", () => {
  it("is the least or the most, and shared where it is the same", () => {
    const lanes = [lane(300), lane(100), lane(100), lane(50, { status: "error_net" })];
    expect([...bestOf(lanes, "ttft_ms")], "what failed is not ranked").toEqual([1, 2]);
    expect([...bestOf(lanes, "decode_tps")]).toEqual([0]);
  });

  it("is nobody's where nothing is better, one alone has it, or all have the same", () => {
    expect(bestOf([lane(1), lane(2)], "chunks").size).toBe(0);
    expect(bestOf([lane(1), lane(null)], "ttft_ms").size).toBe(0);
    expect(bestOf([lane(1), lane(1)], "ttft_ms").size).toBe(0);
  });

  it("is a real lane's where there is one", () => {
    expect([...bestOf([lane(1, { simulated: true }), lane(9), lane(7)], "ttft_ms")]).toEqual([2]);
  });
});
