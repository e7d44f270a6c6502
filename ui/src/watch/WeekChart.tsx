/** A number of a contender by hour of the week. */

import { useMemo, useState } from "react";
import type { WatchShown } from "../backend/backend";
import { Chart } from "../charts/Chart";
import { HOURS, weekMap, weekMapHeight } from "../charts/weekMap";
import { shortNameOf } from "../run/names";
import { bare } from "../strings/catalogue";
import { count, UNKNOWN } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Choice } from "../ui/Choice";
import { isHigherBetter, textOf, unitOf } from "./numbers";

const w = strings.watch.week;

export function WeekChart({ shown }: { shown: WatchShown }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const { number, contenders } = shown;
  const measured = contenders.filter(({ hours }) => hours.length > 0);
  const open = measured.find(({ lane }) => lane === chosen) ?? measured[0];
  const hours = useMemo(() => open?.hours ?? [], [open]);
  const weekdays = strings.compare.time.weekdays;
  const children = useMemo(
    () =>
      weekMap({
        hours,
        isHigherBetter: isHigherBetter(number),
        text: (value) => (value === null ? UNKNOWN : bare(unitOf(number), value)),
        weekdays,
      }),
    [hours, number, weekdays],
  );
  if (!open) return null;
  const name = shortNameOf(open, contenders);
  return (
    <Chart
      testId="watch-week"
      title={w.title(strings.watch.numbers[number])}
      direction={w.direction}
      reading={w.reading(name, hours.length)}
      conditions={{ facts: [strings.watch.turns(open.turns)], simulated: open.simulated }}
      controls={
        <Choice
          label={w.of}
          value={String(open.lane)}
          choices={measured.map((one) => ({
            value: String(one.lane),
            text: shortNameOf(one, contenders),
          }))}
          onChange={(value) => setChosen(Number(value))}
        />
      }
      height={weekMapHeight(hours)}
      table={{
        caption: w.caption,
        columns: w.columns,
        rows: hours.map(({ weekday, hour, n, value }) => [
          `${weekdays[weekday]} ${HOURS[hour]}:00`,
          count(n),
          textOf(number, value),
        ]),
      }}
    >
      {children}
    </Chart>
  );
}
