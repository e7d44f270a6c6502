/** A sweep's charts: speed, TTFT, throughput and errors under rising load. */

import type { Curves } from "../backend/backend";
import { conditionFacts } from "../strings/conditions";
import { strings } from "../strings/strings";
import { goodPerSecond, loadAxis, named, perSecond } from "./chartData";
import { Failures, FirstToken, Speed } from "./manyCharts";
import type { Shared } from "./multiples";
import { Capacity, Together } from "./togetherCharts";

const w = strings.sweeps;

export function SweepCharts({ curves }: { curves: Curves }) {
  const all = named(curves);
  const { conditions } = curves;
  const shared: Shared = {
    all,
    x: loadAxis(curves),
    conditions: { facts: conditionFacts(conditions), simulated: conditions.simulated },
  };
  const hasGoodput = all.some(({ curve }) => curve.points.some((point) => point.goodput !== null));
  const grid = all.length > 1 ? "grid-cols-1" : "grid-cols-2 max-[1100px]:grid-cols-1";
  return (
    <div className="flex flex-col gap-2.5" data-testid="sweep-charts">
      <div className={`grid gap-2.5 ${grid}`}>
        <FirstToken shared={shared} />
        <Speed shared={shared} />
      </div>
      <div className="grid grid-cols-2 gap-2.5 max-[1100px]:grid-cols-1">
        <Together
          shared={shared}
          words={w.charts.system}
          axis={w.charts.speedAxis}
          read={(point) => point.sys_output_tps}
          show={perSecond}
          column={w.table.system}
          testId="chart-system"
        />
        <Capacity shared={shared} />
        {hasGoodput ? (
          <Together
            shared={shared}
            words={w.charts.goodput}
            axis={w.charts.goodputAxis}
            read={(point) => point.goodput}
            show={goodPerSecond}
            column={w.table.goodput}
            testId="chart-goodput"
          />
        ) : null}
        <Failures shared={shared} />
      </div>
    </div>
  );
}
