/** The lanes that cannot carry the request, each with what to change: too long to stand beside the button. */

import { useState } from "react";
import type { Problem } from "../backend/backend";
import { useProviders } from "../backend/queries";
import type { PhraseId } from "../strings/engine";
import { begun } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Button, Prose } from "../ui/controls";
import { Popover } from "../ui/Popover";
import { useDraft } from "./draft";
import { dialectName } from "./request/dialectName";
import { foreign, leaveOut, leaveOutMarks } from "./request/leaveOut";

const w = strings.composer.carried;

/** Leaves out, in one press, what these lanes refuse because it is another API's own. */
function LeaveOut({ places, onDone }: { places: readonly number[]; onDone: () => void }) {
  const lanes = useDraft((draft) => draft.lanes);
  const providers = useProviders();
  const dialectOf = (place: number) => {
    const lane = lanes[place];
    const row = providers.find(({ id }) => id === lane?.provider);
    return lane?.dialect ?? row?.dialect ?? null;
  };
  const named = places.flatMap((place) => {
    const dialect = foreign(place, dialectOf);
    return dialect ? [{ place, dialect }] : [];
  });
  const [first] = named;
  if (!first) return null;
  return (
    <Button
      size="small"
      className="mb-3"
      data-testid="leave-out"
      onClick={() => {
        leaveOut(named.map(({ place }) => place));
        onDone();
      }}
    >
      {w.leaveOut(dialectName(first.dialect), named.length)}
    </Button>
  );
}

/** What is said of a lane that cannot carry a cache mark, or not for so long. */
const OF_MARKS = [
  "uncarried.cache_mark",
  "uncarried.undocumented_mark",
  "uncarried.cache_time",
] as const satisfies readonly PhraseId[];

/** Leaves out, in one press, the cache marks that these lanes refuse. */
function LeaveOutMarks({ problems, onDone }: { problems: readonly Problem[]; onDone: () => void }) {
  const refused = problems.filter(({ message }) => OF_MARKS.some((id) => id === message.id));
  const places = [...new Set(refused.map(({ lane }) => lane ?? 0))];
  if (places.length === 0) return null;
  return (
    <Button
      size="small"
      className="mb-3"
      data-testid="leave-out-marks"
      onClick={() => {
        leaveOutMarks(places);
        onDone();
      }}
    >
      {w.leaveOutMarks(places.length)}
    </Button>
  );
}

export function LaneProblems({ problems }: { problems: readonly Problem[] }) {
  const [open, setOpen] = useState(false);
  const places = [...new Set(problems.map(({ lane }) => lane ?? 0))];
  const [place = 0] = places;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      align="end"
      title={w.title}
      testId="lane-problems"
      className="max-h-[60vh] w-[420px] overflow-y-auto p-3"
      trigger={(opens) => (
        <button
          {...opens}
          data-testid="preflight-problems"
          className="text-left text-warn underline decoration-dotted underline-offset-2"
        >
          {places.length > 1 ? w.lanes(places.length) : w.one(place + 1)}
        </button>
      )}
    >
      <LeaveOut places={places} onDone={() => setOpen(false)} />
      <LeaveOutMarks problems={problems} onDone={() => setOpen(false)} />
      <ul className="selectable flex flex-col gap-2 text-xs text-soft">
        {problems.map(({ lane, message }) => {
          const text = strings.race.preflight.laneProblem((lane ?? 0) + 1, begun(said(message)));
          return (
            <li key={text}>
              <Prose text={text} />
            </li>
          );
        })}
      </ul>
    </Popover>
  );
}
