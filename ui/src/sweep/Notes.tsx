/** What a sweep found about each contender, and why to read its numbers with care. */

import type { Curves, LevelPoint, Step } from "../backend/backend";
import { decimal } from "../strings/numbers";
import { clauses } from "../strings/phrases";
import { doubts } from "../strings/results";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { loadsWords } from "../strings/sweep";
import { isOverLengths, type Named, named } from "./chartData";

const w = strings.sweeps;

/** Minimum number of samples for a p95. */
const LEAST_FOR_P95 = 20;

/** The notes on one level. */
function saidOf({ ended, summary, doubts: held, events }: LevelPoint): string[] {
  const told = [
    ...(events ?? []).map((event) => said(event)),
    ...held.map((doubt) => doubts[doubt].advice),
  ];
  if (ended.type === "throttled" && ended.retry_after_ms != null) {
    told.push(w.ends.retryAfter(decimal(ended.retry_after_ms / 1_000, 1)));
  } else if (ended.type !== "done") {
    told.push(w.ends[ended.type]);
  }
  const n = summary.ttft_ms?.n ?? 0;
  if (n > 0 && n < LEAST_FOR_P95) told.push(w.few);
  return told;
}

/** Each note once, with all the levels it applies to. */
function notesOf(all: readonly Named[]): string[] {
  const places = new Map<string, string[]>();
  for (const { curve, name } of all) {
    const levels = new Map<string, Step[]>();
    for (const point of curve.points) {
      for (const said of saidOf(point)) {
        levels.set(said, [...(levels.get(said) ?? []), point.step]);
      }
    }
    for (const [said, steps] of levels) {
      const isAll = steps.length > 1 && steps.length === curve.points.length;
      const at = w.atLoad(name, isAll ? w.everyLevel : loadsWords(steps));
      places.set(said, [...(places.get(said) ?? []), at]);
    }
  }
  return [...places].map(([said, at]) => w.noteAt(clauses(at), said));
}

/** What was found about each contender: what the sweep was for, so it comes first. */
export function Findings({ curves }: { curves: Curves }) {
  const all = named(curves);
  const isSought = (curves.plan.load?.capacity ?? null) !== null;
  const title = isOverLengths(curves) ? w.byLength : isSought ? w.capacities : w.knees;
  const findings = all.flatMap(({ curve, name }) =>
    curve.findings.map((finding) => w.finding(name, said(finding))),
  );
  const notes = notesOf(all).length;
  if (findings.length === 0) return null;
  const columns = findings.length > 1 ? "grid-cols-2 max-[1000px]:grid-cols-1" : "grid-cols-1";
  return (
    <section
      className="selectable border-t border-line bg-panel px-3 py-2.5 text-xs"
      data-testid="sweep-findings"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-sm font-semibold">{title}</h2>
        {notes > 0 ? (
          <button
            type="button"
            className="text-warn underline"
            data-testid="to-notes"
            onClick={() => {
              const list = document.getElementById(NOTES);
              list?.scrollIntoView({ block: "start" });
              list?.focus({ preventScroll: true });
            }}
          >
            {w.toNotes(notes)}
          </button>
        ) : null}
      </div>
      <ul className={`mt-1 grid gap-x-8 gap-y-1 text-ink ${columns}`}>
        {findings.map((finding) => (
          <li key={finding} className="max-w-[76ch]">
            {finding}
          </li>
        ))}
      </ul>
    </section>
  );
}

const NOTES = "sweep-notes";

/** Why to read the numbers with care. */
export function Notes({ curves }: { curves: Curves }) {
  const notes = notesOf(named(curves));
  if (notes.length === 0) return null;
  return (
    <section
      id={NOTES}
      tabIndex={-1}
      aria-labelledby="sweep-notes-title"
      className="selectable border-t border-line bg-panel px-3 py-2.5 text-xs"
      data-testid="sweep-notes"
    >
      <h2 id="sweep-notes-title" className="text-sm font-semibold">
        {w.notes}
      </h2>
      <ul className="mt-1 space-y-0.5 text-warn">
        {notes.map((note) => (
          <li key={note} className="max-w-[76ch]">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
