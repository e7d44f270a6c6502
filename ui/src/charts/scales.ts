/** Scales: map numbers to positions. An axis defines its label, tick format and range. */

import { extent } from "d3-array";
import { scaleLinear, scaleLog, scaleTime } from "d3-scale";

export type Kind = "linear" | "log10" | "log2" | "time";

export interface Axis {
  kind: Kind;
  /** Quantity and unit, such as `tok/s`. */
  name: string;
  /** Formats a tick. */
  format: (value: number) => string;
  /** The range; see [`reach`]. Times are milliseconds since 1970. */
  domain: readonly [number, number];
  /** The ticks, if given, such as the levels of a sweep; otherwise round numbers. */
  ticks?: readonly number[];
  /** Whether every tick is labelled, as for the names of rows, which are always far enough apart. */
  every?: boolean;
}

export interface Scale {
  /** The position of a number; null if it has none: unknown, or not above zero on a log scale. */
  at: (value: number | null | undefined) => number | null;
  ticks: readonly number[];
}

const isLog = (kind: Kind): boolean => kind === "log10" || kind === "log2";

/** Whether a number can be drawn on an axis of this kind. */
export function hasPlace(kind: Kind, value: number | null | undefined): value is number {
  return (
    value !== null && value !== undefined && Number.isFinite(value) && (!isLog(kind) || value > 0)
  );
}

const ROUND = [1, 2, 5, 10] as const;

/**
 * The next round number on a log axis, 1, 2 or 5 times a power of ten: so that even a single value has ticks around it.
 */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.findLast((digit) => digit * power < value * 0.98) ?? 0.5) * power;
}

function roundAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (ROUND.find((digit) => digit * power > value * 1.02) ?? 20) * power;
}

interface Reach {
  /** Start at zero, for rates and counts on a linear axis. */
  fromZero?: boolean;
}

/** From the smallest to the largest known value, with a small margin; null if none is known. */
export function reach(
  kind: Kind,
  values: Iterable<number | null | undefined>,
  { fromZero = false }: Reach = {},
): [number, number] | null {
  const [least, most] = extent([...values].filter((value) => hasPlace(kind, value)));
  if (least === undefined || most === undefined) return null;
  if (kind === "log10") return [roundBelow(least), roundAbove(most)];
  if (kind === "log2") {
    const room = least === most ? 2 : (most / least) ** 0.06;
    return [least / room, most * room];
  }
  const room = (most - least || Math.abs(most) || 1) * 0.06;
  if (kind === "time") return [least - room, most + room];
  return fromZero ? [Math.min(0, least), most + room] : [least - room, most + room];
}

/** Round numbers on a log axis: powers of two, or powers of ten with 2 and 5 times them if there is room. */
function logTicks(kind: "log10" | "log2", from: number, to: number, most: number): number[] {
  const steps = kind === "log2" ? [[1]] : [[1, 2, 5], [1, 3], [1]];
  const base = kind === "log2" ? 2 : 10;
  const first = Math.floor(Math.log(from) / Math.log(base));
  const last = Math.ceil(Math.log(to) / Math.log(base));
  let found: number[] = [];
  for (const step of steps) {
    found = [];
    for (let power = first; power <= last; power += 1) {
      for (const digit of step) found.push(digit * base ** power);
    }
    found = found.filter((tick) => tick >= from * 0.999 && tick <= to * 1.001);
    if (found.length <= most) break;
  }
  const every = Math.ceil(found.length / most);
  return found.filter((_, index) => index % every === 0);
}

/** As many of the ticks as there is room for, always the same ones for the same space. */
function thinned(ticks: readonly number[], most: number): readonly number[] {
  const every = Math.ceil(ticks.length / Math.max(1, most));
  return ticks.filter((_, index) => index % every === 0);
}

/** Lays out an axis over pixels, with a maximum number of ticks. */
export function scaleOf(axis: Axis, range: readonly [number, number], mostTicks: number): Scale {
  const [from, to] = axis.domain;
  const scale =
    axis.kind === "linear"
      ? scaleLinear(axis.domain, range)
      : axis.kind === "time"
        ? scaleTime(axis.domain, range)
        : scaleLog(axis.domain, range).base(axis.kind === "log2" ? 2 : 10);
  const round =
    axis.kind === "log10" || axis.kind === "log2"
      ? logTicks(axis.kind, from, to, mostTicks)
      : scale.ticks(mostTicks).map(Number);
  return {
    at: (value) => (hasPlace(axis.kind, value) ? scale(value) : null),
    ticks: axis.ticks ? (axis.every ? axis.ticks : thinned(axis.ticks, mostTicks)) : round,
  };
}
