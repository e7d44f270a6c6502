/** Number formats. Every number on screen is formatted here; none is computed here. */

import type { NumberFormat, TimeUnit } from "../backend/backend";
import { DOLLAR_AFTER, LOCALE, PERCENT_SIGN } from "./language";

/** Shown for an unknown number; a zero would be a claim. */
export const UNKNOWN = "–";

export type OptionalNumber = number | null | undefined;

/** Each number format is that of a language that uses it. */
const FORMATS: Record<NumberFormat, { locale: string; useGrouping: boolean }> = {
  language: { locale: LOCALE, useGrouping: true },
  comma_point: { locale: "en-US", useGrouping: true },
  point_comma: { locale: "de-DE", useGrouping: true },
  space_comma: { locale: "fr-FR", useGrouping: true },
  plain: { locale: "en-US", useGrouping: false },
};

let format: NumberFormat = "language";
let unit: TimeUnit = "seconds";
const formatters = new Map<string, Intl.NumberFormat>();

/** Formats numbers and durations in the user's way from now on. */
export function writeNumbers(how: { numbers: NumberFormat; times: TimeUnit }): void {
  format = how.numbers;
  unit = how.times;
  formatters.clear();
}

function formatter(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let known = formatters.get(key);
  if (!known) {
    const { locale, useGrouping } = FORMATS[format];
    known = new Intl.NumberFormat(locale, { useGrouping, ...options });
    formatters.set(key, known);
  }
  return known;
}

/** A minus is −, and a number that rounds to zero has none. */
function signed(text: string): string {
  return text.replace("-", /[1-9]/.test(text) ? "−" : "");
}

function fixed(value: number, digits: number, least = digits): string {
  const options = { minimumFractionDigits: least, maximumFractionDigits: digits };
  return signed(formatter(`f${least}-${digits}`, options).format(value));
}

function significant(value: number, digits: number): string {
  const options = { minimumSignificantDigits: digits, maximumSignificantDigits: digits };
  return formatter(`s${digits}`, options).format(value);
}

function isGiven(value: OptionalNumber): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** Smaller durations cannot be distinguished in seconds, but are not zero either. */
const LEAST_MS = 0.5;

/** Milliseconds as seconds without the unit: about three digits, whatever the size. */
function seconds(ms: number): string {
  const size = Math.abs(ms);
  if (size > 0 && size < LEAST_MS) return `<${fixed(0.001, 3)}`;
  return fixed(ms / 1_000, size < 100 ? 3 : size < 10_000 ? 2 : size < 100_000 ? 1 : 0);
}

/** Digits after the point up to which the first of a small number is sought. */
const MOST_DIGITS = 6;

/** So many digits, or as many more as it takes that a number above 0 does not read as 0, as the engine has them. */
function thatShow(value: number, digits: number): number {
  let shown = digits;
  while (value !== 0 && Math.abs(value) < 0.5 * 10 ** -shown && shown < MOST_DIGITS) shown += 1;
  return shown;
}

function shortMs(ms: number): string {
  const size = Math.abs(ms);
  return fixed(ms, thatShow(ms, size < 10 ? 2 : size < 100 ? 1 : 0));
}

/** The unit of durations: `s` or `ms`. */
export function durationUnit(): "s" | "ms" {
  return unit === "seconds" ? "s" : "ms";
}

/** A duration in the user's unit, without it. */
export function duration(ms: OptionalNumber): string {
  if (!isGiven(ms)) return UNKNOWN;
  return unit === "seconds" ? seconds(ms) : shortMs(ms);
}

/** As [`duration`], with the unit. */
export function durationWithUnit(ms: OptionalNumber): string {
  return isGiven(ms) ? `${duration(ms)} ${durationUnit()}` : UNKNOWN;
}

/** Milliseconds with the unit, for parts too short to read in seconds. */
export function milliseconds(ms: OptionalNumber): string {
  return isGiven(ms) ? `${shortMs(ms)} ms` : UNKNOWN;
}

/** Tokens per second without the unit. */
export function rate(tokensPerSecond: OptionalNumber): string {
  if (!isGiven(tokensPerSecond)) return UNKNOWN;
  const digits = Math.abs(tokensPerSecond) < 99.95 ? 1 : 0;
  return fixed(tokensPerSecond, thatShow(tokensPerSecond, digits));
}

export function count(value: OptionalNumber): string {
  return isGiven(value) ? fixed(value, 0) : UNKNOWN;
}

