/** Several vertical lines in one plane, whose names do not overlap. */

import { LINE_PX, textWidth } from "./labels";
import { Marker } from "./marks";
import { usePlane } from "./plane";

interface MarkersProps {
  marks: readonly { x: number | null; label: string }[];
  colour: string;
}

/** Space that a name keeps free on either side, in pixels. */
const ROOM = 12;
/** Maximum share of the plane's height for names. */
const MOST = 0.4;

/** The first row for each name in which it covers no earlier one; null if there is none. `ats` are ascending. */
export function linesFor(ats: readonly number[], widths: readonly number[], most: number) {
  const ends: number[] = Array(Math.max(1, most)).fill(Number.NEGATIVE_INFINITY);
  return ats.map((at, index) => {
    const row = ends.findIndex((end) => end <= at);
    if (row < 0) return null;
    ends[row] = at + (widths[index] ?? 0) + ROOM;
    return row;
  });
}

export function Markers({ marks, colour }: MarkersProps) {
  const plane = usePlane();
  const placed = marks
    .flatMap(({ x, label }) => {
      const at = plane.x.at(x);
      return at === null ? [] : [{ x, at, label }];
    })
    .sort((a, b) => a.at - b.at);
  const rows = linesFor(
    placed.map(({ at }) => at),
    placed.map(({ label }) => textWidth(label)),
    Math.floor((plane.height * MOST) / LINE_PX),
  );
  return placed.map(({ x, label }, index) => {
    const row = rows[index] ?? null;
    return (
      <Marker
        key={x}
        x={x}
        row={row ?? 0}
        label={row === null ? "" : label}
        colour={colour}
        turns={placed.length === 1}
      />
    );
  });
}
