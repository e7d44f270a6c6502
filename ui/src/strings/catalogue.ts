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
  percent,
  rate,
  share,
  UNKNOWN,
} from "./numbers";

/** A number of one request. */
export type Metric = (typeof metrics)[number];

type Numbered = Metric | (typeof levelNumbers)[number];

type Unit = Numbered["unit"];

const byId = new Map<string, Numbered>(
  [...metrics, ...levelNumbers].map((known) => [known.id, known]),
);

/** What is known of a number by its name in the document. */
export function definitionOf(id: string): Numbered | undefined {
  return byId.get(id);
}

function withUnit(text: string, unit: string): string {
  return text === UNKNOWN ? text : `${text} ${unit}`;
}

type Given = number | null | undefined;

const WRITTEN: Record<Unit, (value: Given) => string> = {
  duration: durationWithUnit,
  milliseconds,
  tokens_per_second: (value) => withUnit(rate(value), "tok/s"),
  requests_per_second: (value) => withUnit(rate(value), "req/s"),
  tokens: count,
  count,
  ratio: (value) => decimal(value, 2),
  share,
  signed_percent: percent,
  percent: (value) => withUnit(decimal(value, 0), "%"),
  dollars,
};

/** A number without its unit, where an axis or a heading has it. */
const BARE: Partial<Record<Unit, (value: Given) => string>> = {
  duration,
  tokens_per_second: rate,
  requests_per_second: rate,
};

/** A number as it is written where its unit stands beside it: at an axis of this name. */
export function bare(unit: Unit, value: Given): string {
  return (BARE[unit] ?? WRITTEN[unit])(value);
}

/** What an axis of numbers without their unit is called. */
export function axisName(unit: Unit): string {
  if (unit === "duration") return durationUnit();
  if (unit === "tokens_per_second") return "tok/s";
  return unit === "requests_per_second" ? "req/s" : "";
}

/** A number with its unit, as every number of that unit is written. */
export function written(unit: Unit, value: Given): string {
  return WRITTEN[unit](value);
}
