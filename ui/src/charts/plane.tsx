/** A plane: a pair of axes with its grid. A chart has one or several planes. */

import { createContext, type ReactNode, useContext, useEffect, useId, useMemo } from "react";
import { UNKNOWN } from "../strings/numbers";
import { strings } from "../strings/strings";
import { type Identity, shapePath } from "./identity";
import { FONT_PX, shortened, textWidth } from "./labels";
import { type Reading, useRegister } from "./layers";
import { type Axis, isCut, type Scale, scaleOf } from "./scales";

export type { Reading } from "./layers";

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface PlaneGround {
  x: Scale;
  y: Scale;
  /** Size of the plane inside its axes, in pixels; marks are drawn from its upper left corner. */
  width: number;
  height: number;
  /** Space beyond its right edge, for labels. */
  roomRight: number;
  /** Position of that corner in the chart. */
  left: number;
  top: number;
}

const PlaneContext = createContext<PlaneGround | null>(null);

/** The plane on which a mark draws. */
export function usePlane(): PlaneGround {
  const plane = useContext(PlaneContext);
  if (!plane) throw new Error("A mark needs a plane around it.");
  return plane;
}

/** Frames side by side, as many in a row as fit at this minimum width. */
export function panels(
  { width, height }: { width: number; height: (rows: number) => number },
  howMany: number,
  leastWidth: number,
): { frames: Frame[]; height: number } {
  const inRow = Math.max(1, Math.min(howMany, Math.floor(width / leastWidth)));
  const rows = Math.ceil(howMany / inRow);
  const high = height(rows);
  const frames = Array.from({ length: howMany }, (_, index) => ({
    x: (index % inRow) * (width / inRow),
    y: Math.floor(index / inRow) * (high / rows),
    width: width / inRow,
    height: high / rows,
  }));
  return { frames, height: high };
}

interface PlaneProps {
  frame: Frame;
  x: Axis;
  y: Axis;
  /** The plane's subject, if a chart has several planes. */
  title?: string;
  titleLook?: Identity;
  /** Space on the right for labels at the ends of lines. */
  roomRight?: number;
  /** Whether the numbers of the x axis are shown; omitted if the plane below has the same. */
  xTicks?: boolean;
  readings?: readonly Reading[];
  children: ReactNode;
}

const TOP = 20;
const TITLE = 18;
const BOTTOM = 32;
const BARE_BOTTOM = 10;
/** Between the last label and the edge, in pixels: widths of texts are approximate. */
const LABEL_MARGIN = 4;

/** Half of a tick's label, if the tick is so far to the right that the label could leave the frame; otherwise 0. */
function overhangOf(axis: Axis, scale: Scale, tick: number): number {
  const half = textWidth(axis.format(tick)) / 2 + LABEL_MARGIN;
  const last = scale.at(axis.domain[1]) ?? 0;
  return (scale.at(tick) ?? 0) + half > last ? half : 0;
}

export function Plane({
  frame,
  x,
  y,
  title,
  titleLook,
  roomRight = 14,
  xTicks = true,
  readings,
  children,
}: PlaneProps) {
  const top = frame.y + TOP + (title ? TITLE : 0);
  const height = Math.max(20, frame.y + frame.height - top - (xTicks ? BOTTOM : BARE_BOTTOM));
  const ground = useMemo(() => {
    const upright = scaleOf(y, [height, 0], Math.max(2, Math.floor(height / 28)));
    const gutter = Math.max(26, ...upright.texts.map((text) => textWidth(text) + 12));
    const left = frame.x + gutter;
    const most = Math.max(20, frame.width - gutter - roomRight);
    const widest = Math.max(...[...(x.ticks ?? x.domain)].map((tick) => textWidth(x.format(tick))));
    const mostTicks = Math.max(2, Math.floor(most / (widest + 30)));
    const full = scaleOf(x, [0, most], mostTicks);
    // The last label is centred under its tick and must end within the frame.
    const overhang = Math.max(...full.ticks.map((tick) => overhangOf(x, full, tick)), 0);
    const width = Math.max(20, Math.min(most, frame.width - gutter - overhang));
    const along = width < most ? scaleOf(x, [0, width], mostTicks) : full;
    return { x: along, y: upright, width, height, roomRight, left, top };
  }, [x, y, frame.x, frame.width, height, top, roomRight]);
  useReadings(ground, readings);
  return (
    <PlaneContext value={ground}>
      <g transform={`translate(${ground.left},${top})`} fontSize={FONT_PX}>
        {title ? (
          <>
            {titleLook ? (
              <path
                d={shapePath(titleLook.shape, 9)}
                transform={`translate(6,${-TOP - 8})`}
                fill={titleLook.colour}
              />
            ) : null}
            <text x={titleLook ? 16 : 0} y={-TOP - 4} fontWeight={600} fill="var(--ink)">
              {shortened(title, ground.width + roomRight - 16)}
            </text>
          </>
        ) : null}
        <text x={-2} y={-9} fill="var(--faint)">
          {nameOf(y)}
        </text>
        {ground.y.ticks.map((tick, index) => {
          const at = Math.round(ground.y.at(tick) ?? 0) + 0.5;
          return (
            <g key={tick}>
              <line x1={0} x2={ground.width} y1={at} y2={at} stroke="var(--line)" />
              <text x={-6} y={at + 3.5} textAnchor="end" fill="var(--faint)">
                {ground.y.texts[index] ?? UNKNOWN}
              </text>
            </g>
          );
        })}
        {isCut(y) ? <Break d={`M0,${height}v-2l-4,-2l8,-3l-4,-2v-2`} /> : null}
        {isCut(x) ? <Break d={`M0,${height}h2l2,-4l3,8l2,-4h2`} /> : null}
        {ground.x.ticks.map((tick, index) => {
          const at = Math.round(ground.x.at(tick) ?? 0) + 0.5;
          return (
            <g key={tick}>
              <line x1={at} x2={at} y1={height} y2={height + 4} stroke="var(--line-strong)" />
              {xTicks ? (
                <text x={at} y={height + 15} textAnchor="middle" fill="var(--faint)">
                  {ground.x.texts[index] ?? UNKNOWN}
                </text>
              ) : null}
            </g>
          );
        })}
        {xTicks ? (
          <text x={ground.width} y={height + 28} textAnchor="end" fill="var(--faint)">
            {nameOf(x)}
          </text>
        ) : null}
        {children}
      </g>
    </PlaneContext>
  );
}

/** The name of an axis, which says that it is not linear. */
function nameOf({ kind, name }: Axis): string {
  const isLog = kind === "log10" || kind === "log2";
  return isLog ? strings.charts.log(name) : name;
}

/** The mark of an axis that does not begin at zero. */
function Break({ d }: { d: string }) {
  return (
    <path data-mark="break" d={d} fill="none" stroke="var(--faint)">
      <title>{strings.charts.cut}</title>
    </path>
  );
}

/** Tells the chart the positions of its numbers, for the pointer and the keys. */
function useReadings(ground: PlaneGround, readings: readonly Reading[] | undefined): void {
  const key = useId();
  const register = useRegister();
  useEffect(() => {
    if (!readings) return;
    const placed = readings.flatMap((reading) => {
      const [x, y] = [ground.x.at(reading.x), ground.y.at(reading.y)];
      if (x === null || y === null) return [];
      return [
        { ...reading, series: `${key} ${reading.series}`, px: ground.left + x, py: ground.top + y },
      ];
    });
    return register.readings(key, placed);
  }, [key, register, ground, readings]);
}
