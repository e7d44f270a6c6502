import { describe, expect, it } from "vitest";
import type { ContenderSummary, CostSpeed } from "../backend/backend";
import { betweenPromptEnds, promptEnds } from "../run/numbers/promptEnds";
import { placesOf } from "./CostSpeedChart";

const mixed = {
  at_prompt_lengths: [
    { in_tokens: 1, n: 6, ttft_ms: 52, latency_ms: 300, cost_usd: 0.001 },
    { in_tokens: 7_125, n: 3, ttft_ms: 770, latency_ms: 1_000, cost_usd: 0.02 },
  ],
} as ContenderSummary;
const alike = { at_prompt_lengths: [] } as unknown as ContenderSummary;
const mark = {
  place: 0,
  x: { at: 0.01 },
  y: { at: 100 },
  weak: false,
} as CostSpeed["marks"][number];
const at = (speed_by: CostSpeed["speed_by"], cost_of: CostSpeed["cost_of"] = "request") =>
  placesOf({ speed_by, cost_of }, mark, mixed).map(({ x, y, n }) => [x, y, n]);

describe("prompts of very different lengths", () => {
  it("have a median at each end of what waits for the prompt, and of nothing else", () => {
    expect(promptEnds(mixed, "ttft_ms")?.map(({ value }) => value)).toEqual([52, 770]);
    expect(promptEnds(mixed, "ttfat_ms"), "unknown at one").toBeNull();
    expect(promptEnds(mixed, "decode_tps"), "a speed does not wait").toBeNull();
    expect(promptEnds(alike, "ttft_ms"), "of about one length").toBeNull();
    expect(promptEnds(undefined, "ttft_ms")).toBeNull();
    const written = (value: number) => `${value} ms`;
    expect(betweenPromptEnds(mixed, "ttft_ms", written)).toBe("52 ms to 770 ms");
    expect(betweenPromptEnds(alike, "ttft_ms", written)).toBeNull();
  });

  it("are two places of cost and speed, none between them, hollow where they are of few", () => {
    expect(at("tokens_per_second"), "one speed at both costs").toEqual([
      [0.001, 100, 5],
      [0.02, 100, 3],
    ]);
    expect(at("latency"), "both cost and time").toEqual([
      [0.001, 300, 5],
      [0.02, 1_000, 3],
    ]);
    expect(at("tokens_per_second", "million_tokens"), "a price waits for nothing").toEqual([
      [0.01, 100, 5],
    ]);
    const one = placesOf({ speed_by: "latency", cost_of: "request" }, mark, alike);
    expect(one, "prompts alike have one place").toEqual([{ x: 0.01, y: 100, n: 5 }]);
  });
});
