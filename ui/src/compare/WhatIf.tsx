/** Predicted time and cost of a job with each contender: one request, a month of requests, a loop. */

import { useMemo } from "react";
import type { Estimate } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { Plane, usePlane } from "../charts/plane";
import { rowAt, rowsAxis } from "../charts/rows";
import type { Axis } from "../charts/scales";
import { count, dollars, duration, durationUnit, durationWithUnit } from "../strings/numbers";
import { commas } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { MiddleCut, Tag } from "../ui/controls";
import type { Drawn } from "./comparison";
import { Sign } from "./controls";
import { WinMapChart } from "./WinMapChart";
import { WorkloadBar } from "./WorkloadBar";

const w = strings.compare.whatIf;
const ROW_PX = 38;

type Timed = Estimate & { total_ms: number };

function timed(estimates: readonly Estimate[]): Timed[] {
  return estimates.filter((one): one is Timed => typeof one.total_ms === "number");
}

/** Horizontal bars of three parts, distinguished by more than colour. */
function StackedBars({ drawn, rows }: { drawn: Drawn; rows: Timed[] }) {
  const plane = usePlane();
  const high = (plane.height / rows.length) * 0.5;
  const at = (ms: number) => plane.x.at(ms) ?? 0;
  return (
    <>
      <defs>
        <pattern
          id="compare-wait"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="2" height="5" fill="var(--wait)" />
        </pattern>
        <pattern
          id="compare-think"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(90)"
        >
          <rect width="5" height="5" fill="var(--line-strong)" />
          <rect width="2.5" height="5" fill="var(--soft)" />
        </pattern>
      </defs>
      {rows.map((row, index) => {
        const top = (plane.y.at(rowAt(index, rows.length)) ?? 0) - high / 2;
        const wait = row.wait_ms ?? 0;
        const thought = wait + (row.think_ms ?? 0);
        return (
          <g key={row.place} transform={`translate(0,${top})`} data-mark="stack">
            <rect width={at(row.total_ms)} height={high} fill="var(--panel)" />
            <rect width={at(wait)} height={high} fill="url(#compare-wait)" stroke="var(--wait)" />
            <rect
              x={at(wait)}
              width={Math.max(0, at(thought) - at(wait))}
              height={high}
              fill="url(#compare-think)"
            />
            <rect
              x={at(thought)}
              width={Math.max(0, at(row.total_ms) - at(thought))}
              height={high}
              fill={drawn.look(row.place).colour}
              fillOpacity={row.extrapolated ? 0.55 : 0.9}
            />
            <text
              x={at(row.total_ms) + 6}
              y={high / 2 + 4}
              fill="var(--ink)"
              stroke="var(--panel)"
              strokeWidth={3}
              paintOrder="stroke"
            >
              {durationWithUnit(row.total_ms)}
            </text>
          </g>
        );
      })}
    </>
  );
}

function Legend() {
  const swatch = "inline-block h-2.5 w-4 rounded-[2px]";
  return (
    <span className="flex items-center gap-3 text-2xs text-faint" aria-hidden="true">
      <span className="flex items-center gap-1">
        <svg width="16" height="10" aria-hidden="true">
          <rect width="16" height="10" fill="url(#compare-wait)" stroke="var(--wait)" />
        </svg>
        {w.parts.wait}
      </span>
      <span className="flex items-center gap-1">
        <svg width="16" height="10" aria-hidden="true">
          <rect width="16" height="10" fill="url(#compare-think)" />
        </svg>
        {w.parts.think}
      </span>
      <span className="flex items-center gap-1">
        <i className={`${swatch} bg-accent`} />
        {w.parts.write}
      </span>
    </span>
  );
}

