import { describe, expect, it } from "vitest";
import { guardLanguage } from "./locale";
import { count, dollars, milliseconds, percent, rate, seconds, UNKNOWN, upTo } from "./numbers";

describe("numbers", () => {
  it("shows an unknown number as a dash and never as zero", () => {
    for (const format of [seconds, rate, count, dollars, milliseconds, percent]) {
      expect(format(null), "null is unknown").toBe(UNKNOWN);
      expect(format(undefined), "an absent field is unknown").toBe(UNKNOWN);
      expect(format(Number.NaN), "a number that is none is unknown").toBe(UNKNOWN);
      expect(format(0), "zero is a number").not.toBe(UNKNOWN);
    }
  });

  it("keeps about three digits of a time, whatever its size", () => {
    expect(seconds(84.2), "under 100 ms the third decimal matters").toBe("0.084");
    expect(seconds(312.4)).toBe("0.31");
    expect(seconds(2_034)).toBe("2.03");
    expect(seconds(12_345)).toBe("12.3");
    expect(seconds(130_000)).toBe("130");
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

  it("never rounds a cheap answer down to free", () => {
    expect(dollars(0.000041)).toBe("$0.000041");
    expect(dollars(0.0071)).toBe("$0.0071");
    expect(dollars(0.021)).toBe("$0.021");
    expect(dollars(1.5)).toBe("$1.50");
    expect(dollars(0.59), "a list price has two digits").toBe("$0.59");
    expect(dollars(0), "what is free says so").toBe("$0");
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
    expect(navigator.language, "the person's language is theirs").toBe("de-DE");
  });
});
