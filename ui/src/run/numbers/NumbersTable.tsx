/** Every number of a run in one table: lanes as columns, metrics as rows. The text alternative to the track. */

import { ArrowLeft, ArrowLeftRight, ArrowRight, Copy } from "lucide-react";
import { Fragment, useState } from "react";
import type { RightPair, Run, Spread } from "../../backend/backend";
import { definitionOf, type Metric, metrics, written } from "../../strings/catalogue";
import { count, UNKNOWN } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { Button, IconButton, LaneBadge, MiddleCut } from "../../ui/controls";
import { copyAndSay } from "../../ui/copyAndSay";
import { tip } from "../../ui/tip";
import { shortNameOf } from "../names";
import type { Race } from "../race";
import { Defined } from "./Defined";
import { type Measurement, measurements } from "./measurements";
import { Among, PairWords } from "./PairWords";
import { RightRows, rightRows } from "./RightRows";
import { RunQuestions } from "./RunQuestions";
import { bestOf, nextSorting, orderOf, type Sorting } from "./ranking";
import { causeOf, partsOf, sizeOf, TTFT_P95 } from "./Uncertainty";

const w = strings.numbersTable;
const pairWords = strings.checks.pairs;

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
              {...tip(`${lane.label} · ${lane.model}`)}
            >
              <LaneBadge look={lane.look} />
              <span className="max-w-40">
                <MiddleCut text={shortNameOf(lane, race.lanes)} />
              </span>
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Both token counts always have their row; any other number without a value is left out. */
const ALWAYS = ["out_tokens_server", "out_tokens_neutral"];

function isTold(race: Race, { id, text }: Measurement): boolean {
  return ALWAYS.includes(id) || race.lanes.some(({ sample }) => sample && text(sample) !== UNKNOWN);
}

interface SortProps {
  id: string;
  name: string;
  sorting: Sorting | null;
  onSort: (metric: string) => void;
}

/** Sorts the lanes by a number. */
function Sort({ id, name, sorting, onSort }: SortProps) {
  const isBy = sorting?.metric === id;
  const Icon = isBy ? (sorting.reversed ? ArrowRight : ArrowLeft) : ArrowLeftRight;
  return (
    <IconButton
      label={w.sortBy(name)}
      aria-pressed={isBy}
      data-testid={`sort-${id}`}
      className={`ml-1 size-5! align-middle ${isBy ? "text-accent!" : ""}`}
      onClick={() => onSort(id)}
    >
      <Icon size={11} aria-hidden="true" />
    </IconButton>
  );
}

interface RoundTableProps {
  race: Race;
  run: Run;
  sorting: Sorting | null;
  onSort: (metric: string) => void;
}

function RoundTable({ race, run, sorting, onSort }: RoundTableProps) {
  return (
    <table className="w-full border-collapse text-xs" data-testid="numbers-table">
      <caption className="sr-only">{w.caption}</caption>
      <Head race={race} first={race.plan.repeat > 1 ? w.perRound : w.metric} />
      <RightRows rows={rightRows(race, null)} />
      {run.plan.repeat > 1 ? null : (
        <RightRows rows={rightRows(race, run).filter(({ id }) => PER_RIGHT.includes(id))} />
      )}
      {measurements.map((group) => (
        <tbody key={group[0]?.id} className="border-b border-line last:border-0">
          {group
            .filter((row) => isTold(race, row))
            .map(({ id, name, text }) => {
              const best = bestOf(race.lanes, id);
              return (
                <tr key={id} className="hover:bg-raised">
                  <th
                    scope="row"
                    className="px-3 py-1 text-left font-normal whitespace-nowrap text-soft"
                  >
                    <Defined id={id} name={name} />
                    {definitionOf(id) ? (
                      <Sort id={id} name={name} sorting={sorting} onSort={onSort} />
                    ) : null}
                  </th>
                  {race.lanes.map(({ place, sample }, index) => (
                    <td
                      key={place}
                      data-best={best.has(index) || undefined}
                      className="selectable px-3 py-1 text-right"
                    >
                      <span className={best.has(index) ? "best" : undefined}>
                        {sample ? text(sample) : UNKNOWN}
                      </span>
                      {best.has(index) ? <span className="sr-only"> {w.best}</span> : null}
                    </td>
                  ))}
                </tr>
              );
            })}
        </tbody>
      ))}
    </table>
  );
}

/** Of a single round, beside the verdict itself. */
const PER_RIGHT = ["seconds_per_right", "usd_per_right"];

/** The table as tab-separated lines, as a spreadsheet accepts it. */
function asText(race: Race): string {
  const head = [w.metric, ...race.lanes.map(({ label, model }) => `${label} ${model}`)];
  const rows = measurements
    .flat()
    .filter((row) => isTold(race, row))
    .map(({ name, text }) => [
      name,
      ...race.lanes.map(({ sample }) => (sample ? text(sample) : "")),
    ]);
  const right = rightRows(race, null).map(({ name, texts }) => [name, ...texts]);
  return [head, ...right, ...rows].map((row) => row.join("\t")).join("\n");
}

