import { describe, expect, it } from "vitest";
import {
  axisEnd,
  clockPicture,
  gridOf,
  type Marks,
  spansOf,
  tickEvery,
  tickPath,
} from "./trackGeometry";

function marks(more: Partial<Marks>): Marks {
  const nothing = { sent: null, firstAny: null, firstAnswer: null, last: null, ticks: [] };
  return { ...nothing, earlier: [], reached: 0, outcome: "running", ...more };
}

describe("the phases of a lane", () => {
  it("is only waiting before its first token", () => {
    expect(spansOf(marks({ sent: 1, reached: 400 }))).toEqual({
      connect: { from: 0, to: 1 },
      wait: { from: 1, to: 400 },
      think: null,
      write: null,
      tail: null,
    });
  });

  it("divides thinking from writing at the first token of the answer", () => {
    const spans = spansOf(
      marks({ sent: 0, firstAny: 500, firstAnswer: 1_500, last: 2_000, reached: 2_000 }),
    );
    expect(spans.think).toEqual({ from: 500, to: 1_500 });
    expect(spans.write).toEqual({ from: 1_500, to: 2_000 });
  });

  it("does not show a model that never thought as thinking", () => {
    expect(
      spansOf(marks({ sent: 0, firstAny: 500, firstAnswer: 500, last: 900, reached: 900 })).think,
    ).toBeNull();
  });

  it("shows a stall as a thin line after the last token", () => {
    const spans = spansOf(
      marks({ sent: 0, firstAny: 500, firstAnswer: 500, last: 900, reached: 3_900 }),
    );
    expect(spans.tail, "three seconds of silence are not writing").toEqual({
      from: 900,
      to: 3_900,
    });
  });
});

describe("the steps of a chain", () => {
  it("are drawn on the one clock, and only the last is the answer", () => {
    const earlier = [{ step: 0, sent: 10, firstAny: 60, ended: 100 }];
    const picture = clockPicture(
      marks({ earlier, sent: 110, firstAny: 310, firstAnswer: 310, last: 390, reached: 390 }),
    );
    expect(picture.earlier).toEqual([
      { step: 0, wait: { from: 10, to: 60 }, write: { from: 60, to: 100 } },
    ]);
    expect(picture.spans.connect, "until the first step was sent").toEqual({ from: 0, to: 10 });
    expect(picture.spans.wait).toEqual({ from: 110, to: 310 });
    expect(picture.spans.write).toEqual({ from: 310, to: 390 });
  });

  it("shows one without an answer as only waiting", () => {
    const earlier = [{ step: 0, sent: 10, firstAny: null, ended: 100 }];
    const picture = clockPicture(marks({ earlier, sent: 110, reached: 200 }));
    expect(picture.earlier).toEqual([{ step: 0, wait: { from: 10, to: 100 }, write: null }]);
  });
});

describe("the axis", () => {
  it("never shrinks", () => {
    expect(axisEnd(100, 10_000), "a bar must not jump forwards").toBe(10_000);
  });

  it("grows before a bar reaches its end", () => {
    for (let reached = 50; reached < 400_000; reached += 517) {
      const end = axisEnd(reached, 0);
      expect(end * 0.88, `${reached} ms leaves room for its flag`).toBeGreaterThanOrEqual(
        reached - 1e-6,
      );
    }
  });

  it("has few enough labels to read and starts at the gun", () => {
    for (const end of [500, 1_000, 2_000, 8_000, 15_000, 60_000, 300_000]) {
      const grid = gridOf(end);
      expect(grid[0]).toBe(0);
      expect(grid.length, `${end} ms`).toBeLessThanOrEqual(9);
      expect(grid.length, `${end} ms`).toBeGreaterThan(2);
    }
  });
});

describe("the ticks", () => {
  const every100ms = Array.from({ length: 20 }, (_, index) => (index + 1) * 100);

  it("stand for 100 tokens while there is room for them", () => {
    expect(tickEvery([marks({ ticks: every100ms })], 0.1)).toBe(100);
  });

  it("stand for more in every lane alike when the fastest lane's would touch", () => {
    const lanes = [marks({ ticks: every100ms }), marks({ ticks: [1_000, 2_000, 3_000] })];
    expect(tickEvery(lanes, 0.01), "density stays comparable").toBe(500);
  });

  it("are drawn where their tokens arrived", () => {
    expect(tickPath([100, 200], 100, 0.5, 14)).toBe("M50.5 0v14M100.5 0v14");
    expect(tickPath(every100ms, 1_000, 0.5, 14), "one for each thousandth token").toBe(
      "M500.5 0v14M1000.5 0v14",
    );
  });
});
