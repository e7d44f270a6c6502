import { describe, expect, it } from "vitest";
import type { CostSpeed } from "../backend/backend";
import { frontierOf } from "./CostSpeedChart";

const mark = (place: number, x: number, y: number, on_frontier = true) =>
  ({ place, x: { at: x }, y: { at: y }, on_frontier }) as CostSpeed["marks"][number];

describe("the frontier of cost and speed", () => {
  const marks = [
    mark(0, 1, 325),
    mark(1, 2, 307),
    mark(2, 3, 345),
    mark(3, 4, 100, false),
    mark(4, 5, 425),
    mark(5, 6, 395),
  ];

  it("only gets better; who is not surely behind it is a tie with it, not a step back", () => {
    const { line, ties } = frontierOf(marks, true);
    expect(line.map(({ y }) => y)).toEqual([325, 345, 425]);
    expect(ties.map(({ place, best }) => [place, best])).toEqual([
      [1, 325],
      [5, 425],
    ]);
  });

  it("falls where less is better", () => {
    const { line, ties } = frontierOf([mark(0, 1, 900), mark(1, 2, 950), mark(2, 3, 500)], false);
    expect(line.map(({ y }) => y)).toEqual([900, 500]);
    expect(ties.map(({ place }) => place)).toEqual([1]);
  });
});
