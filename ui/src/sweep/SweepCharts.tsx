/** A sweep's charts: the metrics that the user chose, capacity and failures, under rising load. */

import type { Curves } from "../backend/backend";
import { OneFoot } from "../charts/Chart";
import { useChosenMetrics } from "../run/numbers/chosenMetrics";
import { MetricPicker, NotKnown } from "../run/numbers/MetricPicker";
import { levelNumbers, metrics, type Numbered } from "../strings/catalogue";
import { conditionFacts } from "../strings/conditions";
import { isOverLengths, loadAxis, markFacts, named, numberOf, series, spreadOf } from "./chartData";
import { lengthReading } from "./lengthReading";
import { Failures, MetricBand } from "./manyCharts";
import type { Shared } from "./multiples";
import { Capacity, Together } from "./togetherCharts";
import { WithinLevels } from "./WithinLevels";

const isOf = (catalogue: readonly Numbered[], { id }: Numbered) =>
  catalogue.some((each) => each.id === id);

export function SweepCharts({ curves }: { curves: Curves }) {
  const { metrics: chosen, isUsual } = useChosenMetrics("sweep");
  const all = series(curves);
  const overLengths = isOverLengths(curves);
  const { conditions } = curves;
  const shared: Shared = {
    all,
    x: loadAxis(curves),
    readingOf: overLengths ? lengthReading(named(curves)) : null,
    conditions: {
      facts: conditionFacts(conditions, markFacts(all)),
      simulated: conditions.simulated,
    },
  };
  const isKnown = ({ id }: Numbered) =>
    all.some(({ curve }) =>
      curve.points.some((point) => (spreadOf(id)(point) ?? numberOf(id)(point)) !== null),
    );
  const shown = chosen.filter(isKnown);
  const grid = all.length > 1 ? "grid-cols-1" : "grid-cols-2 max-[1100px]:grid-cols-1";
  return (
    <div className="flex flex-col gap-2.5" data-testid="sweep-charts">
      <div className="flex items-center justify-end gap-3">
        {/* A default without any value, such as goodput without limits, is not reported as missing. */}
        <NotKnown metrics={isUsual ? [] : chosen.filter((metric) => !isKnown(metric))} />
        <MetricPicker surface="sweep" withLevels />
      </div>
      <OneFoot {...shared.conditions}>
        <div className={`grid gap-2.5 ${grid}`}>
          {shown
            .filter((metric) => isOf(metrics, metric))
            .map((metric) => (
              <MetricBand key={metric.id} shared={shared} metric={metric} />
            ))}
        </div>
        <div className="grid grid-cols-2 gap-2.5 max-[1100px]:grid-cols-1">
          {shown
            .filter((metric) => isOf(levelNumbers, metric))
            .map((number) => (
              <Together key={number.id} shared={shared} number={number} />
            ))}
          {overLengths ? null : <Capacity shared={shared} />}
          <Failures shared={shared} />
          <WithinLevels shared={shared} />
        </div>
      </OneFoot>
    </div>
  );
}
