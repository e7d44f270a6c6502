import { describe, expect, it } from "vitest";
import type { Race } from "../race";
import { ghostRows } from "./ghost";

const planned = (models: readonly string[], simulated = true): Race =>
  ({
    stage: "planned",
    lanes: models.map((model) => ({ model, simulated })),
  }) as unknown as Race;

const FIRST = ["wafer-scale", "gpu-cloud", "reasoning", "frontier"];

describe("the example on an empty track", () => {
  it("is of the simulated contenders that it was read off", () => {
    const rows = ghostRows(planned(FIRST), 256);
    expect(rows?.map(({ written }) => written)).toHaveLength(4);
    expect(rows?.every(({ written, reach }) => written <= reach && reach <= 256)).toBe(true);
  });

  it("is of nobody else", () => {
    expect(ghostRows(planned(["gpt-x", "frontier"]), 256), "an unknown model").toBeNull();
    expect(ghostRows(planned(FIRST, false), 256), "real contenders of that name").toBeNull();
    expect(ghostRows(planned(FIRST), 64), "another line").toBeNull();
    expect(ghostRows(planned([]), 256), "nobody").toBeNull();
  });

  it("is gone at the first gun", () => {
    expect(ghostRows({ ...planned(FIRST), stage: "starting" }, 256)).toBeNull();
  });
});
