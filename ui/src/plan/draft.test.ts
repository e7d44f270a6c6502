/** The draft of a race, and the plan that is made of it. */

import { describe, expect, it } from "vitest";
import type { Plan } from "../backend/backend";
import { planAgain, planOf, UNSET, useDraft } from "./draft";

const PLAN: Plan = {
  prompt: "Hello.",
  system: "Be brief.",
  payload: { turns: [{ role: "assistant", parts: [{ content: { type: "text", text: "Hi" } }] }] },
  max_tokens: 64,
  temperature: 0.5,
  effort: "low",
  repeat: 12,
  warmup: 1,
  deadline_s: 30,
  until_settled: "decode_tps",
  lanes: [
    {
      provider: "simulated",
      model: "lpu",
      service_tier: "flex",
      request: { prompt: "Hi." },
      muted: false,
    },
  ],
};

describe("a plan that is loaded to be raced again", () => {
  it("keeps every field", () => {
    useDraft.getState().load(PLAN);
    expect(planOf(useDraft.getState())).toEqual(PLAN);
  });

  it("leaves nothing behind for the plan after it", () => {
    useDraft.getState().load(PLAN);
    useDraft.getState().load({ prompt: "Plain.", repeat: 1, warmup: 0, lanes: [] });
    expect(planOf(useDraft.getState())).toEqual({
      ...UNSET,
      prompt: "Plain.",
      repeat: 1,
      warmup: 0,
      lanes: [],
    });
  });

  it("has enough rounds to settle, although the earlier one needed few", () => {
    expect(planAgain({ ...PLAN, repeat: 7 }).repeat).toBe(100);
    expect(planAgain({ ...PLAN, repeat: 7, until_settled: null }).repeat, "as it was").toBe(7);
  });
});
