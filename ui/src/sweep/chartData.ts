/** Shared parts of a sweep's charts: axes, tables and names. It computes no numbers. */

import type { Curve, Curves, LevelPoint, Spread, Step } from "../backend/backend";
import { looksOf } from "../backend/looks";
import type { TableOf } from "../charts/ChartTable";
import { type Identity, identityOf } from "../charts/identity";
import type { Reading } from "../charts/plane";
import type { Axis } from "../charts/scales";
import { shortNameOf } from "../run/names";
import { budgetText, TTFT_P95 } from "../run/numbers/Uncertainty";
import { feelsOf, type Numbered, written } from "../strings/catalogue";
import { markedLevels } from "../strings/conditions";
import { count, decimal } from "../strings/numbers";
import { commas, sentences, told } from "../strings/phrases";
import { doubts } from "../strings/results";
import { strings } from "../strings/strings";
import { loadWords } from "../strings/sweep";

const w = strings.sweeps;

export const loadOf = (step: Step): number => step.prompt?.tokens ?? step.streams ?? step.rate ?? 0;

/** Whether the levels of a sweep differ by the length of their prompts. */
export const isOverLengths = ({ plan }: Curves): boolean => (plan.load?.lengths ?? null) !== null;

export interface Named {
  curve: Curve;
  name: string;
  /** Its contender's colour and shape. */
  look: Identity;
}

export function named({ lanes, plan }: Curves): Named[] {
  const looks = looksOf(lanes);
  // The levels of a sweep that seeks a capacity end too early for a knee.
  const isSought = (plan.load?.capacity ?? null) !== null;
  return lanes.map((curve, index) => ({
    curve: isSought ? { ...curve, knee: null } : curve,
    name: shortNameOf(curve, lanes),
    look: identityOf(looks[index] ?? index),
  }));
}

/**
 * The lines of the charts: each contender or, in a sweep over prompt lengths, its unique and its cached prompts
 * separately.
 */
export function series(curves: Curves): Named[] {
  const isCached = ({ step }: LevelPoint) => step.prompt?.cached ?? false;
  return named(curves).flatMap((one) => {
    const cached = one.curve.points.filter(isCached);
    if (cached.length === 0) return [one];
    const cold = one.curve.points.filter((point) => !isCached(point));
    const look = { ...one.look, dash: one.look.dash ? "" : "6 4", shape: one.look.shape + 1 };
    return [
      { ...one, curve: { ...one.curve, points: cold } },
      {
        curve: { ...one.curve, points: cached, prompt_length_points: [] },
        name: w.cachedSeries(one.name),
        look,
      },
    ];
  });
}

/** All charts of a sweep share one axis: the loads, doubling by doubling, or the lengths. */
export function loadAxis(curves: Curves): Axis {
  const loads = [...new Set(curves.steps.map(loadOf))].sort((a, b) => a - b);
  if (isOverLengths(curves)) {
    const [shortest = 1, longest = 1] = [loads[0], loads.at(-1)];
    return {
      kind: "log10",
      name: w.axis.prompt,
      format: count,
      domain: [shortest / 1.5, longest * 1.5],
      ticks: loads,
    };
  }
  const isRate = curves.steps.some((step) => step.streams === undefined);
  const [from = 1, to = 1] = [loads[0], loads.at(-1)];
  return {
    kind: "log2",
    name: isRate ? w.axis.rate : w.axis.streams,
    format: (load) => (isRate && load < 10 ? decimal(load, load % 1 === 0 ? 0 : 1) : count(load)),
    domain: [from / 1.35, to * 1.35],
    ticks: loads,
  };
}

export type Show = (value: number | null | undefined) => string;

/** How values of a number are written. */
export const showing =
  ({ unit }: Numbered): Show =>
  (value) =>
    written(unit, value);

/** The requests of a level by one metric; null where none has a value. */
export type ReadSpread = (point: LevelPoint) => Spread | null;

/** A number of a level; null where it is unknown. */
export type ReadNumber = (point: LevelPoint) => number | null;

export const spreadOf =
  (id: string): ReadSpread =>
  ({ summary }) =>
    summary[id] ?? null;

export const numberOf =
  (id: string): ReadNumber =>
  ({ numbers }) =>
    numbers[id] ?? null;

/** The slow tail: the 5th percentile where higher is better, otherwise the 95th. */
export function tailOf({ better }: Numbered): "p5" | "p95" {
  return better === "higher" ? "p5" : "p95";
}

/** A readable text for each known median. */
export function medianReadings(
  { curve, name }: Named,
  read: ReadSpread,
  show: Show,
  tail: "p5" | "p95",
): Reading[] {
  return curve.points.map((point) => {
    const spread = read(point);
    return {
      series: name,
      x: loadOf(point.step),
      y: spread?.p50,
      text: told(
        commas([name, loadWords(point.step)]),
        commas([
          `p50 ${show(spread?.p50)}`,
          `${tail} ${show(spread?.[tail])}`,
          `n ${count(spread?.n)}`,
        ]),
      ),
    };
  });
}

