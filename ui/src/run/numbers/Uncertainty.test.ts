import { describe, expect, it } from "vitest";
import type { UncertaintyBudget } from "../../backend/backend";
import { known } from "../../strings/catalogue";
import { sizeOf } from "./Uncertainty";

const budget = (own: Partial<UncertaintyBudget>): UncertaintyBudget => ({
  plus_minus: 163,
  largest: "sampling",
  parts: [],
  ...own,
});

describe("The uncertainty of a number", () => {
  it("is ± where it reaches as far to both sides, and both ends where it does not", () => {
    expect(sizeOf(known("ttft_ms"), budget({}))).toMatch(/^±/);
    const skewed = budget({ ends: { low: 80.1, high: 405 }, unknown: ["stamp"] });
    const said = sizeOf(known("ttft_ms"), skewed);
    expect(said).toMatch(/^at least .+ to .+/);
    expect(said).not.toContain("±");
  });
});
