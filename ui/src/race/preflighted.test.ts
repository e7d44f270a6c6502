import { describe, expect, it } from "vitest";
import { begun } from "../strings/phrases";
import { costWords } from "./Preflighted";

const check = {
  lanes: 2,
  requests: 2,
  prompt_tokens: 5,
  most_tokens: null,
  most_usd: null,
  unpriced: [],
  missing_keys: [],
  problems: [],
  notes: [],
};

describe("what a race costs at most", () => {
  it("is open above only where a priced lane has no limit on tokens, and otherwise unknown", () => {
    expect(costWords(check, false), "no limit").toBe("no limit on cost");
    expect(costWords({ ...check, most_tokens: 80 }, false), "an image").toBe(
      "maximum cost unknown",
    );
    expect(costWords({ ...check, most_tokens: 80, unpriced: [0, 1] }, false)).toBe("no price");
    expect(costWords({ ...check, most_tokens: 80 }, true), "simulated").toBe("no cost");
  });
});

describe("what the engine says of a part of a request", () => {
  it("begins as a sentence does", () => {
    expect(begun("turn 2 has a cache mark.")).toBe("Turn 2 has a cache mark.");
    expect(begun("`n` asks for two.")).toBe("`n` asks for two.");
    expect(begun("")).toBe("");
  });
});
