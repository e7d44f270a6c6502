/** The matrix of contenders by levels: each cell fills as samples arrive. */

import type { Cell, Curves, SweepFrame } from "../backend/backend";
import { looksOf } from "../backend/looks";
import { shortNameOf } from "../run/names";
import { feltAs } from "../strings/catalogue";
import { milliseconds } from "../strings/numbers";
import { strings } from "../strings/strings";
import { cellStates, loadWords } from "../strings/sweep";
import { LaneBadge, MiddleCut, SimulatedTag } from "../ui/controls";
import { laneColour } from "../ui/lanes";

const w = strings.sweeps.run;

const AT_WORK = ["warming", "running"];
const PLAIN = ["running", "done"];

function OneCell({ cell, look, label }: { cell: Cell; look: number; label: string }) {
  const { state, done, of, failed, throttled, ttft_p50_ms, feels } = cell;
  const isOff = state === "waiting" || state === "skipped" || state === "settling";
  const isKnown = ttft_p50_ms !== null;
  return (
    <td
      data-testid={label}
      data-state={state}
      data-done={done}
      className={`min-w-24 border-l border-line px-2 py-1.5 align-top ${AT_WORK.includes(state) ? "bg-raised" : ""}`}
    >
      <div className="flex items-baseline justify-between gap-2 whitespace-nowrap">
        <span
          className={isOff ? "text-faint" : "font-semibold"}
          title={state === "settling" ? w.settlingHint : undefined}
        >
          {isOff ? cellStates[state] : w.cell(done, of)}
        </span>
        {isOff || PLAIN.includes(state) ? null : (
          <span className={state === "warming" ? "text-faint" : "text-warn"}>
            {cellStates[state]}
          </span>
        )}
      </div>
      <div aria-hidden="true" className="mt-1 h-1 overflow-hidden rounded-full bg-sunk">
        <div
          className="h-full origin-left"
          style={{
            background: laneColour(look),
            transform: `scaleX(${of > 0 ? Math.min(1, done / of) : 0})`,
          }}
        />
      </div>
      <div className="mt-1 flex h-4 justify-between gap-2 text-2xs whitespace-nowrap text-faint">
        <span>{isOff ? "" : isKnown ? w.ttft(milliseconds(ttft_p50_ms)) : w.noTtft}</span>
        <span className="text-bad">
          {throttled > 0 ? w.throttled(throttled) : failed > 0 ? w.failed(failed) : ""}
        </span>
      </div>
      <Felt word={feltAs(feels)} />
    </td>
  );
}

/** What the median wait feels like to a reader. */
function Felt({ word }: { word: string | null }) {
  return (
    <div className="h-4 max-w-36 truncate text-2xs text-faint" title={word ?? undefined}>
      {word}
    </div>
  );
}

export function Matrix({ curves, frame }: { curves: Curves; frame: SweepFrame }) {
  const looks = looksOf(curves.lanes);
  const names = curves.lanes.map((lane) => shortNameOf(lane, curves.lanes));
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable without a mouse.
      tabIndex={0}
      aria-label={w.matrix}
      className="overflow-x-auto border-t border-line bg-panel"
    >
      <table className="w-full border-collapse text-xs" data-testid="sweep-matrix">
        <caption className="sr-only">{w.matrix}</caption>
        <thead>
          <tr className="text-faint">
            <th scope="col" className="px-3 py-1.5 text-left font-normal">
              {w.contender}
            </th>
            {frame.steps.map((step) => (
              <th
                key={loadWords(step)}
                scope="col"
                className="border-l border-line px-2 py-1.5 text-left font-normal whitespace-nowrap"
              >
                {loadWords(step)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {curves.lanes.map((lane, index) => (
            <tr key={lane.place} className="border-t border-line">
              <th scope="row" className="max-w-52 px-3 py-1.5 text-left align-top font-normal">
                <span className="flex items-center gap-2">
                  <LaneBadge look={looks[index] ?? index} />
                  <span className="min-w-0 font-semibold" title={lane.model}>
                    <MiddleCut text={names[index] ?? lane.model} among={names} />
                  </span>
                </span>
                {lane.simulated ? (
                  <SimulatedTag className="mt-1 inline-block" />
                ) : (
                  <span className="block truncate text-2xs text-faint">{lane.model}</span>
                )}
              </th>
              {frame.cells[index]?.map((cell, at) => (
                <OneCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: a level is identified only by its index.
                  key={at}
                  cell={cell}
                  look={looks[index] ?? index}
                  label={`cell-${index}-${at}`}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
