/** A sweep's levels in a table, contender by contender. */

import { ChartSpline } from "lucide-react";
import type { Lane, Level, Run } from "../backend/backend";
import { titleOf } from "../run/names";
import { Defined } from "../run/numbers/Defined";
import {
  count,
  decimal,
  dollars,
  durationWithUnit,
  milliseconds,
  rate,
  UNKNOWN,
} from "../strings/numbers";
import { doubts } from "../strings/results";
import { strings } from "../strings/strings";
import { Tag } from "../ui/controls";
import { address } from "../ui/route";

const w = strings.sweep;

/** The median, or the mean where too few samples carry one. */
function typical(level: Level, metric: string): number | null {
  const spread = level.summary[metric];
  return spread?.p50 ?? spread?.mean ?? null;
}

interface Column {
  /** The number's name in the document, where it has a definition. */
  id?: string;
  name: string;
  text: (level: Level) => string;
}

const COLUMNS: readonly Column[] = [
  {
    name: w.load,
    text: ({ concurrency, rate: due }) =>
      concurrency ? count(concurrency) : due ? w.perSecond(decimal(due, 1)) : UNKNOWN,
  },
  { name: w.samples, text: (level) => w.ok(okOf(level), level.samples.length) },
  {
    id: "ttft_ms",
    name: `TTFT ${w.p50}`,
    text: (level) => milliseconds(typical(level, "ttft_ms")),
  },
  { name: w.p95, text: (level) => milliseconds(level.summary.ttft_ms?.p95) },
  {
    id: "decode_tps",
    name: `${w.tps} ${w.p50}`,
    text: (level) => rate(typical(level, "decode_tps")),
  },
  { name: w.p5, text: (level) => rate(level.summary.decode_tps?.p5) },
  {
    id: "latency_ms",
    name: w.total,
    text: (level) => durationWithUnit(typical(level, "latency_ms")),
  },
  { id: "sys_output_tps", name: w.system, text: ({ sys_output_tps }) => rate(sys_output_tps) },
  { id: "rps", name: w.rps, text: ({ rps }) => rate(rps) },
  {
    id: "good_fraction",
    name: w.good,
    text: ({ good_fraction }) =>
      good_fraction === null || good_fraction === undefined
        ? UNKNOWN
        : w.share(decimal(good_fraction * 100, 0)),
  },
  { id: "cost_usd", name: w.cost, text: ({ cost_usd }) => dollars(cost_usd) },
];

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

function LaneLevels({ lane }: { lane: Lane }) {
  return (
    <section className="rounded-lg border border-line bg-panel">
      <h2 className="px-3 pt-2.5 text-sm font-semibold">{titleOf(lane)}</h2>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-xs">
          <thead>
            <tr className="text-faint">
              {COLUMNS.map(({ id, name }) => (
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
                // biome-ignore lint/suspicious/noArrayIndexKey: a load that was stopped and measured again comes twice.
                key={index}
                data-testid={`level-${level.concurrency ?? level.rate}`}
                className="border-t border-line hover:bg-raised"
              >
                {COLUMNS.map(({ name, text }) => (
                  <td key={name} className="selectable px-3 py-1 text-right whitespace-nowrap">
                    {text(level)}
                  </td>
                ))}
                <td className="px-3 py-1">
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
  return (
    <>
      <a
        href={address("sweep", run.id)}
        data-testid="open-in-sweep"
        className="inline-flex items-center gap-1.5 self-start rounded-md border border-line-strong bg-panel px-2.5 py-1 text-xs hover:bg-raised"
      >
        <ChartSpline size={14} aria-hidden="true" />
        {strings.sweeps.openInSweep}
      </a>
      {run.lanes.map((lane) => (
        <LaneLevels key={lane.place} lane={lane} />
      ))}
      <p className="px-1 text-xs text-faint">{w.legend}</p>
    </>
  );
}
