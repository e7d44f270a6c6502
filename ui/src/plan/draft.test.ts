/** The draft of a race, and the plan that is made of it. */

import { describe, expect, it } from "vitest";
import type { Part, Plan } from "../backend/backend";
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
  unique_prompts: true,
  checks: [{ kind: "contains", text: "Hi" }],
  set: { type: "suite", suite: "sums-2026-11" },
  nonce: "01a206ec-f915-72bc-8d4b-88d7b488ceea",
  judge: { lane: { provider: "groq", model: "judge", muted: false }, criteria: "Funnier?" },
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

  it("has unique prompts of its own, not those that an earlier run repeated", () => {
    expect(planAgain(PLAN)).toMatchObject({ unique_prompts: true, nonce: null });
  });

  it("has enough rounds to settle, although the earlier one needed few", () => {
    expect(planAgain({ ...PLAN, repeat: 7 }).repeat).toBe(100);
    expect(planAgain({ ...PLAN, repeat: 7, until_settled: null }).repeat, "as it was").toBe(7);
  });
});

describe("a lane with a prompt of its own", () => {
  it("is sent the shared image in the turn of its own prompt, and not the shared prompt", () => {
    const image: Part = {
      content: { type: "image", source: { url: { url: "https://example.com/a.png" } } },
    };
    const lanes = [
      { provider: "simulated", model: "lpu", request: { prompt: "Short." }, muted: false },
      { provider: "simulated", model: "lpu", muted: false },
    ];
    useDraft.getState().load({ prompt: "A long prompt.", repeat: 1, warmup: 0, lanes });
    useDraft.getState().share({ attached: { parts: [image], textAt: 1 } });
    const asks = (text: string) => ({
      role: "user",
      parts: [image, { content: { type: "text", text } }],
    });
    const plan = planOf(useDraft.getState());
    expect(plan.payload.turns).toEqual([asks("A long prompt.")]);
    expect(plan.lanes.map(({ request }) => request)).toEqual([
      { prompt: "", payload: { turns: [asks("Short.")] } },
      undefined,
    ]);
    expect(planOf(useDraft.getState()).lanes, "the same as long as nothing changes").toBe(
      plan.lanes,
    );
  });
});
