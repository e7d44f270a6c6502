/** What a sweep says in words: where requests begin to queue, and what is to be read with care. */

import type { Curves } from "../backend/backend";
import { doubts } from "../words/results";
import { loadWords } from "../words/sweeps";
import { words } from "../words/words";
import { type Named, named } from "./chartData";

const w = words.sweeps;

/** Fewer samples than this carry no p95. */
const LEAST_FOR_P95 = 20;

function notesOf({ curve, name }: Named): string[] {
  return curve.points.flatMap(({ step, ended, ttft_ms, doubts: held }) => {
    const at = loadWords(step);
    const notes = held.map((doubt) => w.doubtNote(name, at, doubts[doubt].advice));
    if (ended.type === "throttled") notes.push(w.throttledNote(name, at));
    if (ended.type === "budget") notes.push(w.budgetNote(name, at));
    if (ended.type === "stopped") notes.push(w.stoppedNote(name, at));
    const n = ttft_ms?.n ?? 0;
    if (n > 0 && n < LEAST_FOR_P95) notes.push(w.fewNote(name, at, n));
    return notes;
  });
}

export function Notes({ curves }: { curves: Curves }) {
  const all = named(curves);
  const knees = all.flatMap(({ curve, name }) =>
    curve.knee ? [w.kneeWords(name, curve.knee)] : [],
  );
  const notes = all.flatMap(notesOf);
  return (
    <section
      className="selectable rounded-lg border border-line bg-panel px-3 py-2.5 text-xs"
      data-testid="sweep-notes"
    >
      <h2 className="text-sm font-semibold">{w.knees}</h2>
      <ul className="mt-1 space-y-0.5 text-ink">
        {(knees.length > 0 ? knees : [w.noKnee]).map((knee) => (
          <li key={knee}>{knee}</li>
        ))}
      </ul>
      {notes.length > 0 ? (
        <>
          <h2 className="mt-2.5 text-sm font-semibold">{w.notes}</h2>
          <ul className="mt-1 space-y-0.5 text-warn">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
