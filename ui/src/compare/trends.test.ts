import { expect, test } from "vitest";
import type { DayChange, Trend } from "../backend/backend";
import { verbatim } from "../strings/said";
import { changesDrawn, measuredHours } from "./Trends";

const change = (given: Partial<DayChange>): DayChange => ({
  place: 0,
  metric: "ttft_ms",
  date: "2026-11-12",
  days_before: 5,
  days_after: 5,
  p: 0.01,
  ...given,
});

const trend = (...changes: DayChange[]): Trend => ({
  metric: "ttft_ms",
  zone: verbatim("UTC"),
  courses: [],
  hours: [],
  changes,
  sentence: verbatim(""),
});

test("each change in the number that is drawn is marked at its day, with who and which way", () => {
  const worse = change({ place: 1, is_better: false });
  const other = change({ metric: "decode_tps", is_better: true });
  const marks = changesDrawn(trend(worse, other), (place) => `contender ${place}`);
  expect(marks, "the other number has a chart of its own").toEqual([
    { x: new Date("2026-11-12T12:00:00").getTime(), label: "contender 1 worse" },
  ]);
  const [neither] = changesDrawn(trend(change({ is_better: null })), () => "a");
  expect(neither?.label, "neither way is better").toBe("a changed");
});

test("a map of the week has the weekdays that were measured, and the hours between the first and the last", () => {
  const hours = [
    { weekday: 3, hour: 14 },
    { weekday: 0, hour: 9 },
    { weekday: 3, hour: 11 },
  ];
  expect(measuredHours(hours)).toEqual({ weekdays: [0, 3], from: 9, to: 14 });
});
