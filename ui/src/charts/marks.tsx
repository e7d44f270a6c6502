/** Marks on a plane. An unknown number is shown as a gap. */

import { area, curveStepAfter, line } from "d3-shape";
import { useEffect, useId } from "react";
import { MEDIAN_FROM } from "../backend/backend";
import type { OptionalNumber } from "../strings/numbers";
import { type Identity, isHollow, shapePath } from "./identity";
import { LINE_PX, textWidth } from "./labels";
import { useRegister } from "./layers";
import { usePlane } from "./plane";

export interface Point {
  x: OptionalNumber;
  y: OptionalNumber;
}

/** Marks of fewer samples are drawn hollow: they have no median. */
export const FIRM_SAMPLES = MEDIAN_FROM;

interface Styled {
  look: Pick<Identity, "colour" | "dash">;
}

type At = readonly [number | null, number | null];
const known = ([x, y]: At): boolean => x !== null && y !== null;

const straight = line<At>(
  ([x]) => x ?? 0,
  ([, y]) => y ?? 0,
).defined(known);

interface LineProps extends Styled {
  points: readonly Point[];
  width?: number;
}

/** A line through the known values, with gaps where they are unknown. */
export function Line({ points, look, width = 2 }: LineProps) {
  const plane = usePlane();
  const path = straight(points.map(({ x, y }) => [plane.x.at(x), plane.y.at(y)]));
  return (
    <path
      data-mark="line"
      d={path ?? undefined}
      fill="none"
      stroke={look.colour}
      strokeWidth={width}
      strokeDasharray={look.dash || undefined}
      strokeLinejoin="round"
    />
  );
}

interface SlopeProps extends Styled {
  from: Point;
  to: Point;
  label: string;
}

/** A straight line between two points, with its name above its middle. */
export function Slope({ from, to, look, label }: SlopeProps) {
  const plane = usePlane();
  const [x1, y1, x2, y2] = [from.x, to.x]
    .map((x) => plane.x.at(x))
    .flatMap((x, end) => [x, plane.y.at(end === 0 ? from.y : to.y)]);
  return (
    <g data-mark="slope">
      <Line points={[from, to]} look={look} width={1.5} />
      {x1 == null || x2 == null || y1 == null || y2 == null ? null : (
        <text
          x={(x1 + x2) / 2}
          y={(y1 + y2) / 2 - 7}
          stroke="var(--panel)"
          strokeWidth={3}
          paintOrder="stroke"
          textAnchor="middle"
          fill={look.colour}
          fontWeight={600}
        >
          {label}
        </text>
      )}
    </g>
  );
}

const stepped = line<At>(
  ([x]) => x ?? 0,
  ([, y]) => y ?? 0,
)
  .defined(known)
  .curve(curveStepAfter);

/** A line in steps: a Pareto frontier, or a count that holds until it changes. */
export function Steps({ points, look, width = 1.5 }: Styled & { points: Point[]; width?: number }) {
  const plane = usePlane();
  const path = stepped(points.map(({ x, y }) => [plane.x.at(x), plane.y.at(y)]));
  return (
    <path
      data-mark="steps"
      d={path ?? undefined}
      fill="none"
      stroke={look.colour}
      strokeWidth={width}
      strokeDasharray={look.dash || undefined}
    />
  );
}

interface Range {
  x: OptionalNumber;
  low: OptionalNumber;
  high: OptionalNumber;
}

const between = area<readonly [number | null, number | null, number | null]>(
  ([x]) => x ?? 0,
  ([, low]) => low ?? 0,
  ([, , high]) => high ?? 0,
).defined((at) => at.every((value) => value !== null));

/** The area between two percentiles. */
export function Band({ points, look }: Styled & { points: Range[] }) {
  const plane = usePlane();
  const path = between(
    points.map(({ x, low, high }) => [plane.x.at(x), plane.y.at(low), plane.y.at(high)]),
  );
  return <path data-mark="band" d={path ?? undefined} fill={look.colour} fillOpacity={0.2} />;
}

interface Dot extends Point {
  key: string;
  /** Number of samples behind it; few are drawn hollow. Absent means enough. */
  n?: number;
  faded?: boolean;
}

interface DotsProps {
  points: readonly Dot[];
  look: Identity;
  size?: number;
}

/**
 * With more dots than this, they are drawn on the canvas below the SVG, where ten thousand cost as much as a hundred
 * here.
 */
export const MOST_SVG_DOTS = 1_500;

/** A dot for each number, in the lane's shape. */
export function Dots({ points, look, size = 8 }: DotsProps) {
  if (points.length > MOST_SVG_DOTS) {
    return <CanvasDots points={points} look={look} size={Math.min(size, 4)} />;
  }
  return points.map((point) => <OneDot key={point.key} point={point} look={look} size={size} />);
}

