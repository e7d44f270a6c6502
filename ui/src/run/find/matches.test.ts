import { describe, expect, it } from "vitest";
import { MOST_MATCHES, matchesIn } from "./matches";

function boxOf(...blocks: string[]): Element {
  const box = document.createElement("div");
  for (const text of blocks) {
    const block = document.createElement("div");
    block.append(document.createTextNode(text));
    box.append(block);
  }
  return box;
}

describe("words in the answers", () => {
  it("are found whatever their case, and across the blocks that a text is shown in", () => {
    const found = matchesIn([boxOf("An asyn", "c call. ASYNC!"), boxOf("async")], "Async");
    expect(found.map((range) => range.toString())).toEqual(["async", "ASYNC", "async"]);
  });

  it("are found where a letter has no small one of its own length", () => {
    expect(matchesIn([boxOf("İstanbul and Ankara")], "Ankara").map(String)).toEqual(["Ankara"]);
  });

  it("are none where nothing is asked for, and never more than anybody looks at", () => {
    expect(matchesIn([boxOf("text")], "")).toEqual([]);
    expect(matchesIn([boxOf("a".repeat(5_000))], "a")).toHaveLength(MOST_MATCHES);
  });

  it("are found in an answer of a megabyte within a tenth of a second", () => {
    const line = "Nothing of what is looked for stands in this line of text.\n";
    const blocks = Array.from({ length: 520 }, () => line.repeat(34));
    const box = boxOf(...blocks, "needle");
    const took = Array.from({ length: 5 }, () => {
      const began = performance.now();
      expect(matchesIn([box], "needle")).toHaveLength(1);
      return performance.now() - began;
    });
    expect(Math.min(...took), "the least of five, since others use this machine").toBeLessThan(100);
  });
});
