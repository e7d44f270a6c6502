import { describe, expect, it } from "vitest";
import type { LanePlayback, Playback, Run, Sample } from "../backend/backend";
import { arrivedBy } from "../run/arrivals";
import { raceAt, textAt } from "./playhead";

const sample = {
  status: "ok",
  text: "Hello world",
  tools: "f()",
  reasoning: "Hm",
  doubts: [],
  ticks_ms: [],
  attempts: 1,
  chunks: 4,
  reasoning_type: "verbatim",
} as Sample;

/** Sent at 1 ms; reasoned at 100, answered from 200, called a tool at 400, ended at 500. */
const lane: LanePlayback = {
  logged: true,
  replay: {
    sent_us: 1_000,
    first_any_us: 100_000,
    first_answer_us: 200_000,
    closed_us: 500_000,
    at_us: [100_000, 200_000, 300_000, 400_000],
    tokens: [1, 3, 5, 6],
    reasoning_to: [2, 2, 2, 2],
    answer_to: [0, 6, 11, 11],
    tools_to: [0, 0, 0, 3],
    ticks_us: [300_000],
    rates: [null, null, null, 12.5],
  },
  barcode: {
    chunks: 4,
    per_column: 1,
    stalls: 0,
    stall_from_ms: 500,
    at_us: [],
    gap_ms: [],
    tokens: [],
  },
  ended_us: 500_000,
  thought_tokens: 1,
};

const playback = {
  lanes: [
    lane,
    {
      ...lane,
      logged: false,
      ended_us: 900_000,
      replay: {
        ...lane.replay,
        at_us: [],
        sent_us: null,
        first_any_us: null,
        first_answer_us: null,
      },
    },
  ],
  overtakes: [],
  by_length: [],
  most_tokens: 6,
  ended_us: 900_000,
} as Partial<Playback> as Playback;

const run = {
  id: "run",
  plan: { prompt: "Hi", repeat: 1, warmup: 0, lanes: [] },
  lanes: [0, 1].map((place) => ({
    place,
    provider: "p",
    label: "P",
    model: "m",
    simulated: false,
    samples: [{ ...sample, status: place === 0 ? "ok" : "interrupted" }],
    summary: {},
  })),
} as unknown as Run;

const at = (atUs: number) => raceAt(run, 0, playback, atUs);

describe("a race at a moment of its past", () => {
  it("has every lane in the phase that it was in", () => {
    const phases = [0, 1_000, 100_000, 199_999, 200_000, 500_000].map(
      (us) => at(us).lanes[0]?.phase,
    );
    expect(phases, "stamps belong to what begins with them").toEqual([
      "ready",
      "waiting",
      "thinking",
      "thinking",
      "writing",
      "ended",
    ]);
  });

  it("shows what had arrived, counted as the engine counted it", () => {
    expect(at(350_000).lanes[0]).toMatchObject({
      tokens: 5,
      liveTps: 12.5,
      lastUs: 300_000,
      ticksUs: [300_000],
      thoughtTokens: 1,
      sample: null,
    });
    expect(at(99_999).lanes[0], "nothing before the first").toMatchObject({
      tokens: 0,
      liveTps: null,
      lastUs: null,
      ticksUs: [],
    });
  });

  it("does not tell how it ends before it does", () => {
    expect(at(899_999)).toMatchObject({ stage: "running", run: null });
    expect(at(899_999).lanes[0]?.sample, "who is over is over").toMatchObject({ status: "ok" });
    expect(at(900_000), "and then all is told").toMatchObject({
      stage: "ended",
      run: { id: "run" },
    });
    expect(at(900_000).lanes[1]?.sample?.status, "the one cut off, too").toBe("interrupted");
  });
});

describe("a chain at a moment of its past", () => {
  const steps = [
    { step: 0, sample: { ...sample, text: "No.", sent_at_ms: 1, ended_at_ms: 50 } },
    { step: 2, sample: { ...sample, sent_at_ms: 60 } },
  ];
  const whole: Sample = { ...sample, sent_at_ms: 1, steps };
  const chain: LanePlayback = {
    ...lane,
    earlier: [
      {
        step: 0,
        replay: {
          ...lane.replay,
          first_any_us: 20_000,
          first_answer_us: 20_000,
          at_us: [20_000, 30_000],
          tokens: [1, 2],
          reasoning_to: [0, 0],
          answer_to: [2, 3],
          tools_to: [0, 0],
          ticks_us: [],
          rates: [],
        },
        ended_us: 50_000,
        thought_tokens: 0,
      },
    ],
  };
  const [first] = run.lanes;
  if (!first) throw new Error("it has lanes");
  const chained = { ...run, lanes: [{ ...first, samples: [whole] }] } as Run;
  const of = { ...playback, lanes: [chain] };
  const laneOf = (us: number) => raceAt(chained, 0, of, us).lanes[0];

  it("is at the step that was under way, with those before it", () => {
    expect(laneOf(25_000)).toMatchObject({ phase: "writing", sentUs: 1_000, tokens: 1, steps: [] });
    expect(laneOf(55_000), "what decides takes its time").toMatchObject({ tokens: 2, steps: [] });
    const marks = { step: 0, sent: 1, firstAny: 20, ended: 50 };
    const second = { phase: "waiting", sentUs: 60_000, tokens: 0, steps: [marks] };
    expect(laneOf(60_000)).toMatchObject(second);
    expect(laneOf(200_000), "and then the answer").toMatchObject({ phase: "writing", tokens: 3 });
  });

  it("shows the text of that step, and of none but the answer once it comes", () => {
    const text = (us: number) => textAt(whole, chain, "answer", us);
    expect([19_999, 20_000, 55_000].map(text)).toEqual(["", "No", "No."]);
    expect([60_000, 200_000, 500_000].map(text)).toEqual(["", "Hello ", "Hello worldf()"]);
  });
});

describe("the text at a moment", () => {
  const text = (part: "answer" | "reasoning", us: number) => textAt(sample, lane, part, us);

  it("is what had arrived by then, and at the end all that was kept", () => {
    expect(text("reasoning", 99_999)).toBe("");
    expect(text("reasoning", 100_000)).toBe("Hm");
    expect(text("answer", 250_000)).toBe("Hello ");
    expect(text("answer", 450_000), "tool calls follow the answer").toBe("Hello worldf()");
    expect(text("answer", 500_000), "as the sample keeps it").toBe(sample.text + sample.tools);
  });

  it("is nothing but its end where there is no log", () => {
    const lost = playback.lanes[1];
    expect(textAt(sample, lost, "answer", 899_999), "nothing is made up").toBe("");
    expect(textAt(sample, lost, "answer", 900_000)).toBe("Hello worldf()");
  });
});

describe("how much had arrived", () => {
  it("counts the stamps that are not later", () => {
    expect([0, 1, 5, 9, 10, 11].map((us) => arrivedBy([1, 5, 5, 10], us))).toEqual([
      0, 1, 3, 3, 4, 4,
    ]);
    expect(arrivedBy([], 7), "of nothing, nothing").toBe(0);
  });
});