function OneDot({ point, look, size }: { point: Dot; look: Identity; size: number }) {
  const plane = usePlane();
  const [x, y] = [plane.x.at(point.x), plane.y.at(point.y)];
  if (x === null || y === null) return null;
  const hollow = point.n !== undefined && point.n < FIRM_SAMPLES;
  return (
    <path
      data-mark="dot"
      data-hollow={hollow || undefined}
      d={shapePath(look.shape, size)}
      transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`}
      fill={hollow ? "var(--panel)" : look.colour}
      stroke={hollow ? look.colour : "var(--panel)"}
      strokeWidth={hollow ? 1.8 : isHollow(look.shape) ? 0 : 1}
      opacity={point.faded ? 0.45 : 1}
    />
  );
}

function CanvasDots({ points, look, size }: Required<DotsProps>) {
  const plane = usePlane();
  const register = useRegister();
  const key = useId();
  useEffect(
    () =>
      register.paint(key, (context, colourOf) => {
        context.fillStyle = colourOf(look.colour);
        context.globalAlpha = 0.5;
        for (const point of points) {
          const [x, y] = [plane.x.at(point.x), plane.y.at(point.y)];
          if (x === null || y === null) continue;
          context.fillRect(plane.left + x - size / 2, plane.top + y - size / 2, size, size);
        }
        context.globalAlpha = 1;
      }),
    [key, register, plane, points, look.colour, size],
  );
  return null;
}

interface Whisker extends Point {
  key: string;
  xLow?: OptionalNumber;
  xHigh?: OptionalNumber;
  yLow?: OptionalNumber;
  yHigh?: OptionalNumber;
}

/** The spread of a number, along either axis or both. */
export function Whiskers({ points, look }: Styled & { points: readonly Whisker[] }) {
  const plane = usePlane();
  return points.map((point) => {
    const [x, y] = [plane.x.at(point.x), plane.y.at(point.y)];
    const [x1, x2] = [plane.x.at(point.xLow), plane.x.at(point.xHigh)];
    const [y1, y2] = [plane.y.at(point.yLow), plane.y.at(point.yHigh)];
    const lying = y !== null && x1 !== null && x2 !== null ? `M${x1},${y}H${x2}` : "";
    const upright = x !== null && y1 !== null && y2 !== null ? `M${x},${y1}V${y2}` : "";
    const path = lying + upright;
    if (!path) return null;
    return (
      <path
        key={point.key}
        data-mark="whisker"
        d={path}
        stroke={look.colour}
        strokeWidth={1.5}
        strokeOpacity={0.75}
        fill="none"
      />
    );
  });
}

interface Bar extends Point {
  key: string;
  colour: string;
  /** Where the bar begins; the axis's lower end, unless it is stacked on another. */
  base?: number;
}

/** Vertical bars centred on their x. Zero is a bar without height; unknown is no bar. */
export function Bars({ bars, width = 12 }: { bars: readonly Bar[]; width?: number }) {
  const plane = usePlane();
  return bars.map(({ key, x, y, base, colour }) => {
    const [at, top] = [plane.x.at(x), plane.y.at(y)];
    if (at === null || top === null) return null;
    const foot = base === undefined ? plane.height : (plane.y.at(base) ?? plane.height);
    return (
      <rect
        key={key}
        data-mark="bar"
        x={at - width / 2}
        y={Math.min(top, foot)}
        width={width}
        height={Math.abs(foot - top)}
        fill={colour}
      />
    );
  });
}

interface ShadeProps {
  x?: readonly [OptionalNumber, OptionalNumber];
  y?: readonly [OptionalNumber, OptionalNumber];
  colour: string;
  label?: string;
}

/** A shaded part of the plane, up to the edge where it has no end. */
export function Shade({ x, y, colour, label }: ShadeProps) {
  const plane = usePlane();
  const left = Math.max(0, plane.x.at(x?.[0]) ?? 0);
  const right = Math.min(plane.width, plane.x.at(x?.[1]) ?? plane.width);
  const low = Math.min(plane.height, plane.y.at(y?.[0]) ?? plane.height);
  const high = Math.max(0, plane.y.at(y?.[1]) ?? 0);
  return (
    <g data-mark="shade">
      <rect
        x={left}
        y={high}
        width={Math.max(0, right - left)}
        height={Math.max(0, low - high)}
        fill={colour}
        fillOpacity={0.1}
      />
      {label ? (
        <text x={left + 8} y={high + 15} fill={colour}>
          {label}
        </text>
      ) : null}
    </g>
  );
}

interface CornerProps {
  /** Whether the better corner is the upper left or the lower left. */
  at: "top" | "bottom";
  label: string;
}

/** The corner of the plane in which better values lie. */
export function Corner({ at, label }: CornerProps) {
  const plane = usePlane();
  return (
    <text
      data-mark="corner"
      x={8}
      y={at === "top" ? 15 : plane.height - 8}
      fill="var(--soft)"
      fontWeight={600}
    >
      {label}
    </text>
  );
}

interface MarkerProps {
  x: OptionalNumber;
  label: string;
  colour?: string;
  /** The row of its name, from 0 at the top. */
  row?: number;
  /** Whether its name may be on the left if there is more room. */
  turns?: boolean;
}

/** A vertical line at one number, with its name. */
export function Marker(props: MarkerProps) {
  const { x, label, colour = "var(--warn)", row = 0, turns = true } = props;
  const plane = usePlane();
  const at = plane.x.at(x);
  if (at === null) return null;
  const turned = turns ? at > plane.width * 0.7 : at + textWidth(label) > plane.width;
  return (
    <g data-mark="marker">
      <line
        x1={at}
        x2={at}
        y1={0}
        y2={plane.height}
        stroke={colour}
        strokeWidth={1.2}
        strokeDasharray="3 3"
      />
      <text
        x={at + (turned ? -5 : 5)}
        y={9 + row * LINE_PX}
        stroke="var(--panel)"
        strokeWidth={3}
        paintOrder="stroke"
        textAnchor={turned ? "end" : "start"}
        fill={colour}
        fontWeight={600}
      >
        {label}
      </text>
    </g>
  );
}
