/** What a plan differs in from the requests that are sent, before it starts. */

import { useState } from "react";
import type { Note } from "../backend/backend";
import { begun } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Popover } from "../ui/Popover";

const w = strings.race.preflight;

/**
 * Differences between requests and plan, and models that retire soon: their number, with the details one press away.
 */
export function PlanNotes({ notes }: { notes: readonly Note[] }) {
  const [open, setOpen] = useState(false);
  if (notes.length === 0) return null;
  const lanes = new Set(notes.map(({ lane }) => lane + 1));
  const [place = 0] = lanes;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      align="end"
      title={w.notesTitle}
      testId="notes-of-plan"
      className="w-[360px] p-3"
      trigger={(opens) => (
        <button
          {...opens}
          data-testid="preflight-notes"
          className="shrink-0 truncate text-left text-warn underline decoration-dotted underline-offset-2"
        >
          {w.notes(notes.length, lanes.size, place)}
        </button>
      )}
    >
      <ul className="selectable flex flex-col gap-1.5 text-xs text-soft">
        {notes.map(({ lane, message }) => {
          const note = w.laneProblem(lane + 1, begun(said(message)));
          return <li key={note}>{note}</li>;
        })}
      </ul>
    </Popover>
  );
}
