/** Comparison of two runs: each number before and after, and whether the difference is significant. */

import { useMemo } from "react";
import type { Change, ChangeVerdict, Metric, RunName } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { roomForLabels } from "../charts/labels";
import { Dots, Line, Whiskers } from "../charts/marks";
import { Labels } from "../charts/nameLabels";
import { type Frame, Plane, panels } from "../charts/plane";
import type { Axis } from "../charts/scales";
import { RANKED } from "../strings/catalogue";
import { moment, UNKNOWN } from "../strings/numbers";
import { commas, interval } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Choice } from "../ui/Choice";
import { useCompareStore } from "./compareStore";
import { about, type Drawn, textOf } from "./comparison";
import { quantityAxis } from "./Samples";

const w = strings.compare.runs;
const PANEL_PX = 210;

const COLOURS: Record<ChangeVerdict, string> = {
  better: "var(--good)",
  worse: "var(--bad)",
  differs: "var(--warn)",
  alike: "var(--faint)",
  unsettled: "var(--faint)",
};

interface PanelProps {
  drawn: Drawn;
  quantity: Metric;
  changes: Change[];
  frame: Frame;
}

function Panel({ drawn, quantity, changes, frame }: PanelProps) {
  // From zero: a difference is drawn in proportion to the whole.
  const y = quantityAxis(
    quantity,
    "linear",
    changes.flatMap(({ before, after }) =>
      [before, after].flatMap(({ middle, p75 }) => [0, middle, p75]),
    ),
  );
  const name = about(quantity).name;
  const x: Axis = {
    kind: "linear",
    name: "",
    format: (value) => (value === 0 ? w.before : w.after),
    domain: [-0.25, 1.1],
    ticks: [0, 1],
  };
  if (!y) return null;
  const readings = changes.flatMap(({ place, before, after, verdict }) => {
    const text = w.reading(
      drawn.name(place),
      name,
      w.fromTo(textOf(quantity, before.middle), textOf(quantity, after.middle)),
      w.verdict[verdict],
    );
    const series = `${quantity} ${place}`;
    return [
      { series, x: 0, y: before.middle, text },
      { series, x: 1, y: after.middle, text },
    ];
  });
  const labels = changes.map(({ place }) => drawn.label(place));
  const room = roomForLabels(labels, 12);
  return (
    <Plane
      frame={frame}
      x={x}
      y={y}
      title={name}
      readings={readings}
      roomRight={Math.min(frame.width * 0.4, room)}
    >
      {changes.map(({ place, before, after, verdict }) => {
        const colour = COLOURS[verdict];
        const dots = [
          { key: "before", x: 0, y: before.middle, n: before.spread.n },
          { key: "after", x: 1, y: after.middle, n: after.spread.n },
        ];
        return (
          <g key={place}>
            <Line points={dots} look={{ colour, dash: verdict === "unsettled" ? "3 3" : "" }} />
            <Whiskers
              look={{ colour, dash: "" }}
              points={[
                { key: "b", x: 0, y: before.middle, yLow: before.p25, yHigh: before.p75 },
                { key: "a", x: 1, y: after.middle, yLow: after.p25, yHigh: after.p75 },
              ]}
            />
            <Dots points={dots} look={{ ...drawn.look(place), colour }} />
          </g>
        );
      })}
      <Labels
        beside="ends"
        labels={changes.map(({ place, after, verdict }) => ({
          key: String(place),
          x: 1,
          y: after.middle,
          text: drawn.name(place),
          colour: COLOURS[verdict],
        }))}
      />
    </Plane>
  );
}

function RunChoice({
  label,
  testId,
  runs,
  value,
  onChange,
}: {
  label: string;
  testId: string;
  runs: readonly RunName[];
  value: string | null | undefined;
  onChange: (id: string) => void;
}) {
  return (
    <Choice
      label={label}
      testId={testId}
      value={value ?? ""}
      choices={runs.map(({ id, at_s, contenders }) => {
        const { day, time } = moment(new Date(at_s * 1_000).toISOString());
        return {
          value: id,
          text: w.run(`${day} ${time}`, commas(contenders.map((one) => said(one)))),
        };
      })}
      onChange={onChange}
    />
  );
}

export function Changes({ drawn }: { drawn: Drawn }) {
  const ask = useCompareStore((asked) => asked.ask);
  const { changes, runs, before, after, sentence } = drawn.view.changes;
  const grouped = useMemo(
    () =>
      RANKED.map(({ id: quantity }) => ({
        quantity,
        own: changes.filter((change) => change.metric === quantity),
      })).filter(({ own }) => own.length > 0),
    [changes],
  );
  const laidOut = useMemo(
    () => (width: number) =>
      panels({ width, height: (rows) => rows * PANEL_PX }, grouped.length, 270),
    [grouped],
  );
  const children = useMemo((): ChartProps["children"] => {
    if (grouped.length === 0) return null;
    return ({ width }) => {
      const { frames } = laidOut(width);
      return grouped.map(({ quantity, own }, index) => {
        const frame = frames[index];
        return frame ? (
          <Panel key={quantity} drawn={drawn} quantity={quantity} changes={own} frame={frame} />
        ) : null;
      });
    };
  }, [grouped, laidOut, drawn]);
  return (
    <div className="space-y-3">
      {runs.length > 1 ? (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1.5 border-t border-line bg-panel px-3 py-1.5">
          <RunChoice
            label={w.before}
            testId="run-before"
            runs={runs}
            value={before ?? runs[0]?.id}
            onChange={(id) => ask({ before: id })}
          />
          <RunChoice
            label={w.after}
            testId="run-after"
            runs={runs}
            value={after ?? runs.at(-1)?.id}
            onChange={(id) => ask({ after: id })}
          />
        </div>
      ) : null}
      <Chart
        testId="changes"
        title={w.title}
        direction={w.hint}
        reading={said(sentence)}
        conditions={drawn.conditions()}
        height={(width) => (grouped.length > 0 ? laidOut(width).height : 120)}
        table={{
          caption: w.caption,
          columns: w.columns,
          rows: changes.map(({ place, metric, before, after, difference, verdict }) => [
            `${drawn.name(place)}`,
            about(metric).name,
            textOf(metric, before.middle),
            textOf(metric, after.middle),
            difference
              ? interval(textOf(metric, difference.low), textOf(metric, difference.high))
              : UNKNOWN,
            w.verdict[verdict],
          ]),
        }}
      >
        {children}
      </Chart>
    </div>
  );
}