function drawing(drawn: Drawn, rows: Timed[]): ChartProps["children"] {
  const most = Math.max(...rows.map(({ total_ms }) => total_ms));
  if (rows.length === 0 || most <= 0) return null;
  const x: Axis = {
    kind: "linear",
    name: durationUnit(),
    format: (ms) => (ms === 0 ? "0" : duration(ms)),
    domain: [0, most],
  };
  const y = rowsAxis(rows.map(({ place }) => drawn.name(place)));
  const parts = (row: Timed) => {
    const each = [
      w.each.wait(durationWithUnit(row.wait_ms)),
      w.each.think(durationWithUnit(row.think_ms)),
      w.each.write(durationWithUnit(row.write_ms)),
    ];
    return w.bar(drawn.name(row.place), durationWithUnit(row.total_ms), commas(each));
  };
  const readings = rows.map((row, index) => ({
    series: "bars",
    x: row.total_ms,
    y: rowAt(index, rows.length),
    text: parts(row),
  }));
  return ({ width, height }) => (
    <Plane
      frame={{ x: 0, y: -12, width, height: height + 12 }}
      x={x}
      y={y}
      readings={readings}
      roomRight={56}
    >
      <StackedBars drawn={drawn} rows={rows} />
    </Plane>
  );
}

function Costs({ drawn }: { drawn: Drawn }) {
  const { estimates } = drawn.view.what_if;
  const names = estimates.map(({ place }) => drawn.name(place));
  return (
    <section className="min-w-0 border-t border-line bg-panel px-3 py-2.5" aria-label={w.costs}>
      <h3 className="text-sm font-semibold">{w.costs}</h3>
      <div className="overflow-x-auto">
        <table className="mt-1 w-full border-collapse text-xs" data-testid="what-if-table">
          <caption className="sr-only">{w.caption}</caption>
          <thead>
            <tr className="text-faint">
              {w.columns.map((column, at) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns have the same name.
                  key={at}
                  scope="col"
                  className={`py-1.5 font-normal whitespace-nowrap ${at ? "pl-3 text-right" : "text-left"}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {estimates.map((one) => (
              <tr key={one.place} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
                    <Sign look={drawn.look(one.place)} />
                    <span className="max-w-[clamp(7rem,14vw,22rem)]" title={drawn.name(one.place)}>
                      <MiddleCut text={drawn.name(one.place)} among={names} />
                    </span>
                    {one.too_long ? (
                      <Tag advice={w.readsAtMost(count(one.too_long.context_tokens))}>
                        {one.too_long.request ? w.tooLong : w.loopTooLong}
                      </Tag>
                    ) : null}
                    {one.extrapolated ? <Tag advice={w.drawnOnHint}>{w.drawnOn}</Tag> : null}
                  </span>
                </th>
                {[
                  durationWithUnit(one.total_ms),
                  dollars(one.usd),
                  dollars(one.usd_per_month),
                  durationWithUnit(one.loop_ms),
                  dollars(one.loop_usd),
                  dollars(one.loop_cached_usd),
                ].map((text, at) => (
                  <td
                    key={w.columns[at + 1] + String(at)}
                    className="selectable py-1.5 pl-3 text-right whitespace-nowrap"
                  >
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-2 text-2xs text-faint">{w.note}</p>
    </section>
  );
}

export function WhatIf({ drawn }: { drawn: Drawn }) {
  const { what_if: what } = drawn.view;
  const rows = useMemo(() => timed(what.estimates), [what]);
  const children = useMemo(() => drawing(drawn, rows), [drawn, rows]);
  return (
    <div className="space-y-3">
      <WorkloadBar drawn={drawn} fields={["in", "out", "day", "loop", "second"]} />
      <div className="grid gap-3 min-[1500px]:grid-cols-2">
        <Chart
          testId="what-if"
          title={w.title}
          direction={w.formula}
          reading={said(what.sentence)}
          conditions={drawn.conditions()}
          controls={<Legend />}
          height={Math.max(120, rows.length * ROW_PX + 44)}
          table={{
            caption: w.caption,
            columns: [w.columns[0], ...Object.values(w.parts), w.columns[1]],
            rows: rows.map((row) => [
              drawn.name(row.place),
              durationWithUnit(row.wait_ms),
              durationWithUnit(row.think_ms),
              durationWithUnit(row.write_ms),
              durationWithUnit(row.total_ms),
            ]),
          }}
        >
          {children}
        </Chart>
        <Costs drawn={drawn} />
      </div>
      <WinMapChart drawn={drawn} height={280} />
    </div>
  );
}
