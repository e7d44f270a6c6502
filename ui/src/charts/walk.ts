/** Moves from value to value of a chart, by key or by pointer. */

import { least } from "d3-array";
import type { PlacedReading } from "./layers";

/** The reading nearest to a position in the chart, if one is near. */
export function nearest(
  readings: readonly PlacedReading[],
  x: number,
  y: number,
  within: number,
): PlacedReading | null {
  const far = ({ px, py }: PlacedReading) => (px - x) ** 2 + (py - y) ** 2;
  const found = least(readings, far);
  return found && far(found) <= within ** 2 ? found : null;
}

/**
 * Where a key leads: along the series, to the same position in the next one, or to its ends. Null if it leads nowhere.
 */
export function step(
  readings: readonly PlacedReading[],
  from: PlacedReading | null,
  key: string,
): PlacedReading | null {
  const start = from ?? readings[0];
  if (!start) return null;
  const series = [...new Set(readings.map((reading) => reading.series))];
  const along = (name: string | undefined) =>
    readings.filter((reading) => reading.series === name).sort((a, b) => a.px - b.px);
  const own = along(start.series);
  const at = own.indexOf(start);
  const beside = (by: number) =>
    least(along(series[series.indexOf(start.series) + by]), ({ px }) => Math.abs(px - start.px));
  switch (key) {
    case "ArrowRight":
      return own[at + 1] ?? null;
    case "ArrowLeft":
      return own[at - 1] ?? null;
    case "ArrowDown":
      return beside(1) ?? null;
    case "ArrowUp":
      return beside(-1) ?? null;
    case "Home":
      return own[0] ?? null;
    case "End":
      return own.at(-1) ?? null;
    default:
      return null;
  }
}
