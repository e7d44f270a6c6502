/** Names and formats of metrics, from the engine's catalogue, so that a new metric is shown at once. */

import { levelNumbers as engineLevelNumbers, metrics as engineMetrics } from "../backend/backend";
import { engineText } from "./engine";
import {
  count,
  decimal,
  dollars,
  duration,
  durationUnit,
  durationWithUnit,
  milliseconds,
  type OptionalNumber,
  percent,
  percentage,
  rate,
  share,
  UNKNOWN,
  upTo,
} from "./numbers";
import { texts } from "./texts";

/** A band of values: below a bound, or the rest; and what it feels like. */
interface Band {
  readonly below?: number;
  readonly feels: string;
}

/** A definition of the engine, in words of the window's language. */
type Worded<Own extends { id: string }> = {
  readonly [Field in keyof Own]: Field extends "name" | "short" | "formula" | "absent"
    ? string
    : Field extends "bands"
      ? readonly Band[]
      : Own[Field];
};

/** A number of one request. */
export type Metric = Worded<(typeof engineMetrics)[number]>;

/** A number of a level of a sweep. */
type LevelNumber = Worded<(typeof engineLevelNumbers)[number]>;

/** A number of one request, or of a level of a sweep. */
export type Numbered = Metric | LevelNumber;

/** A definition in the language of the window. */
function worded<Own extends Metric | LevelNumber>(own: Own): Own {
  const text = (field: "name" | "short" | "formula" | "absent") =>
    engineText(`metric.${own.id}.${field}`) ?? own[field];
  const bands = own.bands.map((band) => ({
    ...band,
    feels: engineText(`feels.${band.feels}`) ?? band.feels,
  }));
  return {
    ...own,
    name: text("name"),
    short: text("short"),
    formula: text("formula"),
    absent: text("absent"),
    bands,
  };
}

/** Every number of one request. */
export const metrics: readonly Metric[] = engineMetrics.map((own) => worded<Metric>(own));

/** Every number of a level. */
export const levelNumbers: readonly LevelNumber[] = engineLevelNumbers.map((own) =>
  worded<LevelNumber>(own),
);

export type Unit = Numbered["unit"];

/**
 * The engine's word for what the typical value of a metric feels like to a reader; null without one. Speeds in each server's own
 * tokens have that of the same text in o200k tokens, where that is known.
 */
export function feelsOf(
  feels: Readonly<Record<string, string>> | undefined,
  { id, unit, bands }: Numbered,
): string | null {
  if (bands.length === 0) return null;
  const word = feels?.[id] ?? (unit === "tokens_per_second" ? feels?.neutral_tps : undefined);
  return feltAs(word);
}

/** The engine's word for a band; null for none. */
export function feltAs(word: string | null | undefined): string | null {
  return word == null ? null : (engineText(`feels.${word}`) ?? word);
}

/** The metrics by which lanes can be ranked: those with a better direction. */
export const RANKED = metrics.filter(({ better }) => better !== null);

const byId = new Map<string, Numbered>(
  [...metrics, ...levelNumbers].map((known) => [known.id, known]),
);

/** The definition of a number, by its name in the document. */
export function definitionOf(id: string): Numbered | undefined {
  return byId.get(id);
}

/** The definition of a number that the catalogue always has. */
export function known(id: Numbered["id"]): Numbered {
  return byId.get(id) ?? worded<Metric>(engineMetrics[0]);
}

/** What stands behind a name in brackets: its abbreviation. */
const BRACKETED = /\s*[(（].*$/;

/** The name of a number in running text: `time to first token`. English writes it small, unless it is an abbreviation. */
export function inRunningText(id: string): string {
  const name = (definitionOf(id)?.name ?? id).replace(BRACKETED, "");
  const isSmall = engineText(`metric.${id}.name`) === undefined && /^.[a-z-]/.test(name);
  return isSmall ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

function withUnit(text: string, unit: string): string {
  return text === UNKNOWN ? text : `${text} ${unit}`;
}

const WRITTEN: Record<Unit, (value: OptionalNumber) => string> = {
  duration: durationWithUnit,
  milliseconds,
  tokens_per_second: (value) => withUnit(rate(value), "tok/s"),
  characters_per_second: (value) => withUnit(rate(value), "char/s"),
  requests_per_second: (value) => withUnit(rate(value), "req/s"),
  tokens: count,
  count,
  ratio: (value) => decimal(value, 2),
  share,
  signed_percent: percent,
  percent: percentage,
  dollars,
};

/** A number without its unit, for an axis or a heading that states it. */
const BARE: Partial<Record<Unit, (value: OptionalNumber) => string>> = {
  duration,
  tokens_per_second: rate,
  characters_per_second: rate,
  requests_per_second: rate,
};

/** A number without its unit, for an axis whose name states it. */
export function bare(unit: Unit, value: OptionalNumber): string {
  return (BARE[unit] ?? WRITTEN[unit])(value);
}

/** A number as a tick of an axis of this name: with no more digits than needed. */
export function tick(unit: Unit, value: number): string {
  const own = durationUnit() === "s" ? value / 1_000 : value;
  if (unit === "duration") return upTo(own, 3);
  return unit in BARE || unit === "ratio" ? upTo(value, 2) : written(unit, value);
}

/** A cost of one request as a tick of an axis of a thousand: a single one has five zeros. */
export function perThousand(usd: number): string {
  return upTo(usd * 1_000, 4);
}

/** Which direction is better, in words; empty if neither is. */
export function directionOf({ better }: Numbered): string {
  return better ? texts().phrases.better[better] : "";
}

/** A number among others, with its short name unless its unit identifies it: `TTFT 0.41 s`, `96 tok/s`. */
export function labelled({ short, unit }: Numbered, value: OptionalNumber): string {
  const text = written(unit, value);
  return text.endsWith(` ${short}`) ? text : `${short} ${text}`;
}

/** Smaller differences are written in milliseconds, so that they do not read as zero. */
const LEAST_IN_SECONDS_MS = 10;

/** The size of a difference between two values, with its unit. */
export function difference({ unit }: Pick<Numbered, "unit">, value: number): string {
  const size = Math.abs(value);
  if (unit === "duration" && size < LEAST_IN_SECONDS_MS) return milliseconds(size);
  return written(unit, size);
}

/** The name of an axis whose numbers have no unit. */
export function axisName(unit: Unit): string {
  if (unit === "duration") return durationUnit();
  if (unit === "tokens_per_second") return "tok/s";
  if (unit === "characters_per_second") return "char/s";
  return unit === "requests_per_second" ? "req/s" : "";
}

/** A number with its unit, in the format of that unit. */
export function written(unit: Unit, value: OptionalNumber): string {
  return WRITTEN[unit](value);
}
