/** Numbers as people read them. Every number on screen goes through here; none is computed here. */

import { LOCALE } from "./locale";

/** Stands where a number is unknown; a zero would be a claim. */
export const UNKNOWN = "–";

type Given = number | null | undefined;

const formatters = new Map<string, Intl.NumberFormat>();

function fixed(value: number, digits: number, least = digits): string {
  const key = `f${least}-${digits}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.NumberFormat(LOCALE, {
      minimumFractionDigits: least,
      maximumFractionDigits: digits,
    });
    formatters.set(key, format);
  }
  return format.format(value);
}

function significant(value: number, digits: number): string {
  const key = `s${digits}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.NumberFormat(LOCALE, {
      minimumSignificantDigits: digits,
      maximumSignificantDigits: digits,
    });
    formatters.set(key, format);
  }
  return format.format(value);
}

function isGiven(value: Given): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** Milliseconds as seconds without the unit: three digits or so, whatever the size. */
export function seconds(ms: Given): string {
  if (!isGiven(ms)) return UNKNOWN;
  const size = Math.abs(ms);
  return fixed(ms / 1_000, size < 100 ? 3 : size < 10_000 ? 2 : size < 100_000 ? 1 : 0);
}

/** As [`seconds`], with the unit. */
export function secondsWithUnit(ms: Given): string {
  return isGiven(ms) ? `${seconds(ms)} s` : UNKNOWN;
}

/** Milliseconds with the unit, for parts too short to read in seconds. */
export function milliseconds(ms: Given): string {
  if (!isGiven(ms)) return UNKNOWN;
  const size = Math.abs(ms);
  return `${fixed(ms, size < 10 ? 2 : size < 100 ? 1 : 0)} ms`;
}

/** Tokens per second without the unit. */
export function rate(tokensPerSecond: Given): string {
  if (!isGiven(tokensPerSecond)) return UNKNOWN;
  return fixed(tokensPerSecond, Math.abs(tokensPerSecond) < 99.95 ? 1 : 0);
}

export function count(value: Given): string {
  return isGiven(value) ? fixed(value, 0) : UNKNOWN;
}

/** A number with at most so many digits after the point. */
export function decimal(value: Given, digits: number): string {
  return isGiven(value) ? fixed(value, digits) : UNKNOWN;
}

/** A number with as many digits after the point as it needs, up to so many: for the ticks of an axis. */
export function upTo(value: Given, digits: number): string {
  return isGiven(value) ? fixed(value, digits, 0) : UNKNOWN;
}

/** A signed percentage, as in `+3.2 %`. */
export function percent(value: Given): string {
  if (!isGiven(value)) return UNKNOWN;
  return `${value > 0 ? "+" : ""}${fixed(value, 1)} %`;
}

/** US dollars: two significant digits below a cent, so that a cheap answer does not read as free. */
export function dollars(usd: Given): string {
  if (!isGiven(usd)) return UNKNOWN;
  if (usd === 0) return "$0";
  const size = Math.abs(usd);
  const digits = size < 0.01 ? significant(size, 2) : fixed(size, size < 1 ? 3 : 2, 2);
  return `${usd < 0 ? "−" : ""}$${digits}`;
}

const dayAndTime = new Intl.DateTimeFormat(LOCALE, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const day = new Intl.DateTimeFormat(LOCALE, { weekday: "short", month: "short", day: "numeric" });
const time = new Intl.DateTimeFormat(LOCALE, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** An RFC 3339 moment in the person's own time zone. */
export function moment(iso: string): { whole: string; day: string; time: string } {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return { whole: iso, day: iso, time: "" };
  return { whole: dayAndTime.format(date), day: day.format(date), time: time.format(date) };
}

/** So many of something, in words. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
