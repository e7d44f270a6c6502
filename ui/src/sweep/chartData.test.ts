import { describe, expect, it } from "vitest";
import type { Curve, LevelPoint } from "../backend/backend";
import { identityOf } from "../charts/identity";
import { known } from "../strings/catalogue";
import { markFacts, type Named, spreadColumns, sureColumns, tableOf } from "./chartData";

const point = (streams: number, change: Partial<LevelPoint> = {}): LevelPoint => ({
  step: { streams },
  ended: { type: "done" },
  measured: 20,
  ok: 20,
  answered: 20,
  throttled: 0,
  failed: 0,
  summary: {},
  numbers: {},
  cost_usd: null,
  doubts: [],
  ...change,
});
const of = (...points: LevelPoint[]): Named[] => [
  { name: "m", look: identityOf(0), curve: { place: 0, points } as unknown as Curve },
];
const column = (all: readonly Named[], name: string, metric = known("ttft_ms")) => {
  const { columns, rows } = tableOf("", all, spreadColumns(metric, ["p50"]));
  const at = columns.indexOf(name);
  return at < 0 ? null : rows.map((row) => row[at]);
};

describe("the table below a sweep's chart", () => {
  const doubted = of(
    point(1),
    point(8, { doubts: ["few_waves", "client_limited"] }),
    point(32, { doubts: ["few_waves"], ended: { type: "throttled" } }),
  );

  it("says in words why a level is marked, and the conditions what the mark means", () => {
    expect(column(doubted, "Warnings")).toEqual([
      "",
      "too few independent, client-limited",
      "too few independent, throttled",
    ]);
    expect(markFacts(doubted)).toEqual([
      "“!” marks levels to read with care: too few independent (2 levels), client-limited (1 level), throttled (1 level)",
    ]);
    expect(column(of(point(1)), "Warnings"), "no column without any").toBeNull();
    expect(markFacts(of(point(1))), "and no fact").toEqual([]);
  });

  it("says how sure a median and its p95 are, and where most of that comes from", () => {
    const budget = (plus_minus: number) => ({
      plus_minus,
      largest: "sampling" as const,
      parts: [
        { source: "stamp" as const, standard: 0.1 },
        { source: "sampling" as const, standard: plus_minus / 2 },
      ],
    });
    const sure = of(
      point(1, { uncertainty: { ttft_ms: budget(12), ttft_p95_ms: budget(40) } }),
      point(8),
    );
    expect(column(sure, "±, 95 %")).toEqual(["±0.012 s, mostly sampling", "–"]);
    expect(column(sure, "± of p95, 95 %")).toEqual(["±0.040 s, mostly sampling", "–"]);
    expect(column(sure, "± of p95, 95 %", known("latency_ms")), "of TTFT alone").toBeNull();
  });

  it("says the interval of what a level counts, where any level knows it", () => {
    const rps = known("rps");
    const all = of(point(1, { intervals: { rps: { low: 9, high: 11 } } }), point(8));
    const [interval, ...others] = sureColumns(all, rps);
    const [first, second] = all[0]?.curve.points ?? [];
    if (!first || !second) throw new Error("two levels");
    expect([interval?.text(first), interval?.text(second)]).toEqual([
      "9.0 req/s to 11.0 req/s",
      "",
    ]);
    expect(others, "and no column of budgets without any").toEqual([]);
    expect(sureColumns(of(point(1)), rps), "no column without any").toEqual([]);
  });

  it("says what a wait and a speed feel like, a speed by the tokens that compare", () => {
    const felt = of(point(1, { feels: { ttft_ms: "instant", neutral_tps: "slow" } }), point(8));
    expect(column(felt, "To a reader")).toEqual(["instant", ""]);
    expect(column(felt, "To a reader", known("decode_tps"))).toEqual(["slow", ""]);
    expect(column(felt, "To a reader", known("latency_ms")), "nobody feels it").toBeNull();
  });
});
