/** The axis of a metric: in the unit it is usually read in. */

import { axisName, tick, type Unit } from "../strings/catalogue";
import { type Axis, type Kind, reach } from "./scales";

/** Times are shown on a logarithmic scale, whatever their range; other units start from zero. */
export function kindOfUnit(unit: Unit, values: readonly (number | null | undefined)[]): Kind {
  const isTime = unit === "duration" || unit === "milliseconds";
  return isTime && values.every((value) => (value ?? 1) > 0) ? "log10" : "linear";
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
