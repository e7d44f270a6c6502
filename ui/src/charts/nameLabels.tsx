/** Names beside the marks of a plane. */

import { shapePath } from "./identity";
import {
  type EndLabel,
  endLabels,
  LINE_PX,
  namesWithin,
  type Placed,
  pointLabels,
  thinnedEnds,
} from "./labels";
import type { Point } from "./marks";
import { usePlane } from "./plane";

interface Labelled extends Point {
  key: string;
  text: string;
  /** A second line in small type, for labels beside points. */
  note?: string | undefined;
  colour: string;
  /** A shape before the name, where colour alone does not distinguish it; a line has its dash instead. */
  shape?: number;
}

interface LabelsProps {
  labels: readonly Labelled[];
  /** Lines that labels beside points avoid if there is room elsewhere. */
  clearOf?: readonly (readonly Point[])[];
  /** After the ends of lines, or beside points. */
  beside: "ends" | "points";
}

function placeOf(plane: ReturnType<typeof usePlane>, point: Point): { x: number; y: number }[] {
  const [x, y] = [plane.x.at(point.x), plane.y.at(point.y)];
  return x === null || y === null ? [] : [{ x, y }];
}

/** Around a name at the end of a line, in pixels, and around one with its shape. */
const [AROUND, AROUND_SHAPE] = [18, 31];

/** Names after the ends of lines, each in the room up to the edge. */
function afterEnds(labels: readonly EndLabel[], plane: ReturnType<typeof usePlane>): Placed[] {
  const texts = labels.map(({ text }) => text);
  // Most lines end at the same place.
  const cut = new Map<number, string[]>();
  const within = (width: number) => {
    const known = cut.get(width) ?? namesWithin(texts, width);
    cut.set(width, known);
    return known;
  };
  const named = labels.map((label, index) => {
    const around = label.shape === undefined ? AROUND : AROUND_SHAPE;
    const room = Math.round(plane.width - label.x + plane.roomRight - around);
    return { ...label, text: within(room)[index] ?? label.text };
  });
  return endLabels(thinnedEnds(named, plane.height), 4, plane.height - 4);
}

/** Names beside their marks, kept apart; a name that had to move far gets a leader line. */
export function Labels({ labels, clearOf = [], beside }: LabelsProps) {
  const plane = usePlane();
  const anchored = labels.flatMap(({ key, text, note, colour, shape, ...point }): EndLabel[] => {
    return placeOf(plane, point).map((at) => ({ key, text, note, colour, shape, ...at }));
  });
  const placed =
    beside === "ends"
      ? afterEnds(anchored, plane)
      : pointLabels(
          anchored,
          plane.width,
          plane.height,
          clearOf.map((line) => line.flatMap((point) => placeOf(plane, point))),
        );
  return placed.map(({ key, text, note, colour, shape, x, y, labelX, labelY, anchor, leads }) => (
    <g key={key} data-mark="label">
      {leads ? (
        <line
          x1={x}
          y1={y}
          x2={labelX + (anchor === "end" ? 2 : anchor === "start" ? -2 : 0)}
          y2={labelY}
          stroke="var(--line-strong)"
        />
      ) : null}
      {shape === undefined ? null : (
        <path
          d={shapePath(shape, 8)}
          transform={`translate(${labelX + 5},${labelY})`}
          fill={colour}
        />
      )}
      <text
        x={shape === undefined ? labelX : labelX + 13}
        y={labelY + 4}
        textAnchor={anchor}
        fill={colour}
        stroke="var(--panel)"
        strokeWidth={3}
        paintOrder="stroke"
        fontWeight={600}
      >
        {text}
      </text>
      {note ? (
        <text
          x={labelX}
          y={labelY + 4 + LINE_PX}
          textAnchor={anchor}
          fill="var(--soft)"
          stroke="var(--panel)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {note}
        </text>
      ) : null}
    </g>
  ));
}
