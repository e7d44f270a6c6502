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
  /** The ticks in words, with as many decimals each as one of them needs. */
  texts: readonly string[];
}

const isLog = (kind: Kind): boolean => kind === "log10" || kind === "log2";

/** Whether a number can be drawn on an axis of this kind. */
export function hasPlace(kind: Kind, value: number | null | undefined): value is number {
  return (
    value !== null && value !== undefined && Number.isFinite(value) && (!isLog(kind) || value > 0)
  );
}

/** Whether numbers span at least a decade, below which a log axis has nothing to show that a linear one has not. */
export function isOverDecade(values: Iterable<number | null | undefined>): boolean {
  const [least, most] = extent([...values].filter((value) => typeof value === "number"));
  return least !== undefined && least > 0 && most !== undefined && most / least >= 10;
}

/** Whether an axis of numbers begins elsewhere than at zero, which a reader must be told. */
export function isCut({ kind, domain: [from, to], ticks }: Axis): boolean {
  return kind === "linear" && ticks === undefined && (from > 0 || to < 0);
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

/** Enough ticks to read a scale by, and no more than that. */
const [LEAST_TICKS, MOST_TICKS] = [3, 5];

/**
 * Round numbers, at most so many: one more label is rather squeezed in than an axis read by two. `ticksOf` gives about as
 * many as it is asked for.
 */
function fewTicks(ticksOf: (about: number) => number[], most: number): number[] {
  let denser: number[] = [];
  for (let about = MOST_TICKS; about > 0; about -= 1) {
    const found = ticksOf(about);
    if (found.length <= most) {
      const isEnough = found.length >= LEAST_TICKS || most < LEAST_TICKS;
      return isEnough || denser.length !== most + 1 ? found : denser;
    }
    denser = found;
  }
  return denser;
}

/**
 * Round numbers on a log axis: powers of two, or powers of ten with 2 and 5 times them if there is room. Where there
 * are too few of them, round numbers at equal distances.
 */
function logTicks(kind: "log10" | "log2", from: number, to: number, most: number): number[] {
  const steps = kind === "log2" ? [[1]] : [[1, 2, 5], [1, 3], [1]];
  const base = kind === "log2" ? 2 : 10;
  const first = Math.floor(Math.log(from) / Math.log(base));
  const last = Math.ceil(Math.log(to) / Math.log(base));
  let found: number[] = [];
  let denser: number[] = [];
  for (const step of steps) {
    denser = found;
    found = [];
    for (let power = first; power <= last; power += 1) {
      // Dividing gives 0.3 where multiplying gives 0.30000000000000004.
      for (const digit of step) {
        found.push(power < 0 ? digit / base ** -power : digit * base ** power);
      }
    }
    found = found.filter((tick) => tick >= from * 0.999 && tick <= to * 1.001);
    if (found.length <= most) break;
  }
  if (found.length < Math.min(LEAST_TICKS, most)) {
    // Over a decade, equal distances would crowd at one end.
    if (to / from >= base) return denser.length === most + 1 ? denser : found;
    const scale = scaleLinear([from, to], [0, 1]);
    return fewTicks((about) => scale.ticks(about), most);
  }
  const every = Math.ceil(found.length / most);
  return found.filter((_, index) => index % every === 0);
}

const NUMBER = /^(\D*\d[\d,]*)(?:\.(\d+))?(\D*)$/;

/** Numbers of one axis with as many decimals each as one of them needs: 0.55 and 0.60. */
function inEqualPrecision(texts: readonly string[]): readonly string[] {
  const parts = texts.map((text) => NUMBER.exec(text));
  const decimals = Math.max(...parts.map((part) => part?.[2]?.length ?? 0));
  if (decimals === 0 || parts.some((part) => part?.[3] !== parts[0]?.[3])) return texts;
  return texts.map((text, index) => {
    const [, whole, part = "", unit = ""] = parts[index] ?? [];
    return whole === undefined ? text : `${whole}.${part.padEnd(decimals, "0")}${unit}`;
  });
}

/** As many of the ticks as there is room for, always the same ones for the same space. */
function thinned(ticks: readonly number[], most: number): readonly number[] {
  const every = Math.ceil(ticks.length / Math.max(1, most));
  return ticks.filter((_, index) => index % every === 0);
}

/** Lays out an axis over pixels. `room` is how many labels of ticks fit on it. */
export function scaleOf(axis: Axis, range: readonly [number, number], room: number): Scale {
  const [from, to] = axis.domain;
  const scale =
    axis.kind === "linear"
      ? scaleLinear(axis.domain, range)
      : axis.kind === "time"
        ? scaleTime(axis.domain, range)
        : scaleLog(axis.domain, range).base(axis.kind === "log2" ? 2 : 10);
  const ticksOf = (): readonly number[] => {
    if (axis.ticks) return axis.every ? axis.ticks : thinned(axis.ticks, room);
    const most = Math.max(2, Math.min(MOST_TICKS, room));
    if (axis.kind === "log10" || axis.kind === "log2") return logTicks(axis.kind, from, to, most);
    return fewTicks((about) => scale.ticks(about).map(Number), most);
  };
  const ticks = ticksOf();
  const texts = ticks.map(axis.format);
  // On a log axis, 0.1, 1 and 10 are equally precise as they are.
  const isOneSize = !isLog(axis.kind) || !isOverDecade(ticks);
  return {
    at: (value) => (hasPlace(axis.kind, value) ? scale(value) : null),
    ticks,
    texts: isOneSize && !axis.ticks ? inEqualPrecision(texts) : texts,
  };
}
