import { expect, test } from "vitest";
import type { DayChange, DayDrift, Trend } from "../backend/backend";
import { measuredHours } from "../charts/weekMap";
import { verbatim } from "../strings/said";
import { changesDrawn, driftsDrawn } from "./Trends";

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

const drift = (given: Partial<DayDrift>): DayDrift => ({
  place: 0,
  metric: "ttft_ms",
  from: "2026-11-01",
  to: "2026-11-20",
  days: 20,
  per_day: 0.02,
  ci: { low: 0.01, high: 0.03 },
  is_relative: true,
  before: 300,
  after: 440,
  p: 0.01,
  ...given,
});
const noon = (day: string) => new Date(`${day}T12:00:00`).getTime();
const names = (place: number) => `contender ${place}`;

test("a number that rises steadily is drawn with its line from the first day to the last, and its name", () => {
  const drifts = [drift({ place: 1, is_better: false }), drift({ metric: "decode_tps" })];
  const drawn = driftsDrawn({ ...trend(), drifts }, names);
  expect(drawn, "the other number has a chart of its own").toEqual([
    {
      key: "1",
      from: { x: noon("2026-11-01"), y: 300 },
      to: { x: noon("2026-11-20"), y: 440 },
      label: "contender 1 gets steadily worse",
    },
  ]);
  const mixed = driftsDrawn({ ...trend(), drifts: [drift({ before: null, after: null })] }, names);
  expect(mixed, "different prompts have no common line").toEqual([]);
  expect(changesDrawn({ ...trend(), drifts }, names), "it has no day").toEqual([]);
});

test("a change that may be a step or a drift is marked as either, at the day and with the line", () => {
  const unsettled = [
    { step: change({ is_better: false }), drift: drift({ is_better: false }) },
    { step: change({ metric: "decode_tps" }), drift: drift({ metric: "decode_tps" }) },
  ];
  const either = { ...trend(), unsettled };
  expect(changesDrawn(either, names)).toEqual([
    { x: noon("2026-11-12"), label: "contender 0 worse: step or drift?" },
  ]);
  expect(driftsDrawn(either, names).map(({ label, to }) => [label, to.y])).toEqual([["", 440]]);
  const torn = { step: change({ is_better: false }), drift: drift({ is_better: true }) };
  const [mark] = changesDrawn({ ...trend(), unsettled: [torn] }, names);
  expect(mark?.label, "better by one and worse by the other").toBe(
    "contender 0 changed: step or drift?",
  );
});

test("a map of the week has the weekdays that were measured, and the hours between the first and the last", () => {
  const hours = [
    { weekday: 3, hour: 14 },
    { weekday: 0, hour: 9 },
    { weekday: 3, hour: 11 },
  ];
  expect(measuredHours(hours)).toEqual({ weekdays: [0, 3], from: 9, to: 14 });
});
