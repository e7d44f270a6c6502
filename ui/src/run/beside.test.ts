import { describe, expect, it } from "vitest";
import type { Plan, Run, Sample } from "../backend/backend";
import { merged, planOfOne } from "./beside";
import { type Race, raceOfPlan } from "./race";

const plan: Plan = {
  prompt: "Why?",
  repeat: 1,
  warmup: 0,
  lanes: ["a", "b", "c"].map((model) => ({ provider: "p", model, muted: model === "a" })),
};

const sample = (text: string) => ({ status: "ok", text, reasoning: "" }) as unknown as Sample;
const contender = () => ({ label: "P", simulated: false });

function ended(of: Plan, id: string): Race {
  const race = raceOfPlan(of, contender);
  const lanes = race.lanes.map((lane) => ({
    ...lane,
    phase: "ended" as const,
    sample: sample(`${id} ${lane.model}`),
  }));
  const run = { id, plan: of, lanes: lanes.map(({ place }) => ({ place, of: id })) };
  return { ...race, id, lanes, stage: "ended", run: run as unknown as Run };
}

describe("a lane that is raced again", () => {
  const race = ended(plan, "first");
  const beside = { race, index: 1 };

  it("is asked alone, and keeps its place", () => {
    const one = planOfOne(beside, { model: "d" });
    expect(one.lanes.map(({ muted }) => muted)).toEqual([true, true, false]);
    expect(one.lanes[2]?.model, "with what was changed").toBe("d");
    expect(raceOfPlan(one, contender).lanes.map(({ place }) => place)).toEqual([2]);
  });

  it("runs beside the others as they ended", () => {
    const running = raceOfPlan(planOfOne(beside, {}), contender);
    const seen = merged(beside, { ...running, id: "second", stage: "running" });
    expect(seen.lanes.map((lane) => lane.sample?.text ?? null)).toEqual(["first b", null]);
    expect(seen.id, "what runs can be stopped").toBe("second");
    expect(seen.run, "and nothing is over").toBeNull();
  });

  it("returns into its place, and its first attempt is kept", () => {
    const again = ended(planOfOne(beside, { model: "d" }), "second");
    const seen = merged(beside, again);
    expect(seen.lanes.map((lane) => lane.sample?.text)).toEqual(["first b", "second d"]);
    expect(seen.lanes[1]?.earlier?.text, "what came of it first").toBe("first c");
    expect(seen.id, "the results are of the first race").toBe("first");
    expect(seen.run?.lanes.map((lane) => (lane as unknown as { of: string }).of)).toEqual([
      "first",
      "second",
    ]);
    expect(
      seen.run?.plan.lanes.map(({ model, muted }) => `${model} ${muted}`),
      "raced again, all race",
    ).toEqual(["a true", "b false", "d false"]);
    const third = merged({ race: seen, index: 1 }, ended(planOfOne(beside, {}), "third"));
    expect(third.lanes[1]?.earlier?.text, "the first of all").toBe("first c");
  });
});
