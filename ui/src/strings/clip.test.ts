import { describe, expect, it } from "vitest";
import { clippedApart, keptFrom } from "./clip";

const SCRIPTED = [210, 380, 1_051].map((ms) => `scripted?ttft=${ms}ms&tps=412&tokens=498`);

describe("names that are too long", () => {
  it("lose their end where that is not what tells them apart", () => {
    expect(clippedApart(["short", "a very long name of a model"], 12)).toEqual([
      "short",
      "a very long…",
    ]);
  });

  it("lose what they begin with alike where their ends tell them apart", () => {
    const clipped = clippedApart(SCRIPTED, 17);
    expect(clipped).toEqual(["scrip…ttft=210ms…", "scrip…ttft=380ms…", "scri…ttft=1051ms…"]);
    expect(new Set(clipped).size, "each is another").toBe(SCRIPTED.length);
  });

  it("keep every part that tells a family apart, and lose what all of it has in common", () => {
    const family = Array.from(
      { length: 24 },
      (_, at) => `scripted?ttft=${60 + at * 9}ms&tps=${900 - at * 25}&tokens=60`,
    );
    const clipped = clippedApart(family, 22);
    expect(clipped[0]).toBe("scr…ttft=60ms&tps=900…");
    expect(clipped[23]).toBe("sc…ttft=267ms&tps=325…");
    expect(new Set(clipped).size, "each is another").toBe(family.length);
    const ends = ["accounts/fireworks/models/llama-70b", "accounts/fireworks/models/llama-8b"];
    expect(clippedApart(ends, 20)).toEqual(["accounts/f…llama-70b", "accounts/fi…llama-8b"]);
    const both = [
      "model-one-of-a-family-1-a",
      "model-one-of-a-family-1-b",
      "model-two-of-a-family-2-a",
    ];
    expect(new Set(clippedApart(both, 14)).size, "however little room there is").toBe(3);
  });

  it("of chains keep their arrows, whatever their steps lose", () => {
    const chain = "openai/gpt-4.1-nano-2026-04-14 → openai/gpt-4.1-2026-04-14";
    for (const most of [17, 22, 28, 30]) {
      const [cut = ""] = clippedApart([chain, "openai/gpt-4.1-nano-2026-04-14"], most);
      const [first = "", second = "", ...more] = cut.split(" → ");
      expect([first.length > 3, second.length > 3, more], cut).toEqual([true, true, []]);
    }
    expect(
      clippedApart(["gpt-5 → claude-sonnet-4-5-20250929"], 20),
      "what fits stays whole",
    ).toEqual(["gpt-5 → claude-sonn…"]);
  });

  it("of long chains keep who is asked first and last", () => {
    const chain = "router-small → coder-model → maths-model → general-model";
    expect(clippedApart([chain], 22)).toEqual(["router… → … → genera…"]);
    const [one, other] = clippedApart([chain, chain.replace("coder", "other")], 22);
    expect(one, "and two that differ in between stay two").not.toBe(other);
  });

  it("are never longer than there is room", () => {
    for (const most of [6, 13, 22, 40])
      for (const name of clippedApart(
        [
          ...SCRIPTED,
          SCRIPTED.join(" → "),
          "x".repeat(90),
          `${"x".repeat(89)}y`,
          "a → b".repeat(20),
        ],
        most,
      ))
        expect(name.length, name).toBeLessThanOrEqual(most);
  });
});

describe("names that are cut in their middle", () => {
  const kept = (name: string, ...others: string[]) => name.slice(keptFrom(name, [name, ...others]));

  it("keep their last letters, and with others that begin alike, what tells them apart", () => {
    const [one = "", other = ""] = SCRIPTED;
    expect(kept(one)).toBe("ens=498");
    expect(kept(one, other)).toBe("210ms&tps=412&tokens=498");
    expect(kept("llama-3.3-70b-versatile", "gpt-oss-120b"), "which begins otherwise").toBe(
      "rsatile",
    );
  });

  it("are never cut within a character", () => {
    const name = "a-model-that-ends-with-🦙🦙🦙🦙";
    expect(kept(name)).toMatch(/^🦙+$/u);
  });
});