/** A number with at most this many digits after the point. */
export function decimal(value: OptionalNumber, digits: number): string {
  return isGiven(value) ? fixed(value, digits) : UNKNOWN;
}

/** A number with as many digits after the point as it needs, up to a maximum: for the ticks of an axis. */
export function upTo(value: OptionalNumber, digits: number): string {
  return isGiven(value) ? fixed(value, digits, 0) : UNKNOWN;
}

/** A signed percentage, as in `+3.2 %`. */
export function percent(value: OptionalNumber): string {
  if (!isGiven(value)) return UNKNOWN;
  return `${value > 0 ? "+" : ""}${fixed(value, 1)}${PERCENT_SIGN}`;
}

/** A number of percent, as in `12 %`. */
export function percentage(value: OptionalNumber): string {
  return isGiven(value) ? `${fixed(value, 0)}${PERCENT_SIGN}` : UNKNOWN;
}

/** A share of 1 in percent, as in `2.5 %`. */
export function share(value: OptionalNumber): string {
  if (!isGiven(value)) return UNKNOWN;
  const size = Math.abs(value * 100);
  return `${fixed(value * 100, size > 0 && size < 9.95 ? 1 : 0)}${PERCENT_SIGN}`;
}

/** A share near 1 in percent, as in `99.85 %`: rounded down, so that only all of it is `100 %`. */
export function nearlyAll(value: OptionalNumber): string {
  if (!isGiven(value)) return UNKNOWN;
  const hundredths = Math.floor(value * 10_000 + 1e-6) / 100;
  return `${fixed(hundredths, hundredths === 100 ? 0 : 2)}${PERCENT_SIGN}`;
}

/** A p value with its sign of equality: “p = 0.021”, “p < 0.001”. */
export function pValue(p: OptionalNumber): string {
  const least = 0.001;
  return typeof p === "number" && p < least ? `p < ${decimal(least, 3)}` : `p = ${decimal(p, 3)}`;
}

/** US dollars: two significant digits below a cent, so that a cheap answer does not read as free. */
export function dollars(usd: OptionalNumber): string {
  if (!isGiven(usd)) return UNKNOWN;
  const size = Math.abs(usd);
  const digits = size < 0.01 ? significant(size, 2) : fixed(size, size < 1 ? 3 : 2, 2);
  const sum = usd === 0 ? "0" : digits;
  return `${usd < 0 ? "−" : ""}${DOLLAR_AFTER ? `${sum} $` : `$${sum}`}`;
}

/** A file size in KiB, in readable form. */
export function fileSize(kib: OptionalNumber): string {
  if (!isGiven(kib)) return UNKNOWN;
  if (kib < 1_024) return `${fixed(kib, 0)} KiB`;
  const mib = kib / 1_024;
  return mib < 1_024 ? `${fixed(mib, mib < 10 ? 1 : 0)} MiB` : `${fixed(mib / 1_024, 1)} GiB`;
}

const HOUR_AND_MINUTE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const MOMENTS = {
  whole: { year: "numeric", month: "short", day: "numeric", ...HOUR_AND_MINUTE },
  day: { weekday: "short", month: "short", day: "numeric" },
  time: HOUR_AND_MINUTE,
  announced: { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
} as const;
const moments = new Map<keyof typeof MOMENTS, Intl.DateTimeFormat>();

/** Created on first use: the first one loads the world's calendars, which a start need not wait for. */
function momentAs(form: keyof typeof MOMENTS, date: Date): string {
  let known = moments.get(form);
  if (!known) {
    known = new Intl.DateTimeFormat(LOCALE, MOMENTS[form]);
    moments.set(form, known);
  }
  return known.format(date);
}

/** An RFC 3339 moment in the user's time zone. */
export function moment(iso: string): { whole: string; day: string; time: string } {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return { whole: iso, day: iso, time: "" };
  return {
    whole: momentAs("whole", date),
    day: momentAs("day", date),
    time: momentAs("time", date),
  };
}

/** A day as providers announce it, the same in every time zone. */
export function announcedDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : momentAs("announced", date);
}

/** The forms of a word after a number, by the categories of CLDR that its language has. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

let rules: Intl.PluralRules | undefined;

/** A number of things, in words. */
export function counted(n: number, forms: Forms): string {
  rules ??= new Intl.PluralRules(LOCALE);
  return `${count(n)} ${forms[rules.select(n)] ?? forms.other}`;
}
