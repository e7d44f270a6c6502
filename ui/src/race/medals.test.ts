import { describe, expect, it } from "vitest";
import type { Lane, Run, Sample } from "../backend/backend";
import { medalsOf } from "./medals";

function sample(numbers: Partial<Sample>): Sample {
  return { status: "ok", text: "x", reasoning: "", doubts: [], ticks_ms: [], ...numbers } as Sample;
}

function lane(numbers: Partial<Sample>, more: Partial<Lane> = {}): Lane {
  return {
    place: 0,
    label: "",
    model: "",
    simulated: false,
    samples: [sample(numbers)],
    summary: {},
    ...more,
  } as Lane;
}

const run = (...lanes: Lane[]) => ({ lanes }) as Run;

function medal(of: Run, title: string) {
  const verdict = medalsOf(of);
  return "medals" in verdict ? verdict.medals.find((entry) => entry.title === title) : undefined;
}

describe("medals", () => {
  it("go to the least time and cost and to the most speed", () => {
    const of = run(
      lane({ ttft_ms: 200, decode_tps: 50, cost_usd: 0.001 }),
      lane({ ttft_ms: 900, decode_tps: 90, cost_usd: 0.003 }),
    );
    expect(medal(of, "First word")?.lanes).toEqual([0]);
    expect(medal(of, "Fastest")?.lanes).toEqual([1]);
    expect(medal(of, "Cheapest")?.lanes).toEqual([0]);
  });

  it("are shared where lanes differ by less than 2 %", () => {
    const of = run(lane({ ttft_ms: 1_000 }), lane({ ttft_ms: 1_019 }), lane({ ttft_ms: 1_021 }));
    expect(medal(of, "First word")?.lanes, "2.1 % is a difference").toEqual([0, 1]);
  });

  it("never go to a lane that failed", () => {
    const of = run(
      lane({ status: "error_stream", ttft_ms: 1 }),
      lane({ ttft_ms: 500 }),
      lane({ ttft_ms: 400 }),
    );
    expect(medal(of, "First word")?.lanes, "the quickest failure is no winner").toEqual([2]);
  });

  it("never go to a lane that failed in one of its rounds", () => {
    const shaky = lane({}, { samples: [sample({ ttft_ms: 1 }), sample({ status: "throttled" })] });
    expect(medalsOf(run(shaky, lane({ ttft_ms: 5 }))), "one lane is left").toHaveProperty("nobody");
  });

  it("never set a simulated lane above a real one", () => {
    const of = run(
      lane({ decode_tps: 2_000 }, { simulated: true }),
      lane({ decode_tps: 50 }),
      lane({ decode_tps: 60 }),
    );
    expect(medal(of, "Fastest")?.lanes).toEqual([2]);
  });

  it("do not say that nobody finished when only simulated lanes did", () => {
    const of = run(lane({ status: "error_net" }), lane({ ttft_ms: 5 }, { simulated: true }));
    expect(medalsOf(of)).toMatchObject({ nobody: expect.stringMatching(/No real lane finished/) });
  });

  it("leave a lane without a price out instead of calling it free", () => {
    const of = run(lane({ cost_usd: null }), lane({ cost_usd: 0.002 }), lane({ cost_usd: 0.001 }));
    expect(medal(of, "Cheapest")?.lanes).toEqual([2]);
  });

  it("compare medians over several rounds", () => {
    const spread = (p50: number) => ({
      summary: { ttft_ms: { n: 5, mean: 9e9, p50, min: 0, max: 0 } },
    });
    const rounds = { samples: [sample({ ttft_ms: 1 }), sample({ ttft_ms: 1 })] };
    const of = run(
      lane({}, { ...rounds, ...spread(800) }),
      lane({}, { ...rounds, ...spread(300) }),
    );
    expect(medal(of, "First word")?.lanes).toEqual([1]);
  });

  it("say so when there is nobody to rank", () => {
    expect(medalsOf(run(lane({ status: "error_net" })))).toHaveProperty("nobody");
    expect(
      medalsOf(run(lane({ ttft_ms: 5 }))),
      "a race against nobody has no winner",
    ).toHaveProperty("nobody");
  });
});
