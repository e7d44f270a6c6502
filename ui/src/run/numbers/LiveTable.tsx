/** The table of a running race. When it is over, the complete table replaces it. */

import { commas } from "../../strings/phrases";
import { phases, statuses } from "../../strings/results";
import { strings } from "../../strings/strings";
import { LaneBadge } from "../../ui/controls";
import { figuresOf } from "../figures";
import { shortNameOf } from "../names";
import type { LiveLane, Race } from "../race";
import { rightnessOf } from "../right";

const w = strings.lane;

/** What a lane does or how it ended, and whether its answer is right. */
function storyOf({ sample, phase }: LiveLane): string {
  if (!sample) return phases[phase];
  const found = rightnessOf(sample);
  const ended = statuses[sample.status];
  return found === null ? ended : commas([ended, strings.checks.verdicts[found]]);
}

export function LiveTable({ race }: { race: Race }) {
  const columns = [w.tps, w.ttft, w.elapsed, w.tokens, w.cost];
  return (
    <div className="min-h-0 flex-1 overflow-auto border-t border-line bg-panel">
      <table className="w-full border-collapse text-xs" data-testid="live-table">
        <caption className="sr-only">{strings.numbersTable.caption}</caption>
        <thead>
          <tr className="text-faint">
            <th scope="col" className="px-3 py-2 text-left font-normal">
              {strings.lineup.label}
            </th>
            <th scope="col" className="px-3 py-2 text-left font-normal">
              {strings.numbersTable.status}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 text-right font-normal">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {race.lanes.map((lane) => {
            const { tps, ttft, total, tokens, cost } = figuresOf(lane, race);
            return (
              <tr key={lane.place} className="border-t border-line">
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  <span className="flex items-center gap-2">
                    <LaneBadge look={lane.look} />
                    {shortNameOf(lane, race.lanes)}
                  </span>
                </th>
                <td className="px-3 py-1.5 text-soft">{storyOf(lane)}</td>
                {[tps, ttft, total, tokens, cost].map((figure) => (
                  <td key={figure.label} className="px-3 py-1.5 text-right">
                    {figure.text}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
