/** Axes: where a number stands, and which ticks a reader is given. */

import { expect, it } from "vitest";
import { type Axis, reach, scaleOf } from "./scales";

const X: Axis = { kind: "log2", name: "in flight", format: String, domain: [1, 32] };
const Y: Axis = { kind: "linear", name: "tok/s", format: String, domain: [0, 100] };

it("places the levels of a sweep evenly, and nothing that has no place", () => {
  const scale = scaleOf({ ...X, ticks: [1, 8, 32] }, [0, 500], 6);
  expect(
    [1, 2, 32].map((x) => Math.round(scale.at(x) ?? -1)),
    "each doubling takes the same room",
  ).toEqual([0, 100, 500]);
  expect(scale.at(0), "a log scale has no zero").toBeNull();
  expect(scale.at(null), "and unknown is nowhere").toBeNull();
  expect(scale.ticks, "only what was measured is written").toEqual([1, 8, 32]);
});

it("writes round numbers on a log axis, few enough to be read", () => {
  const seconds: Axis = { ...Y, kind: "log10", domain: [0.2, 12] };
  expect(scaleOf({ ...seconds, domain: [0.9, 21] }, [300, 0], 8).ticks, "1, 2 and 5").toEqual([
    1, 2, 5, 10, 20,
  ]);
  expect(scaleOf(seconds, [300, 0], 8).ticks, "or 1 and 3").toEqual([0.3, 1, 3, 10]);
  expect(scaleOf(seconds, [60, 0], 2).ticks, "or only powers").toEqual([1, 10]);
  expect(scaleOf({ ...seconds, domain: [2, 5] }, [300, 0], 8).ticks, "or all of a part").toEqual([
    2, 3, 4, 5,
  ]);
});

it("reads every axis by three to five ticks, whatever its range", () => {
  const format = (value: number) => String(Number(value.toPrecision(6)));
  for (const kind of ["linear", "log10"] as const) {
    for (let power = -3; power < 4; power += 1) {
      for (const [low, high] of [
        [0, 1.06],
        [0, 0.91],
        [0, 3.5],
        [0.52, 0.614],
        [1, 9],
        [1.02, 1.9],
        [2, 5],
        [1, 40],
        [1, 50],
      ] as const) {
        if (kind === "log10" && low === 0) continue;
        const domain = [low * 10 ** power, high * 10 ** power] as const;
        for (const room of [4, 5, 11]) {
          const { ticks } = scaleOf({ kind, name: "", format, domain }, [300, 0], room);
          expect(ticks.length, `${kind} ${domain}: ${ticks}`).toBeGreaterThanOrEqual(3);
          expect(ticks.length, `${kind} ${domain}: ${ticks}`).toBeLessThanOrEqual(5);
        }
      }
    }
  }
});

it("writes the ticks of an axis equally precise, and those over decades as they are", () => {
  const upTo2 = (value: number) => String(Number(value.toFixed(2)));
  const texts = (axis: Partial<Axis>) =>
    scaleOf({ ...Y, format: upTo2, ...axis }, [300, 0], 5).texts;
  expect(texts({ domain: [0.5, 0.68] }), "0.6 beside 0.55").toEqual([
    "0.50",
    "0.55",
    "0.60",
    "0.65",
  ]);
  expect(texts({ domain: [0, 1.1] }), "zero too").toEqual(["0.0", "0.5", "1.0"]);
  expect(texts({ domain: [0, 120] }), "whole ones stay whole").toEqual(["0", "50", "100"]);
  expect(texts({ kind: "log10", domain: [0.09, 11] }), "decades").toEqual([
    "0.1",
    "0.3",
    "1",
    "3",
    "10",
  ]);
  expect(texts({ kind: "log10", domain: [0.9, 4.1], format: (x) => `${upTo2(x)}×` })[0]).toBe("1×");
});

it("reaches over what is known, from zero for rates, and nowhere for nothing", () => {
  expect(reach("linear", [null, undefined]), "nothing is known").toBeNull();
  expect(reach("linear", [50, 100], { fromZero: true })?.[0], "a rate begins at zero").toBe(0);
  expect(reach("log10", [0, 7, 40]), "zero is not on a log axis, whose ends are round").toEqual([
    5, 50,
  ]);
  expect(reach("log10", [300]), "one number stands between two ticks").toEqual([200, 500]);
});
