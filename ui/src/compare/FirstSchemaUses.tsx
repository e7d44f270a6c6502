/** What the first use of a schema costs each contender in time to first token, beside its later ones. Nothing without such uses. */

import { useMemo } from "react";
import type { FirstSchemaUse } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { DotRows, dotRowsHigh } from "../charts/rows";
import { count } from "../strings/numbers";
import { interval, sentences } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { type Drawn, textOf } from "./comparison";
import { quantityAxis } from "./Samples";

const w = strings.compare.firstUses;

interface Used {
  place: number;
  use: FirstSchemaUse;
}

const usedBy = (drawn: Drawn): Used[] =>
  drawn.shown.flatMap(({ place, first_schema_use: use }) => (use ? [{ place, use }] : []));

function drawing(drawn: Drawn, all: readonly Used[]): ChartProps["children"] {
  const values = all.flatMap(({ use: { difference_ms, ci } }) => [
    difference_ms,
    ci?.low,
    ci?.high,
  ]);
  const x = quantityAxis("ttft_ms", "linear", [0, ...values]);
  if (!x) return null;
  const rows = all.map(({ place, use }) => ({
    key: String(place),
    name: drawn.label(place),
    look: drawn.look(place),
    x: use.difference_ms,
    low: use.ci?.low,
    high: use.ci?.high,
    n: use.uses,
    text: said(use.sentence),
  }));
  return (size) => <DotRows size={size} x={{ ...x, name: w.axis(x.name) }} rows={rows} />;
}

export function FirstSchemaUses({ drawn }: { drawn: Drawn }) {
  const all = useMemo(() => usedBy(drawn), [drawn]);
  const children = useMemo(() => drawing(drawn, all), [drawn, all]);
  if (all.length === 0) return null;
  const ttft = (ms: number | null) => textOf("ttft_ms", ms);
  return (
    <Chart
      testId="first-schema-uses"
      title={w.title}
      direction={w.direction}
      reading={sentences(all.map(({ use }) => said(use.sentence)))}
      conditions={drawn.conditions(w.basis)}
      height={dotRowsHigh(all.length)}
      table={{
        caption: w.title,
        columns: w.columns,
        rows: all.map(({ place, use }) => [
          drawn.name(place),
          ttft(use.first_ms),
          ttft(use.later_ms),
          ttft(use.difference_ms),
          use.ci ? interval(ttft(use.ci.low), ttft(use.ci.high)) : w.noInterval,
          count(use.uses),
          count(use.later),
        ]),
      }}
    >
      {children}
    </Chart>
  );
}
