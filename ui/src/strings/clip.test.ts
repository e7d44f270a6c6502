import { describe, expect, it } from "vitest";
import { clippedApart } from "./clip";

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
    expect(clipped).toEqual(["scrip…210ms&tps=…", "scrip…380ms&tps=…", "scrip…1051ms&tps…"]);
    expect(new Set(clipped).size, "each is another").toBe(SCRIPTED.length);
  });

  it("are never longer than there is room", () => {
    for (const most of [6, 13, 22, 40])
      for (const name of clippedApart([...SCRIPTED, "x".repeat(90), `${"x".repeat(89)}y`], most))
        expect(name.length, name).toBeLessThanOrEqual(most);
  });
});
