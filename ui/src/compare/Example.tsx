/** What Compare will show, drawn of sample prices while there is nothing to compare. Nothing of it is stored. */

import { Chart } from "../charts/Chart";
import { identityOf } from "../charts/identity";
import { Corner, Dots, FIRM_SAMPLES, Steps, Whiskers } from "../charts/marks";
import { Labels } from "../charts/nameLabels";
import { Plane } from "../charts/plane";
import type { Axis } from "../charts/scales";
import { perThousand, tick } from "../strings/catalogue";
import { dollars, rate } from "../strings/numbers";
import { strings } from "../strings/strings";

const w = strings.compare;

/** Invented: what a request costs, and how fast it is answered with which 95 % interval. */
const SAMPLES = [
  { usd: 0.0004, tps: 62, low: 55, high: 70, isOnFrontier: true },
  { usd: 0.0009, tps: 148, low: 138, high: 157, isOnFrontier: true },
  { usd: 0.0014, tps: 96, low: 80, high: 112, isOnFrontier: false },
  { usd: 0.0021, tps: 305, low: 288, high: 321, isOnFrontier: true },
  { usd: 0.0028, tps: 190, low: 171, high: 214, isOnFrontier: false },
] as const;
const X: Axis = {
  kind: "linear",
  name: w.axis.request,
  format: perThousand,
  domain: [0, 0.0032],
};
const Y: Axis = {
  kind: "linear",
  name: w.axis.fairSpeed,
  format: (value) => tick("tokens_per_second", value),
  domain: [0, 350],
};
const FRONTIER = SAMPLES.filter(({ isOnFrontier }) => isOnFrontier);
const STEPS = [
  { x: FRONTIER[0]?.usd, y: 0 },
  ...FRONTIER.map(({ usd, tps }) => ({ x: usd, y: tps })),
  { x: X.domain[1], y: FRONTIER.at(-1)?.tps },
];
const HEIGHT_PX = 280;

export function CompareExample() {
  return (
    <div className="mx-auto w-full max-w-[860px] text-left" data-testid="compare-example">
      <Chart
        isExample
        title={w.costSpeed.title}
        direction={w.costSpeed.upLeft}
        reading={w.example.reading}
        conditions={{ facts: [], simulated: false }}
        height={HEIGHT_PX}
        table={{
          caption: w.costSpeed.caption,
          columns: w.example.columns,
          rows: SAMPLES.map(({ usd, tps }, at) => [w.example.name(at), dollars(usd), rate(tps)]),
        }}
      >
        {({ width, height }) => (
          <Plane frame={{ x: 0, y: 0, width, height }} x={X} y={Y}>
            <Corner at="top" label={w.costSpeed.corner.top} />
            <Steps points={STEPS} look={{ colour: "var(--faint)", dash: "5 4" }} />
            {SAMPLES.map(({ usd, tps, low, high, isOnFrontier }, at) => {
              const look = identityOf(at);
              const point = { key: w.example.name(at), x: usd, y: tps };
              return (
                <g key={point.key} opacity={isOnFrontier ? 1 : 0.7}>
                  <Whiskers look={look} points={[{ ...point, yLow: low, yHigh: high }]} />
                  <Dots look={look} size={12} points={[{ ...point, n: FIRM_SAMPLES }]} />
                </g>
              );
            })}
            <Labels
              beside="points"
              labels={SAMPLES.map(({ usd, tps, isOnFrontier }, at) => ({
                key: w.example.name(at),
                x: usd,
                y: tps,
                text: w.example.name(at),
                colour: isOnFrontier ? "var(--ink)" : "var(--faint)",
              }))}
            />
          </Plane>
        )}
      </Chart>
    </div>
  );
}
