import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readKey } from "./keyText";

/** The cases that the command line is also tested with. */
const { key: KEY, ...CASES } = JSON.parse(
  readFileSync("../src-tauri/crates/keys/src/pasted.json", "utf8"),
) as Record<"surrounded" | "odd" | "masked" | "several" | "spaced" | "foreign", string[]> & {
  key: string;
};

describe("a pasted key", () => {
  it.each(CASES.surrounded)("is taken out of what surrounds it: %s", (pasted) => {
    expect(readKey(pasted.replace("{key}", KEY)), "the key alone").toEqual({
      key: KEY,
      problem: null,
    });
  });

  it.each(CASES.odd)("keeps what belongs to it: %s", (key) => {
    expect(readKey(key).key, "an odd key is a key").toBe(key);
  });

  it.each([
    ...CASES.masked.map((pasted) => [pasted, /left out/] as const),
    ...CASES.several.map((pasted) => [pasted, /2 lines/] as const),
    ...CASES.spaced.map((pasted) => [pasted, /no spaces/] as const),
    ...CASES.foreign.map((pasted) => [pasted, /plain letters/] as const),
  ])("that cannot work is told: %s", (pasted, why) => {
    const { key, problem } = readKey(pasted);
    expect(problem).toMatch(why);
    expect(key, "and nothing is saved").toBe("");
  });
});
