import { describe, expect, it } from "vitest";
import { readKey } from "./keyText";

const KEY = "sk-ant-api03-AbC_dEf-0123456789fAA";

describe("a pasted key", () => {
  it.each([
    KEY,
    `  ${KEY}\n`,
    `"${KEY}"`,
    `'${KEY}',`,
    `“${KEY}”`,
    `export ANTHROPIC_API_KEY=${KEY}`,
    `export ANTHROPIC_API_KEY="${KEY}"`,
    `ANTHROPIC_API_KEY=${KEY};`,
    `ANTHROPIC_API_KEY: ${KEY}`,
    `"ANTHROPIC_API_KEY": "${KEY}",`,
    `$env:ANTHROPIC_API_KEY = "${KEY}"`,
    `set ANTHROPIC_API_KEY=${KEY}`,
    `Bearer ${KEY}`,
    `Authorization: Bearer ${KEY}`,
    `-H "Authorization: Bearer ${KEY}"`,
    `x-api-key: ${KEY}`,
  ])("is taken out of what surrounds it: %s", (pasted) => {
    expect(readKey(pasted), "the key alone").toEqual({ key: KEY, problem: null });
  });

  it.each(["AQ.Ab8x=", "cpk_0.ab:cd", "id:secret-0123", "user_abc=def=="])(
    "keeps what belongs to it: %s",
    (key) => {
      expect(readKey(key).key, "an odd key is a key").toBe(key);
    },
  );

  it.each([
    ["sk-...Ab3d", /left out/],
    ["sk-ant-api03-…fAA", /left out/],
    ["sk-********Ab3d", /left out/],
    ["gsk_0123456789\ngsk_9876543210", /2 lines/],
    ["gsk_0123456789 and more", /no spaces/],
    ["gsk_0123456789é", /plain letters/],
  ])("that cannot work is told: %s", (pasted, why) => {
    const { key, problem } = readKey(pasted);
    expect(problem).toMatch(why);
    expect(key, "and nothing is saved").toBe("");
  });
});
