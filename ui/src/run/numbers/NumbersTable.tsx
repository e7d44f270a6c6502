/** Every number of a run in one table: lanes as columns, metrics as rows. The text alternative to the track. */

import { Fragment } from "react";
import type { Run, Spread } from "../../backend/backend";
import { metrics } from "../../backend/backend";
import { written } from "../../strings/catalogue";
import { count, UNKNOWN } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { LaneBadge } from "../../ui/controls";
import { shortNameOf } from "../names";
import type { Race } from "../race";
import { Defined } from "./Defined";
import { type Measurement, measurements } from "./measurements";

const w = strings.numbersTable;

function Head({ race, first }: { race: Race; first: string }) {
  return (
    <thead>
      <tr className="sticky top-0 z-10 bg-panel">
        <th scope="col" className="border-b border-line px-3 py-2 text-left font-normal text-faint">
          {first}
        </th>
        {race.lanes.map((lane) => (
          <th
            key={lane.place}
            scope="col"
            className="border-b border-line px-3 py-2 text-right font-semibold"
          >
            <span
              className="inline-flex items-center gap-2"
              title={`${lane.label} · ${lane.model}`}
            >
              <LaneBadge place={lane.place} />
              <span className="max-w-40 truncate">{shortNameOf(lane, race.lanes)}</span>
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Both token counts always have their row; any other that no lane has a value for is left out. */
const ALWAYS = ["out_tokens_server", "out_tokens_neutral"];

function isTold(race: Race, { id, text }: Measurement): boolean {
  return ALWAYS.includes(id) || race.lanes.some(({ sample }) => sample && text(sample) !== UNKNOWN);
}

function RoundTable({ race }: { race: Race }) {
  return (
    <table className="w-full border-collapse text-xs" data-testid="numbers-table">
      <caption className="sr-only">{w.caption}</caption>
      <Head race={race} first={race.plan.repeat > 1 ? w.perRound : w.metric} />
      {measurements.map((group) => (
        <tbody key={group[0]?.id} className="border-b border-line last:border-0">
          {group
            .filter((row) => isTold(race, row))
            .map(({ id, name, text }) => (
              <tr key={id} className="hover:bg-raised">
                <th
                  scope="row"
                  className="px-3 py-1 text-left font-normal whitespace-nowrap text-soft"
                >
                  <Defined id={id} name={name} />
                </th>
                {race.lanes.map(({ place, sample }) => (
                  <td key={place} className="selectable px-3 py-1 text-right">
                    {sample ? text(sample) : UNKNOWN}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}

/** A number of which there is nothing to prefer is described by its rounds one by one. */
const RANKED = metrics.filter(({ better }) => better !== null);

const POINTS = [
  "mean",
  "p5",
  "p50",
  "p90",
  "p95",
  "p99",
  "min",
  "max",
] as const satisfies (keyof Spread)[];

/** Whether any lane has rounds enough for this point of the spread. */
function isCarried(run: Run, metric: string, point: (typeof POINTS)[number]): boolean {
  return run.lanes.some(({ summary }) => (summary[metric]?.[point] ?? null) !== null);
}

/** What the rounds come to. A percentile that too few rounds carry is absent. */
function SummaryTable({ race, run }: { race: Race; run: Run }) {
  return (
    <table className="mb-4 w-full border-collapse text-xs" data-testid="summary-table">
      <Head race={race} first={w.overRounds} />
      <tbody>
        {RANKED.filter(({ id }) => isCarried(run, id, "mean")).map(({ id, name, unit }) => (
          <Fragment key={id}>
            <tr>
              <th scope="row" className="px-3 pt-2 text-left font-semibold">
                <Defined id={id} name={name} />
              </th>
              {run.lanes.map(({ place, summary }) => (
                <td key={place} className="px-3 pt-2 text-right text-faint">
                  {w.n} = {count(summary[id]?.n)}
                </td>
              ))}
            </tr>
            {POINTS.filter((point) => isCarried(run, id, point)).map((point) => (
              <tr key={point} className="hover:bg-raised">
                <th scope="row" className="px-3 py-0.5 text-left font-normal text-soft">
                  {w[point]}
                </th>
                {run.lanes.map(({ place, summary }) => (
                  <td key={place} className="selectable px-3 py-0.5 text-right">
                    {written(unit, summary[id]?.[point])}
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

export function NumbersTable({ race, run }: { race: Race; run: Run }) {
  return (
    <section
      aria-label={strings.history.numbers}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto rounded-lg border border-line bg-panel -outline-offset-2"
    >
      {run.plan.repeat > 1 ? <SummaryTable race={race} run={run} /> : null}
      <RoundTable race={race} />
    </section>
  );
}
