/** The lanes that cannot carry the request, each with what to change: too long to stand beside the button, or with what can be left out. */

import { useMemo, useState } from "react";
import type { Phrase, Problem } from "../backend/backend";
import { useProviders } from "../backend/queries";
import type { PhraseId } from "../strings/engine";
import { begun } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Button, Prose } from "../ui/controls";
import { Popover } from "../ui/Popover";
import { useDraft } from "./draft";
import { dialectName } from "./request/dialectName";
import { foreign, isNowhere, leaveOut, leaveOutMarks, marked } from "./request/leaveOut";

const w = strings.composer.carried;

/** What is said of a lane that cannot carry a cache mark, or not for so long. */
const OF_MARKS = [
  "uncarried.cache_mark",
  "uncarried.undocumented_mark",
  "uncarried.cache_time",
] as const satisfies readonly PhraseId[];

const OF_ROWS = "plan.of_rows" satisfies PhraseId;

/** What a lane refuses, also where it is said of some prompts of a set. */
function refusalOf(message: Phrase): string | undefined {
  const said = message.id === OF_ROWS ? message.values.said : null;
  return said?.type === "phrase" ? said.value.id : message.id;
}

/** Where what these lanes refuse can be left out: another API's own, and cache marks. */
export function useLeavable(problems: readonly Problem[]) {
  const draft = useDraft();
  const providers = useProviders();
  return useMemo(() => {
    const dialectOf = (place: number) => {
      const lane = draft.lanes[place];
      const row = providers.find(({ id }) => id === lane?.provider);
      return lane?.dialect ?? row?.dialect ?? null;
    };
    const isOfMarks = ({ message }: Problem) => OF_MARKS.some((id) => id === refusalOf(message));
    const unmarkable = marked(placesOf(problems.filter(isOfMarks)));
    return {
      own: foreign(placesOf(problems), dialectOf),
      marks: problems.some(isOfMarks) && !isNowhere(unmarkable) ? unmarkable : null,
    };
  }, [problems, draft, providers]);
}

function placesOf(problems: readonly Problem[]): number[] {
  return [...new Set(problems.map(({ lane }) => lane ?? 0))];
}

/** Leaves out, in one press, what lanes refuse. */
function LeaveOut({ problems, onDone }: { problems: readonly Problem[]; onDone: () => void }) {
  const { own, marks } = useLeavable(problems);
  const button = (id: string, text: string, leave: () => void) => (
    <Button
      size="small"
      className="mb-3"
      data-testid={id}
      onClick={() => {
        leave();
        onDone();
      }}
    >
      {text}
    </Button>
  );
  const ofOwn = ({ lanes, rows, dialect }: NonNullable<typeof own>) => {
    const name = dialectName(dialect);
    return rows.length > 0 ? w.leaveOutOfRows(name, rows.length) : w.leaveOut(name, lanes.length);
  };
  const ofMarks = ({ lanes, rows }: NonNullable<typeof marks>) =>
    rows.length > 0 ? w.leaveOutMarksOfRows(rows.length) : w.leaveOutMarks(lanes.length);
  return (
    <>
      {own ? button("leave-out", ofOwn(own), () => leaveOut(own)) : null}
      {marks ? button("leave-out-marks", ofMarks(marks), () => leaveOutMarks(marks)) : null}
    </>
  );
}

export function LaneProblems({ problems }: { problems: readonly Problem[] }) {
  const [open, setOpen] = useState(false);
  const places = placesOf(problems);
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
      <LeaveOut problems={problems} onDone={() => setOpen(false)} />
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