/** Metrics with a better direction; others are only described round by round. */
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

/** Whether any lane has enough rounds for this point of the spread. */
function isCarried(run: Run, metric: string, point: (typeof POINTS)[number]): boolean {
  return run.lanes.some(({ summary }) => (summary[metric]?.[point] ?? null) !== null);
}

/** How uncertain each lane's number with this id is; `metric` says its unit. */
function Budgets({
  run,
  metric,
  id,
  name,
}: {
  run: Run;
  metric: Metric;
  id: string;
  name: string;
}) {
  if (!run.lanes.some(({ uncertainty }) => uncertainty?.[id])) return null;
  return (
    <tr className="hover:bg-raised">
      <th scope="row" className="px-3 py-0.5 text-left font-normal text-soft">
        {name}
      </th>
      {run.lanes.map(({ place, uncertainty }) => {
        const budget = uncertainty?.[id];
        return (
          <td key={place} className="selectable px-3 py-0.5 text-right">
            {budget ? (
              <span {...tip(partsOf(metric, budget))}>
                {sizeOf(metric, budget)} <span className="text-faint">{causeOf(budget)}</span>
              </span>
            ) : (
              UNKNOWN
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** The summary of the rounds. A percentile with too few rounds is absent. */
function SummaryTable({ race, run }: { race: Race; run: Run }) {
  return (
    <table className="mb-4 w-full border-collapse text-xs" data-testid="summary-table">
      <Head race={race} first={w.overRounds} />
      <RightRows rows={rightRows(race, run)} />
      <tbody>
        {RANKED.filter(({ id }) => isCarried(run, id, "mean")).map((metric) => {
          const { id, name, unit } = metric;
          return (
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
              <Budgets run={run} metric={metric} id={id} name={strings.uncertainty.row} />
              {id === "ttft_ms" ? (
                <Budgets
                  run={run}
                  metric={metric}
                  id={TTFT_P95}
                  name={strings.uncertainty.rowTail}
                />
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

/** Who is right more often, of lanes that were asked the same. */
function RightPairs({ race, run }: { race: Race; run: Run }) {
  const isSplit = ({ pairs, only_first, only_second }: RightPair) =>
    pairs > 1 && only_first + only_second > 0;
  const pairs = (run.right_pairs ?? []).filter(isSplit);
  if (pairs.length === 0) return null;
  const nameOf = (index: number) => {
    const lane = race.lanes[index];
    return lane ? shortNameOf(lane, race.lanes) : "";
  };
  return (
    <section aria-label={pairWords.title} className="px-3 pt-1 pb-2" data-testid="right-pairs">
      <h2 className="mb-1 text-xs font-semibold">{pairWords.title}</h2>
      <ul className="space-y-1 text-xs">
        {pairs.map((pair) => (
          <li key={pair.second} className="selectable text-soft">
            <PairWords pair={pair} nameOf={nameOf} />
          </li>
        ))}
        <Among compared={pairs.length + 1} />
      </ul>
    </section>
  );
}

/** The race with its lanes in another order. The run keeps its own order, on which its summaries depend. */
function ordered(race: Race, run: Run, order: readonly number[]): { race: Race; run: Run } {
  const pick = <Item,>(items: readonly Item[]) => order.flatMap((index) => items[index] ?? []);
  const questions = run.questions && {
    ...run.questions,
    all: run.questions.all.map((question) => ({
      ...question,
      lanes: order.map((index) => question.lanes[index] ?? null),
    })),
  };
  return {
    race: { ...race, lanes: pick(race.lanes) },
    run: { ...run, lanes: pick(run.lanes), questions },
  };
}

interface NumbersProps {
  race: Race;
  run: Run;
  /** Whether it stands in a page that scrolls, in which it is as high as it has rows. */
  inPage?: boolean;
}

export function NumbersTable({ race, run, inPage = false }: NumbersProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const shown = ordered(race, run, orderOf(race.lanes, sorting));
  return (
    <section
      aria-label={strings.history.numbers}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className={`relative border-t border-line bg-panel -outline-offset-2 ${inPage ? "shrink-0 overflow-x-auto" : "min-h-0 flex-1 overflow-auto"}`}
    >
      <div className="flex items-center justify-end gap-3 px-3 pt-2 text-2xs text-faint">
        <span>{w.bestHint}</span>
        <Button
          size="small"
          data-testid="copy-numbers"
          onClick={() => void copyAndSay(asText(shown.race))}
        >
          <Copy size={12} aria-hidden="true" />
          {w.copyTable}
        </Button>
      </div>
      <RightPairs race={race} run={run} />
      <RunQuestions {...shown} />
      {run.plan.repeat > 1 ? <SummaryTable {...shown} /> : null}
      <RoundTable
        race={shown.race}
        run={shown.run}
        sorting={sorting}
        onSort={(metric) => setSorting(nextSorting(sorting, metric))}
      />
    </section>
  );
}
