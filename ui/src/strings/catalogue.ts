/** Names and formats of metrics, from the engine's catalogue, so that a new metric is shown at once. */

import { levelNumbers, metrics } from "../backend/backend";
import {
  count,
  decimal,
  dollars,
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

/** A number with its unit, as every number of that unit is written. */
export function written(unit: Unit, value: Given): string {
  return WRITTEN[unit](value);
}
