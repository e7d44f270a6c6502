import { describe, expect, it } from "vitest";
import type { LaneFrame, Plan, RaceEvent, Sample } from "../backend/backend";
import { sceneOf } from "../backend/recorded";
import { contenderOf } from "./names";
import { failedOf, type Race, raceOfPlan, silentSince } from "./race";
import { reduce } from "./reduce";
import { climbsOf } from "./steps";

const plan: Plan = {
  prompt: "Why?",
  max_tokens: 200,
  repeat: 1,
  warmup: 0,
  lanes: [
    { provider: "simulated", model: "gpu-cloud", muted: false },
    { provider: "simulated", model: "lpu", muted: true },
    { provider: "simulated", model: "frontier", muted: false },
  ],
};

const start = () => raceOfPlan(plan, () => ({ label: "Simulated", simulated: true }));

function laneFrame(lane: number, more: Partial<LaneFrame> = {}): LaneFrame {
  const nothing = { reasoning: "", answer: "", replaces: false, tokens: 0, ticks_us: [] };
  return { lane, phase: "writing", ...nothing, ...more };
}

function frame(at_us: number, lanes: LaneFrame[], round = 0): RaceEvent {
  return { type: "frame", at_us, round, warmup: false, lanes };
}

const sample = {
  status: "ok",
  text: "Because.",
  reasoning: "",
  doubts: [],
  ticks_ms: [],
} as unknown as Sample;

const ended = (lane: number): RaceEvent => ({ type: "lane_ended", lane, round: 0, sample });

describe("a stream that stalls", () => {
  const at = { atUs: 12_000_000 };

  it("is silent since its last text, and not writing", () => {
    expect(silentSince({ phase: "writing", lastUs: 4_000_000 }, at)).toBe(4_000_000);
    expect(silentSince({ phase: "thinking", lastUs: 4_000_000 }, at)).toBe(4_000_000);
  });

  it("is not silent within three seconds, before its first text, or after its end", () => {
    expect(silentSince({ phase: "writing", lastUs: 9_500_000 }, at)).toBeNull();
    expect(silentSince({ phase: "waiting", lastUs: null }, at)).toBeNull();
    expect(silentSince({ phase: "ended", lastUs: 4_000_000 }, at)).toBeNull();
  });
});

describe("a chain", () => {
  it("is named by its steps, and begins each with nothing of the one before", () => {
    const chained: Plan = {
      ...plan,
      lanes: [
        {
          provider: "a",
          model: "small",
          muted: false,
          later: [
            {
              lane: { provider: "b", model: "large", muted: false },
              rule: { when: "check_fails" },
            },
          ],
        },
      ],
    };
    const race = raceOfPlan(chained, contenderOf([]));
    expect(race.lanes[0]).toMatchObject({
      provider: "chain",
      label: "a → b",
      model: "small → large",
    });
    const wrong = laneFrame(0, { tokens: 7, sent_us: 10, first_any_us: 60, answer: "no" });
    const next = laneFrame(0, {
      phase: "waiting",
      step: 1,
      earlier: [{ step: 0, sent_us: 10_000, first_any_us: 60_000, ended_us: 100_000 }],
    });
    const after = reduce(reduce(race, frame(90, [wrong])), frame(110, [next])).lanes[0];
    expect(after).toMatchObject({ phase: "waiting", tokens: 0, sentUs: null, firstAnyUs: null });
    expect(after?.steps, "on the clock").toEqual([{ step: 0, sent: 10, firstAny: 60, ended: 100 }]);
  });

  it("goes on in the rounds in which a later step was asked", () => {
    const of = (steps: number, status = "ok") =>
      ({ ...sample, status, steps: Array.from({ length: steps }) }) as unknown as Sample;
    expect(climbsOf([of(1), of(2), of(2, "error_http"), of(2, "cancelled")])).toEqual({
      asked: 2,
      of: 3,
    });
    expect(climbsOf([sample]), "a single request is no chain").toBeNull();
  });
});

describe("a lane that fails in some of its rounds", () => {
  it("is counted, and one that was stopped is not", () => {
    const of = (status: string) => ({ ...sample, status }) as Sample;
    expect(failedOf([of("ok"), of("error_net"), of("throttled"), of("cancelled")])).toBe(2);
  });
});

