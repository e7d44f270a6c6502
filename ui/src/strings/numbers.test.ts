/// <reference types="node" />

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { written } from "./catalogue";
import { guardLanguage } from "./language";
import {
  count,
  dollars,
  duration,
  durationWithUnit,
  fileSize,
  milliseconds,
  nearlyAll,
  percent,
  rate,
  UNKNOWN,
  upTo,
  writeNumbers,
} from "./numbers";
import { interval, shuts } from "./phrases";

afterEach(() => writeNumbers({ numbers: "language", times: "seconds" }));

describe("numbers", () => {
  it("says of a model when it shuts, and from the day after that it was shut", () => {
    expect(shuts("2026-12-11", "2026-12-11"), "its last day still counts").toMatch(/^shuts .*11/);
    expect(shuts("2026-12-11", "2026-12-12"), "then it is over").toMatch(/^was shut .*2026/);
    expect(shuts("soon", "2026-12-12"), "what is no day stays as it is").toContain("soon");
  });

  it("shows an unknown number as a dash and never as zero", () => {
    for (const format of [duration, rate, count, dollars, milliseconds, percent]) {
      expect(format(null), "null is unknown").toBe(UNKNOWN);
      expect(format(undefined), "an absent field is unknown").toBe(UNKNOWN);
      expect(format(Number.NaN), "what is not a number is unknown").toBe(UNKNOWN);
      expect(format(0), "zero is a number").not.toBe(UNKNOWN);
    }
  });

  it("keeps about three digits of a time, whatever its size", () => {
    expect(duration(84.2), "under 100 ms the third decimal matters").toBe("0.084");
    expect(duration(312.4)).toBe("0.31");
    expect(duration(2_034)).toBe("2.03");
    expect(duration(12_345)).toBe("12.3");
    expect(duration(130_000)).toBe("130");
  });

  it("writes a tick with as many digits as it needs", () => {
    expect([0.5, 0.25, 2, 0.333_3].map((value) => upTo(value, 2))).toEqual([
      "0.5",
      "0.25",
      "2",
      "0.33",
    ]);
  });

  it("groups thousands the same way under every locale of the machine", () => {
    expect(rate(2_096.4), "a fast chip").toBe("2,096");
    expect(rate(66.34), "a slow one keeps a decimal").toBe("66.3");
    expect(rate(99.97), "rounding never yields 100.0 beside 100").toBe("100");
    expect(count(16_384)).toBe("16,384");
  });

  it("puts no minus before a number that rounds to zero", () => {
    const told = [rate(-0), duration(-0)];
    expect(told, "a stalled lane is at 0, not below").toEqual(["0.0", "0.000"]);
  });

  it("writes numbers as the user wants them", () => {
    writeNumbers({ numbers: "point_comma", times: "seconds" });
    expect(count(16_384), "a point for thousands").toBe("16.384");
    expect(duration(2_034), "a comma for decimals").toBe("2,03");
    writeNumbers({ numbers: "space_comma", times: "seconds" });
    expect(count(16_384), "a narrow space that no line breaks at").toBe("16\u202f384");
    writeNumbers({ numbers: "plain", times: "seconds" });
    expect(count(16_384), "nothing for thousands").toBe("16384");
  });

  it("writes durations in the user's unit", () => {
    expect(durationWithUnit(2_034), "seconds at first").toBe("2.03 s");
    writeNumbers({ numbers: "comma_point", times: "milliseconds" });
    expect(durationWithUnit(2_034)).toBe("2,034 ms");
    expect(durationWithUnit(84.23), "with a decimal where it matters").toBe("84.2 ms");
  });

  it("tells the size of a file in words people know", () => {
    expect([fileSize(12), fileSize(2_048), fileSize(204_800), fileSize(3 * 1_048_576)]).toEqual([
      "12 KiB",
      "2.0 MiB",
      "200 MiB",
      "3.0 GiB",
    ]);
  });

  it("never rounds a cheap answer down to free", () => {
    expect(dollars(0.000041)).toBe("$0.000041");
    expect(dollars(0.0071)).toBe("$0.0071");
    expect(dollars(0.021)).toBe("$0.021");
    expect(dollars(1.5)).toBe("$1.50");
    expect(dollars(0.59), "a list price has two digits").toBe("$0.59");
    expect(dollars(0), "what is free says so").toBe("$0");
  });
});

describe("numbers of the engine", () => {
  it("are written as the engine writes them", () => {
    const cases: [Parameters<typeof written>[0] | "seconds", number, string][] = JSON.parse(
      readFileSync("../src-tauri/crates/measure/src/format_cases.json", "utf8"),
    );
    expect(cases.length, "the engine's own cases").toBeGreaterThan(40);
    for (const [unit, value, text] of cases) {
      const told = unit === "seconds" ? durationWithUnit(value) : written(unit, value);
      expect(told, `${value} in ${unit}`).toBe(text);
    }
  });
});

describe("an interval", () => {
  it.each([
    ["12 ms", "14 ms", "12–14 ms"],
    ["0.41 s", "0.52 s", "0.41–0.52 s"],
    ["940 ms", "1.10 s", "940 ms–1.10 s"],
    ["$0.02", "$0.03", "$0.02–$0.03"],
    ["−12 ms", "14 ms", "−12 to 14 ms"],
    ["+3.2 %", "+4.0 %", "+3.2 to +4.0 %"],
    ["3", "4", "3–4"],
  ])("names its unit once: %s, %s", (low, high, said) => {
    expect(interval(low, high)).toBe(said);
  });
});

describe("a duration", () => {
  it("that seconds cannot tell apart is not said to be none", () => {
    expect([durationWithUnit(0), durationWithUnit(0.2), durationWithUnit(0.6)]).toEqual([
      "0.000 s",
      "<0.001 s",
      "0.001 s",
    ]);
  });
});

describe("the boot guard", () => {
  it("replaces a language that Intl refuses", () => {
    const navigator = { language: "C" };
    guardLanguage(navigator);
    expect(navigator.language, "LANG=C must not stop the window").toBe("en-US");
  });

  it("leaves a good language alone", () => {
    const navigator = { language: "de-DE" };
    guardLanguage(navigator);
    expect(navigator.language, "the user's language is theirs").toBe("de-DE");
  });
});

it("a start loads no calendar: the formats of dates are made at first use", async () => {
  vi.resetModules();
  const made = vi.spyOn(Intl, "DateTimeFormat");
  const { announcedDay } = await import("./numbers");
  expect(made, "by reading the module").not.toHaveBeenCalled();
  made.mockRestore();
  expect(announcedDay("2026-11-22")).toBe("Nov 22, 2026");
});

it("says 100 % of all alone: of a share near it the missing part is what is read", () => {
  expect(nearlyAll(1), "all").toBe("100 %");
  expect(nearlyAll(0.99996), "one of 25,000 is missing").toBe("99.99 %");
  expect(nearlyAll(0.9985)).toBe("99.85 %");
  expect(nearlyAll(0), "none is known").toBe("0.00 %");
  expect(nearlyAll(null)).toBe(UNKNOWN);
});
