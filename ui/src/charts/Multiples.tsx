/** Small multiples: a plane for each contender, all on the same axes. */

import type { ReactNode } from "react";
import { strings } from "../strings/strings";
import type { Size } from "./Chart";
import type { Identity } from "./identity";
import { namesWithin } from "./labels";
import { Plane, panels, type Reading, usePlane } from "./plane";
import type { Axis } from "./scales";

/** Minimum width of a plane, in pixels. */
const PANEL_PX = 240;

/** Around the name of a plane, in pixels: the numbers of its axis, and its sign. */
const AROUND_NAME_PX = 56;

/** Maximum number of contenders that can be distinguished in one plane; more have a plane each. */
export const MOST_TOGETHER = 12;

export interface Drawable {
  place: number;
  name: string;
  look: Identity;
}

interface MultiplesProps<T extends Drawable> {
  size: Size;
  all: readonly T[];
  x: Axis;
  y: Axis;
  readings: (one: T) => Reading[];
  children: (one: T) => ReactNode;
}

export function Multiples<T extends Drawable>(props: MultiplesProps<T>) {
  const { size, all, x, y, readings, children } = props;
  const { frames } = panels({ width: size.width, height: () => size.height }, all.length, PANEL_PX);
  const names = namesWithin(
    all.map(({ name }) => name),
    (frames[0]?.width ?? size.width) - AROUND_NAME_PX,
  );
  return all.map((one, index) => {
    const frame = frames[index];
    if (!frame) return null;
    const own = readings(one);
    return (
      <Plane
        key={one.place}
        frame={frame}
        x={x}
        y={y}
        title={names[index] ?? one.name}
        titleLook={one.look}
        readings={own}
      >
        {children(one)}
        {own.some((reading) => (reading.y ?? null) !== null) ? null : <Nothing />}
      </Plane>
    );
  });
}

/** Says that a contender has no number here: an empty plane could be taken for a zero. */
function Nothing() {
  const plane = usePlane();
  return (
    <text x={plane.width / 2} y={plane.height / 2} textAnchor="middle" fill="var(--faint)">
      {strings.charts.noNumber}
    </text>
  );
}

/** The height of all rows of planes of this height; the width decides how many are in a row. */
export const rowsHigh = (planes: number, rowPx: number) => (width: number) => {
  const inRow = Math.max(1, Math.min(planes, Math.floor(width / PANEL_PX)));
  return Math.ceil(planes / inRow) * rowPx;
};
