import { describe, expect, it } from "vitest";
import { timeZone } from "./timeZone";

/** Berlin from 2025 to 2026: seconds since 1970 at which summer time begins and ends. */
const SUMMERS = [
  [1_743_296_400, 1_761_440_400],
  [1_774_746_000, 1_792_890_000],
] as const;
const berlin = (seconds: number) =>
  SUMMERS.some(([from, to]) => from <= seconds && seconds < to) ? 120 : 60;

describe("the time zone of a comparison", () => {
  it("knows every change of the clocks to the second", () => {
    const zone = timeZone(1_795_219_200, berlin);
    expect(zone.utc_offset_minutes, "before the first change").toBe(60);
    expect(zone.utc_offset_changes).toEqual(
      SUMMERS.flatMap(([from, to]) => [
        { from_s: from, minutes: 120 },
        { from_s: to, minutes: 60 },
      ]),
    );
  });

  it("is one offset where the clocks never change", () => {
    expect(timeZone(1_795_219_200, () => -210)).toEqual({
      utc_offset_minutes: -210,
      utc_offset_changes: [],
    });
  });
});
