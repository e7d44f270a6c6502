// Run with `node --test src-tauri/crates/cost/`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf, picoPerToken, reduce, reduceRow } from "./reduce-prices.mjs";

test("dollars become whole pico-dollars by decimal arithmetic", () => {
  assert.equal(picoPerToken(1.5e-7), 150_000, "$0.15 per million");
  assert.equal(picoPerToken(0.0001125), 112_500_000, "a price written without an exponent");
  assert.equal(picoPerToken(2.8e-9), 2_800, "a price far below a cent per million");
  assert.equal(picoPerToken(1.41953125e-7), 141_953, "an eighth of a pico-dollar is rounded down");
  assert.equal(picoPerToken(1.5e-12), 2, "a half is rounded up");
});

test("a price out of range is refused, never kept", () => {
  // Two rows of the real catalogue: $3,200 in and $9,710 out per million tokens, and $500 in and $2,000 out.
  assert.match(reduceRow({ input_cost_per_token: 0.0032, output_cost_per_token: 0.00971 }), /out of range/);
  assert.match(reduceRow({ input_cost_per_token: 0.0005, output_cost_per_token: 0.002 }), /out of range/);
  assert.match(reduceRow({ input_cost_per_token: -1e-6, output_cost_per_token: 1e-6 }), /out of range/);
  assert.match(reduceRow({ input_cost_per_token: "1e-6", output_cost_per_token: 1e-6 }), /not a price/);
  assert.deepEqual(reduceRow({ input_cost_per_token: 0.001, output_cost_per_token: 0.001 }), {
    input: 1_000_000_000,
    output: 1_000_000_000,
  });
});

test("an unknown price is absent, never zero", () => {
  assert.match(reduceRow({ input_cost_per_token: 0, output_cost_per_token: 0 }), /unknown/);
  assert.match(reduceRow({ input_cost_per_token: 4.2e-8, output_cost_per_token: 0 }), /unknown/);
  assert.match(reduceRow({ output_cost_per_token: 1e-6 }), /no plain price/);
  const row = reduceRow({ input_cost_per_token: 1e-6, output_cost_per_token: 2e-6, cache_creation_input_token_cost: 0 });
  assert.ok(!("cache_write" in row), "a cache price of zero is not a free cache");
});

test("a row says where its plain price stops", () => {
  const row = reduceRow({
    input_cost_per_token: 1e-6,
    output_cost_per_token: 2e-6,
    input_cost_per_token_above_272k_tokens: 2e-6,
    output_cost_per_token_above_200k_tokens: 4e-6,
    cache_creation_input_token_cost_above_1hr: 4e-6,
    off_peak_pricing: { windows: [] },
  });
  assert.equal(row.holds_up_to, 200_000, "the lowest of the tiers, and an hour is not a length");
  assert.equal(row.varies_by_hour, true, "an off-peak price makes the plain one uncertain");
});

test("every key is provider/model", () => {
  assert.equal(keyOf("gpt-4o-mini", { litellm_provider: "openai", mode: "chat" }), "openai/gpt-4o-mini");
  assert.equal(keyOf("groq/a/b", { litellm_provider: "groq", mode: "chat" }), "groq/a/b");
  assert.equal(keyOf("together-ai-up-to-4b", { litellm_provider: "together_ai", mode: "chat" }), undefined);
  assert.equal(keyOf("ft:gpt-4o", { litellm_provider: "openai", mode: "chat" }), undefined);
  assert.equal(keyOf("whisper", { litellm_provider: "openai", mode: "audio_transcription" }), undefined);
  assert.equal(keyOf("x", { litellm_provider: "elsewhere", mode: "chat" }), undefined);
});

test("the same catalogue gives the same bytes, whatever its order", () => {
  const row = { litellm_provider: "groq", mode: "chat", input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };
  const one = reduce({ "groq/a": row, "groq/b": row }, "S", "2026-01-01").text;
  const two = reduce({ "groq/b": row, "groq/a": row }, "S", "2026-01-01").text;
  assert.equal(one, two, "rows are sorted by key");
  assert.equal(JSON.parse(one).prices["groq/a"].output, 2_000_000, "the text is valid JSON");
});
