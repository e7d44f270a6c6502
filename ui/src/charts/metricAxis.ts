/** The axis of a metric: in the unit it is usually read in. */

import { axisName, tick, type Unit } from "../strings/catalogue";
import { type Axis, isOverDecade, type Kind, reach } from "./scales";

/** Times that span a decade are shown on a logarithmic scale; all others start from zero. */
export function kindOfUnit(unit: Unit, values: readonly (number | null | undefined)[]): Kind {
  const isTime = unit === "duration" || unit === "milliseconds";
  return isTime && isOverDecade(values) ? "log10" : "linear";
}

/** An axis for values of a unit; null if none is known. */
export function metricAxis(
  unit: Unit,
  kind: Kind,
  values: Iterable<number | null | undefined>,
  fromZero = false,
): Axis | null {
  const domain = reach(kind, values, { fromZero });
  const format = (value: number) => tick(unit, value);
  return domain && { kind, name: axisName(unit), format, domain };
}
