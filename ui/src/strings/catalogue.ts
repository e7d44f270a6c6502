/** Names and formats of metrics, from the engine's catalogue, so that a new metric is shown at once. */

import { levelNumbers, metrics } from "../backend/backend";
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
  rate,
  share,
  UNKNOWN,
  upTo,
} from "./numbers";
import { texts } from "./texts";

/** A number of one request. */
export type Metric = (typeof metrics)[number];

/** A number of one request, or of a level of a sweep. */
export type Numbered = Metric | (typeof levelNumbers)[number];

export type Unit = Numbered["unit"];

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
export function known(id: Metric["id"] | (typeof levelNumbers)[number]["id"]): Numbered {
  return byId.get(id) ?? metrics[0];
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
  percent: (value) => withUnit(decimal(value, 0), "%"),
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
export function difference({ unit }: Numbered, value: number): string {
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
