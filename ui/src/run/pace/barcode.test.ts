import { describe, expect, it } from "vitest";
import { brightness, columnAt } from "./barcode";

describe("the barcode of gaps", () => {
  it("is brighter for a longer wait, step by step on a log scale", () => {
    expect(brightness(1), "a millisecond is the palest").toBeCloseTo(0.12);
    expect(brightness(0.2), "and so is less").toBeCloseTo(0.12);
    expect(brightness(500), "half a second is the brightest").toBeCloseTo(1);
    expect(brightness(9_000), "and so is more").toBeCloseTo(1);
    const steps = [1, 5, 25, 125].map(brightness);
    const rises = steps.slice(1).map((step, index) => step - (steps[index] ?? 0));
    for (const rise of rises)
      expect(rise, "five times as long is one step").toBeCloseTo(rises[0] ?? 0);
  });

  it("covers the strip from edge to edge, with no column lost", () => {
    for (const [howMany, width] of [
      [3, 300],
      [600, 600],
      [600, 431],
      [7, 100],
    ] as const) {
      const columns = Array.from({ length: howMany }, (_, index) =>
        columnAt(index, howMany, width),
      );
      expect(columns[0]?.from, "from the left").toBe(0);
      const last = columns.at(-1);
      expect((last?.from ?? 0) + (last?.width ?? 0), "to the right").toBeGreaterThanOrEqual(
        width - 1,
      );
      for (const column of columns) expect(column.width, "each can be seen").toBeGreaterThan(0);
    }
  });
});