/** “A p50: 90 tok/s at 1 in flight, 40 tok/s at 32 in flight.” for each contender. */
export function sentenceOf(
  all: readonly Named[],
  read: (point: LevelPoint) => number | null | undefined,
  show: Show,
  what: string,
): string {
  const each = all.flatMap(({ curve, name }) => {
    const known = curve.points.filter((point) => (read(point) ?? null) !== null);
    const [first, last] = [known[0], known.at(-1)];
    if (!first || !last) return [];
    const subject = [name, what].filter(Boolean).join(" ");
    const at = (point: LevelPoint) => w.reading.at(show(read(point)), loadWords(point.step));
    return first === last
      ? [w.reading.one(subject, at(first))]
      : [w.reading.change(subject, at(first), at(last))];
  });
  return each.length > 0 ? sentences(each) : w.reading.nothing;
}

/** Why the numbers of a level are to be read with care, in tags: its warnings, and how it ended before its end. */
export function careOf({ doubts: held, ended }: LevelPoint): string[] {
  const tags = held.map((doubt) => doubts[doubt].tag);
  if (ended.type === "done") return tags;
  return [...tags, strings.sweep.ends[ended.type]];
}

/** What the mark beside a load means: each reason, with how many levels have it. */
export function markFacts(all: readonly Named[]): string[] {
  const tags = all.flatMap(({ curve }) => curve.points.flatMap(careOf));
  return tags.length > 0 ? [markedLevels(tags)] : [];
}

interface Column {
  name: string;
  text: (point: LevelPoint) => string;
}

const CARE: Column = { name: w.table.warnings, text: (point) => commas(careOf(point)) };

const LOAD: Column = { name: w.table.load, text: ({ step }) => loadWords(step) };

/** A row for each contender and level. */
export function tableOf(
  caption: string,
  all: readonly Named[],
  columns: readonly Column[],
): TableOf {
  const isDoubted = all.some(({ curve }) => curve.points.some((point) => careOf(point).length > 0));
  const every = [LOAD, ...columns, ...(isDoubted ? [CARE] : [])];
  return {
    caption,
    columns: [w.table.contender, ...every.map(({ name }) => name)],
    rows: all.flatMap(({ curve, name }) =>
      curve.points.map((point) => [name, ...every.map(({ text }) => text(point))]),
    ),
  };
}

/** The columns of a metric: its percentiles and, where it has bands, what the median feels like to a reader. */
export function spreadColumns(
  metric: Numbered,
  tails: readonly ("p5" | "p50" | "p95")[],
): Column[] {
  const [read, show] = [spreadOf(metric.id), showing(metric)];
  const feels: Column = {
    name: strings.definitions.toReader,
    text: (point) => feelsOf(point.feels, metric) ?? "",
  };
  return [
    { name: w.table.n, text: (point) => count(read(point)?.n) },
    ...tails.map((tail) => ({
      name: w.table[tail],
      text: (point: LevelPoint) => show(read(point)?.[tail]),
    })),
    ...(metric.bands.length > 0 ? [feels] : []),
    budgetColumn(metric, metric.id, strings.uncertainty.row),
    ...(metric.id === "ttft_ms"
      ? [budgetColumn(metric, TTFT_P95, strings.uncertainty.rowTail)]
      : []),
  ];
}

/** The 95 % interval of a number of a level; empty where it has none. */
export function intervalText(number: Numbered, { intervals }: LevelPoint): string {
  const ci = intervals?.[number.id];
  const [low, high] = [ci?.low ?? null, ci?.high ?? null];
  return low === null || high === null
    ? ""
    : w.table.within(showing(number)(low), showing(number)(high));
}

/** The columns of how sure a number of a level is, where any level knows it: its interval, and how uncertain that makes it. */
export function sureColumns(all: readonly Named[], number: Numbered): Column[] {
  const isAny = (is: (point: LevelPoint) => boolean) =>
    all.some(({ curve }) => curve.points.some(is));
  const hasInterval = isAny(({ intervals }) => intervals?.[number.id] !== undefined);
  const hasBudget = isAny(({ uncertainty }) => uncertainty?.[number.id] !== undefined);
  return [
    ...(hasInterval
      ? [{ name: w.table.interval, text: (point: LevelPoint) => intervalText(number, point) }]
      : []),
    ...(hasBudget ? [budgetColumn(number, number.id, strings.uncertainty.row)] : []),
  ];
}

/** How uncertain a number of a level is, with the largest part of that. */
export function budgetColumn(number: Numbered, id: string, name: string): Column {
  return { name, text: ({ uncertainty }) => budgetText(number, uncertainty?.[id]) };
}
