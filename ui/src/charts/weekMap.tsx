/** A number by hour of the week: the days that were measured as rows, their hours as columns. */

import { UNKNOWN } from "../strings/numbers";
import type { ChartProps } from "./Chart";
import { HeatMap } from "./distributions";

/** An hour of the week, whose weekday is 0 for Monday. */
export interface WeekHour {
  weekday: number;
  hour: number;
  n: number;
  value: number | null;
}

interface WeekMap {
  hours: readonly WeekHour[];
  isHigherBetter: boolean;
  /** A value in a cell, without its unit. */
  text: (value: number | null) => string;
  weekdays: readonly string[];
}

/** The names of the hours. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));
/** Height of a weekday, and of the names of the hours below them, in pixels. */
const [WEEKDAY_PX, HOURS_PX] = [28, 26];

/** The weekdays that were measured, and the hours from the first to the last that was. */
export function measuredHours(hours: readonly Pick<WeekHour, "weekday" | "hour">[]) {
  const of = hours.map(({ hour }) => hour);
  return {
    weekdays: [...new Set(hours.map(({ weekday }) => weekday))].sort((a, b) => a - b),
    from: Math.min(...of),
    to: Math.max(...of),
  };
}

/** Height of the map of these hours, in pixels. */
export function weekMapHeight(hours: readonly WeekHour[]): number {
  return HOURS_PX + WEEKDAY_PX * Math.max(1, measuredHours(hours).weekdays.length);
}

/** The map; null if no value is known. A deeper cell is worse. */
export function weekMap({
  hours,
  isHigherBetter,
  text,
  weekdays,
}: WeekMap): ChartProps["children"] {
  const known = hours.flatMap(({ value }) => value ?? []);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const worse = (value: number) => {
    const share = most > least ? (value - least) / (most - least) : 0.5;
    return isHigherBetter ? 1 - share : share;
  };
  const measured = measuredHours(hours);
  const columns = HOURS.slice(measured.from, measured.to + 1);
  const cells = measured.weekdays.flatMap((weekday, row) =>
    columns.map((_, column) => {
      const own = hours.find(
        (one) => one.weekday === weekday && one.hour === measured.from + column,
      );
      const value = own?.value ?? null;
      return { row, column, depth: value === null ? null : worse(value), text: text(value) };
    }),
  );
  return ({ width, height }) => (
    <HeatMap
      frame={{ x: 0, y: 8, width, height: height - 8 }}
      rows={measured.weekdays.map((weekday) => weekdays[weekday] ?? UNKNOWN)}
      columns={columns}
      cells={cells}
    />
  );
}
