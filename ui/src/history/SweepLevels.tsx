/** A sweep's levels in a table, contender by contender. */

import { ChartSpline } from "lucide-react";
import type { Lane, Level, Run } from "../backend/backend";
import { headingOf } from "../run/names";
import { useChosenMetrics } from "../run/numbers/chosenMetrics";
import { Defined } from "../run/numbers/Defined";
import { MetricPicker } from "../run/numbers/MetricPicker";
import { metrics, type Numbered, written } from "../strings/catalogue";
import { count, decimal, dollars, UNKNOWN } from "../strings/numbers";
import { doubts } from "../strings/results";
import { strings } from "../strings/strings";
import { loadWords } from "../strings/sweep";
import { Tag } from "../ui/controls";
import { address } from "../ui/route";

const w = strings.sweep;

/** The median, or the mean with too few samples for a median. */
function typical(level: Level, metric: string): number | null {
  const spread = level.summary[metric];
  return spread?.p50 ?? spread?.mean ?? null;
}

interface Column {
  /** The number's name in the document, if it has a definition. */
  id?: string;
  name: string;
  text: (level: Level) => string;
}

const LOAD: readonly Column[] = [
  {
    name: w.load,
    text: ({ concurrency, rate: due, prompt_tokens: tokens, cached = false }) =>
      tokens
        ? loadWords({ prompt: { tokens, in_flight: concurrency ?? 1, cached } })
        : concurrency
          ? count(concurrency)
          : due
            ? w.perSecond(decimal(due, 1))
            : UNKNOWN,
  },
  { name: w.samples, text: (level) => w.ok(okOf(level), level.samples.length) },
];
const COST: Column = { name: w.cost, text: ({ cost_usd }) => dollars(cost_usd) };

/** A metric of a request has its median and its slow tail; a number of the level is a single value. */
function columnsOf({ id, short, unit, better }: Numbered): Column[] {
  if (!metrics.some((metric) => metric.id === id)) {
    const read = (level: Level) => (level as unknown as Record<string, number | null>)[id];
    return [{ id, name: short, text: (level) => written(unit, read(level)) }];
  }
  const tail = better === "higher" ? "p5" : "p95";
  return [
    { id, name: `${short} ${w.p50}`, text: (level) => written(unit, typical(level, id)) },
    { name: `${short} ${tail}`, text: (level) => written(unit, level.summary[id]?.[tail]) },
  ];
}

function okOf({ samples }: Level): number {
  return samples.filter(({ status }) => status === "ok").length;
}

function End({ level }: { level: Level }) {
  return (
    <span className="flex flex-wrap gap-1">
      {level.ended.type === "done" ? null : <Tag tone="warn">{w.ends[level.ended.type]}</Tag>}
      {level.doubts.map((doubt) => (
        <Tag key={doubt} tone="warn" advice={doubts[doubt].advice}>
          {doubts[doubt].tag}
        </Tag>
      ))}
    </span>
  );
}

function LaneLevels({ lane, columns }: { lane: Lane; columns: readonly Column[] }) {
  const { title, beside } = headingOf(lane);
  return (
    <section className="border-t border-line bg-panel">
      <h2 className="px-3 pt-2.5 text-sm font-semibold">
        {title} <span className="text-xs font-normal text-faint">{beside}</span>
      </h2>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-xs">
          <thead>
            <tr className="text-faint">
              {columns.map(({ id, name }) => (
                <th
                  key={name}
                  scope="col"
                  className="px-3 py-1.5 text-right font-normal whitespace-nowrap"
                >
                  {id ? <Defined id={id} name={name} /> : name}
                </th>
              ))}
              <th scope="col" className="px-3 py-1.5 text-left font-normal">
                {w.notes}
              </th>
            </tr>
          </thead>
          <tbody>
            {lane.levels?.map((level, index) => (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: a load that was stopped and measured again occurs twice.
                key={index}
                data-testid={`level-${level.concurrency ?? level.rate}`}
                className="border-t border-line hover:bg-raised"
              >
                {columns.map(({ name, text }) => (
                  <td key={name} className="selectable px-3 py-1 text-right whitespace-nowrap">
                    {text(level)}
                  </td>
                ))}
                <td className="min-w-56 px-3 py-1">
                  <End level={level} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function SweepLevels({ run }: { run: Run }) {
  const { metrics: chosen, isUsual } = useChosenMetrics("sweep");
  const levels = run.lanes.flatMap((lane) => lane.levels ?? []);
  // A default that no level has, such as goodput without limits, is omitted.
  const columns = chosen
    .flatMap(columnsOf)
    .filter(({ text }) => !isUsual || levels.some((level) => text(level) !== UNKNOWN));
  return (
    <>
      <div className="flex shrink-0 items-center justify-between gap-3">
        <a
          href={address("sweep", run.id)}
          data-testid="open-in-sweep"
          className="inline-flex items-center gap-1.5 self-start rounded-md border border-line-strong bg-panel px-2.5 py-1 text-xs hover:bg-raised"
        >
          <ChartSpline size={14} aria-hidden="true" />
          {strings.sweeps.openInSweep}
        </a>
        <MetricPicker surface="sweep" withLevels />
      </div>
      {run.lanes.map((lane) => (
        <LaneLevels key={lane.place} lane={lane} columns={[...LOAD, ...columns, COST]} />
      ))}
      <p className="px-1 text-xs text-faint">{w.legend}</p>
    </>
  );
}