function raced(events: RaceEvent[]): Race {
  return events.reduce(reduce, start());
}

describe("reduce", () => {
  it("keeps each lane's place in the plan when a muted one stands between", () => {
    expect(
      start().lanes.map((lane) => lane.place),
      "lane 1 of the race is lane 3 of the plan",
    ).toEqual([0, 2]);
  });

  it("forgets where the answer began when it turns out to have been thinking", () => {
    const thought = { phase: "thinking", replaces: true, tokens: 9 } as const;
    const race = raced([
      frame(5_000, [laneFrame(0, { tokens: 3, first_any_us: 4_000, first_answer_us: 4_000 })]),
      frame(9_000, [laneFrame(0, { ...thought, first_any_us: 4_000 })]),
    ]);
    expect(race.lanes[0], "nothing of an answer has come yet").toMatchObject({
      firstAnyUs: 4_000,
      firstAnswerUs: null,
      thoughtTokens: null,
    });
  });

  it("leaves lanes alone that a frame does not mention", () => {
    const before = start();
    const race = reduce(before, frame(5_000, [laneFrame(1, { tokens: 3 })]));
    expect(race.lanes[0], "the same object, so that nothing of it is drawn again").toBe(
      before.lanes[0],
    );
    expect(race.lanes[1]?.tokens).toBe(3);
  });

  it("never changes the race it was given", () => {
    const before = start();
    const copy = structuredClone(before);
    reduce(before, frame(5_000, [laneFrame(0, { tokens: 3, ticks_us: [1] })]));
    expect(before, "a published race must stay what it was").toEqual(copy);
  });

  it("remembers a stamp that later frames leave out", () => {
    const race = raced([
      frame(9_000, [laneFrame(0, { sent_us: 200, first_any_us: 8_000 })]),
      frame(42_000, [laneFrame(0, { last_us: 41_000 })]),
    ]);
    expect(race.lanes[0]).toMatchObject({ sentUs: 200, firstAnyUs: 8_000, lastUs: 41_000 });
  });

  it("appends ticks", () => {
    const race = raced([
      frame(1, [laneFrame(0, { ticks_us: [10, 20] })]),
      frame(2, [laneFrame(0, { ticks_us: [30] })]),
    ]);
    expect(race.lanes[0]?.ticksUs).toEqual([10, 20, 30]);
  });

  it("takes what a lane came to as final", () => {
    const race = raced([ended(0), frame(9, [laneFrame(0, { tokens: 99, phase: "writing" })])]);
    expect(race.lanes[0]?.phase, "a late frame does not revive a lane").toBe("ended");
    expect(race.lanes[0]?.tokens, "nor does it count for it").toBe(0);
  });

  it("puts every lane back on the line in a new round and keeps what the round before came to", () => {
    const race = raced([ended(0), ended(1), frame(0, [laneFrame(0, { phase: "waiting" })], 1)]);
    expect(race.lanes[0]?.sample, "this round has come to nothing yet").toBeNull();
    expect(race.lanes[0]?.samples, "the round before is kept").toHaveLength(1);
    expect(race.lanes[1]?.phase).toBe("connecting");
  });

  it("ignores a frame for a lane that does not run", () => {
    expect(
      () => raced([frame(1, [laneFrame(7)])]),
      "a stray index must not stop the window",
    ).not.toThrow();
  });

  it("ends with exactly the run that was saved", async () => {
    const [recorded] = (await sceneOf("first")).done;
    const first = recorded?.given.plan as Plan;
    const before = raceOfPlan(first, () => ({ label: "Simulated", simulated: true }));
    const race = (recorded?.events ?? [])
      .map(([, event]) => event as RaceEvent)
      .reduce(reduce, before);
    expect(race.stage, "the recorded race came to its end").toBe("ended");
    expect(
      race.lanes.map((lane) => lane.sample),
      "the numbers shown are the run's",
    ).toEqual(race.run?.lanes.map((lane) => lane.samples.at(-1)));
    expect(race.lanes.map((lane) => lane.place)).toEqual(race.run?.lanes.map((lane) => lane.place));
  });
});
