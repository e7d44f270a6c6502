/** Every request of each contender, and the cumulative distribution. */

import { useMemo } from "react";
import type { Metric, Strip } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { DotStrip, Ecdf } from "../charts/distributions";
import { MOST_TOGETHER, Multiples, rowsHigh } from "../charts/Multiples";
import { Labels } from "../charts/nameLabels";
import { Plane } from "../charts/plane";
import { RowTick, rowAt, rowsAxis } from "../charts/rows";
import { type Axis, isOverDecade, type Kind, reach } from "../charts/scales";
import { promptEnds } from "../run/numbers/promptEnds";
import { budgetText } from "../run/numbers/Uncertainty";
import { axisName, feelsOf, RANKED, tick } from "../strings/catalogue";
import { count, percentage } from "../strings/numbers";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Choice } from "../ui/Choice";
import { useCompareStore } from "./compareStore";
import { about, type Drawn, textOf } from "./comparison";

const w = strings.compare;
const ROW_PX = 46;
const PLANE_PX = 150;
/** Maximum number of dots per contender that can be read out; more are sampled. */
const MOST_READ = 200;

export function QuantityChoice({ quantity }: { quantity: Metric }) {
  const ask = useCompareStore((asked) => asked.ask);
  return (
    <Choice
      label={w.quantity}
      testId="quantity"
      value={quantity}
      choices={RANKED.map(({ id, name }) => ({ value: id, text: name }))}
      onChange={(value) => ask({ metric: value as Metric })}
    />
  );
}

/** An axis for a quantity: in the unit it is usually read in. */
export function quantityAxis(
  quantity: Metric,
  kind: Kind,
  values: Iterable<number | null | undefined>,
): Axis | null {
  const domain = reach(kind, values);
  const { unit } = about(quantity);
  const format = (value: number) => tick(unit, value);
  return domain ? { kind, name: axisName(unit), format, domain } : null;
}

/** Numbers that span a decade are read on a logarithmic scale. */
export function kindOf(values: readonly number[]): Kind {
  return isOverDecade(values) ? "log10" : "linear";
}

const valuesOf = (strip: Strip): number[] => strip.samples.flatMap(([value]) => value ?? []);

interface Drawings {
  strips: ChartProps["children"];
  ecdf: ChartProps["children"];
}

