/** The axis of a strip of time: a line from the send to the end, its labels, and what happened on it. */

import type { ReactNode } from "react";
import { strings } from "../../strings/strings";
import { laneColour, laneShape, shapePath } from "../../ui/lanes";
import { stripGrid } from "./finishPicture";

/** Position of the line, in pixels from the top. */
export const LINE_Y = 22;
const LABEL_Y = 41;
/** From this share of the strip on, a label ends at its position; otherwise it would be cut off. */
const AT_END = 0.96;

/** The position of a time on a strip that ends at `endMs`. */
export const shareOf = (ms: number, endMs: number) => `${(ms / endMs) * 100}%`;

interface AxisProps {
  endMs: number;
  /** Marks on the line, in SVG. */
  children?: ReactNode;
}

export function StripAxis({ endMs, children }: AxisProps) {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 h-full w-full overflow-visible text-2xs"
      fill="var(--faint)"
    >
      <line x1="0" x2="100%" y1={LINE_Y} y2={LINE_Y} stroke="var(--line)" strokeWidth="2" />
      <text x="0" y={LABEL_Y}>
        {strings.finish.gun}
      </text>
      {stripGrid(endMs).map(({ at, text }) => (
        <g key={at}>
          <line
            x1={shareOf(at, endMs)}
            x2={shareOf(at, endMs)}
            y1={LINE_Y - 4}
            y2={LINE_Y + 4}
            stroke="var(--line-strong)"
          />
          <text
            x={shareOf(at, endMs)}
            y={LABEL_Y}
            textAnchor={at / endMs > AT_END ? "end" : "middle"}
          >
            {text}
          </text>
        </g>
      ))}
      {children}
    </svg>
  );
}

/** A lane's shape around its centre, outlined against what is below it. */
export function LaneShape({ look }: { look: number }) {
  return (
    <path
      d={shapePath(laneShape(look), 13)}
      fill={laneColour(look)}
      stroke="var(--panel)"
      strokeWidth="2"
      paintOrder="stroke"
    />
  );
}