function drawings(drawn: Drawn): Drawings {
  const { metric } = drawn.view.distribution;
  const isRate = about(metric).better === "higher";
  const answer = ({ summary }: Strip) => summary.middle ?? (isRate ? -Infinity : Infinity);
  const strips = drawn.view.distribution.strips.toSorted(
    (a, b) => (answer(a) - answer(b)) * (isRate ? -1 : 1),
  );
  const all = strips.flatMap(valuesOf);
  const x = quantityAxis(metric, kindOf(all), all);
  if (!x) return { strips: null, ecdf: null };
  const rows = rowsAxis(strips.map(({ place }) => drawn.name(place)));
  const shares: Axis = {
    kind: "linear",
    name: w.samples.share,
    format: (share) => percentage(share * 100),
    domain: [0, 1],
  };
  const thin = <T,>(all: readonly T[]) => {
    const every = Math.ceil(all.length / MOST_READ);
    return all.filter((_, at) => at % every === 0);
  };
  const dots = strips.flatMap((strip, row) =>
    thin(strip.samples).map(([value]) => ({
      series: String(strip.place),
      x: value,
      y: rowAt(row, strips.length),
      text: w.samples.one(drawn.name(strip.place), textOf(metric, value)),
    })),
  );
  const steps = strips.flatMap((strip) =>
    thin(strip.samples).map(([value, share]) => ({
      series: String(strip.place),
      x: value,
      y: share,
      text: w.samples.reading(
        drawn.name(strip.place),
        textOf(metric, value),
        count((share ?? 0) * 100),
      ),
    })),
  );
  const shareAxis = { x, y: shares };
  const each = strips.map(({ place }, index) => ({
    place,
    index,
    name: drawn.label(place),
    look: drawn.look(place),
  }));
  const slow = (strip: Strip) => (isRate ? strip.summary.spread.p5 : strip.summary.spread.p95);
  return {
    strips: ({ width, height }) => (
      <Plane frame={{ x: 0, y: -8, width, height: height + 8 }} x={x} y={rows} readings={dots}>
        {strips.map((strip, row) => {
          const y = rowAt(row, strips.length);
          // Over prompts of very different lengths there need be no request at the median of all.
          const ends = promptEnds(drawn.contender(strip.place), metric);
          const middles = ends?.map(({ value }) => value) ?? [strip.summary.spread.p50];
          return (
            <g key={strip.place}>
              {middles.map((p50, end) => (
                <RowTick
                  key={end === 0 ? "short" : "long"}
                  x={p50}
                  y={y}
                  reach={0.26}
                  label="p50"
                  strong
                  isNamed={row === 0}
                  {...(end === 0 ? {} : { beside: middles[0] })}
                />
              ))}
              <RowTick
                x={slow(strip)}
                y={y}
                reach={0.26}
                label={isRate ? "p5" : "p95"}
                beside={middles.at(-1)}
                isNamed={row === 0}
              />
              {/* Drawn over the percentiles, whose lines extend further: a number is never covered by its summary. */}
              <DotStrip
                samples={valuesOf(strip)}
                y={y}
                spread={0.17}
                look={drawn.look(strip.place)}
              />
            </g>
          );
        })}
      </Plane>
    ),
    ecdf:
      strips.length > MOST_TOGETHER
        ? (size) => (
            <Multiples
              size={size}
              all={each}
              {...shareAxis}
              readings={({ place }) => steps.filter(({ series }) => series === String(place))}
            >
              {({ index, look }) => {
                const strip = strips[index];
                return strip ? <Ecdf samples={valuesOf(strip)} look={look} /> : null;
              }}
            </Multiples>
          )
        : ({ width, height }) => (
            <Plane
              frame={{ x: 0, y: 0, width, height }}
              x={x}
              y={shares}
              readings={steps}
              roomRight={20}
            >
              {strips.map((strip) => (
                <Ecdf key={strip.place} samples={valuesOf(strip)} look={drawn.look(strip.place)} />
              ))}
              <Labels
                beside="points"
                labels={strips.map((strip, index) => ({
                  key: String(strip.place),
                  x: strip.summary.middle,
                  y: 0.5 + ((index % 3) - 1) * 0.12,
                  text: drawn.label(strip.place),
                  colour: drawn.look(strip.place).colour,
                }))}
              />
            </Plane>
          ),
  };
}

export function Samples({ drawn }: { drawn: Drawn }) {
  const { distribution } = drawn.view;
  const { metric, strips } = distribution;
  const { strips: dots, ecdf } = useMemo(() => drawings(drawn), [drawn]);
  const isFelt = about(metric).bands.length > 0;
  const table = {
    caption: w.samples.caption,
    columns: [
      ...w.samples.columns,
      strings.uncertainty.row,
      ...(isFelt ? [strings.definitions.toReader] : []),
    ],
    rows: strips.map(({ place, uncertainty, summary: { spread, p25, p75 } }) => [
      drawn.name(place),
      count(spread.n),
      ...[spread.min, spread.p5, p25].map((value) => textOf(metric, value)),
      promptEnds(drawn.contender(place), metric)
        ?.map(({ value }) => textOf(metric, value))
        .join(" – ") ?? textOf(metric, spread.p50),
      ...[p75, spread.p95, spread.p99, spread.max].map((value) => textOf(metric, value)),
      budgetText(about(metric), uncertainty),
      ...(isFelt ? [feelsOf(drawn.contender(place)?.feels, about(metric)) ?? ""] : []),
    ]),
  };
  const direction = about(metric).better === "higher" ? w.samples.higher : w.samples.lower;
  return (
    <div className="grid gap-3 min-[1080px]:grid-cols-2">
      <Chart
        testId="strips"
        title={w.samples.strip(about(metric).name)}
        direction={direction}
        reading={said(distribution.sentence)}
        conditions={drawn.conditions()}
        controls={<QuantityChoice quantity={metric} />}
        height={Math.max(160, strips.length * ROW_PX + 48)}
        table={table}
      >
        {dots}
      </Chart>
      <Chart
        testId="ecdf"
        title={w.samples.ecdf(about(metric).name)}
        direction={w.samples.ecdfHint}
        reading={said(distribution.sentence)}
        conditions={drawn.conditions()}
        height={
          strips.length > MOST_TOGETHER
            ? rowsHigh(strips.length, PLANE_PX)
            : Math.max(240, strips.length * ROW_PX + 48)
        }
        table={table}
      >
        {ecdf}
      </Chart>
    </div>
  );
}
