/** What the user says of one answer of a kept run: good or bad, and a note. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { type Annotations, type AnswerMark, useBackend, type Vote } from "../../backend/backend";
import { keys, useMarks } from "../../backend/queries";
import { strings } from "../../strings/strings";
import { Button, ICON_BUTTON } from "../../ui/controls";
import { explain } from "../../ui/explain";
import { Popover } from "../../ui/Popover";
import { tip } from "../../ui/tip";

const w = strings.lane.vote;

const VOTES = [
  { vote: "good", label: w.good, Icon: ThumbsUp },
  { vote: "bad", label: w.bad, Icon: ThumbsDown },
] as const;

interface AnswerVoteProps {
  /** The id of the run, which is in the history. */
  run: string;
  lane: number;
  round: number;
  /** Whose answer it is. */
  name: string;
  testId: string;
}

function told({ vote, note }: AnswerMark): string {
  if (vote) return w.voted(vote === "good", note ?? "");
  return note ? w.noted(note) : w.none;
}

export function AnswerVote({ run, lane, round, name, testId }: AnswerVoteProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const marks = useMarks(run);
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<string | null>(null);
  const isThis = (mark: AnswerMark) => mark.lane === lane && mark.round === round;
  const of = (marks: Annotations | undefined): AnswerMark =>
    marks?.answers?.find(isThis) ?? { lane, round, note: "" };
  // A press on a vote first takes the focus from the note, so that what is kept is newer than what is drawn.
  const marked = () => of(client.getQueryData(keys.marks(run)));
  const keep = useMutation({
    mutationFn: (next: AnswerMark) => backend.voteAnswer(run, next),
    scope: { id: `votes ${run}` },
    onMutate: (next) =>
      client.setQueryData(keys.marks(run), (marks: Annotations | undefined) =>
        marks
          ? { ...marks, answers: [...(marks.answers ?? []).filter((mark) => !isThis(mark)), next] }
          : marks,
      ),
    onError: explain,
    onSettled: () => client.invalidateQueries({ queryKey: keys.runs }),
  });
  const keepNote = () => {
    setDraft(null);
    const mark = marked();
    if (draft !== null && draft.trim() !== mark.note) keep.mutate({ ...mark, note: draft.trim() });
  };
  if (!marks) return null;
  const mark = of(marks);
  const isDown = mark.vote === "bad";
  const Icon = isDown ? ThumbsDown : ThumbsUp;
  const turn = (vote: Vote) => {
    const { vote: before, ...rest } = marked();
    // The note as it is written now goes with the vote.
    const note = draft ?? rest.note ?? "";
    setDraft(null);
    keep.mutate(before === vote ? { ...rest, note } : { ...rest, note, vote });
  };
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) keepNote();
      }}
      side="top"
      align="end"
      label={w.title(name)}
      testId={`${testId}-panel`}
      className="flex w-72 flex-col gap-2 p-3"
      trigger={(opens) => (
        <button
          {...opens}
          aria-label={told(mark)}
          {...tip(told(mark))}
          data-testid={testId}
          data-vote={mark.vote ?? ""}
          className={`${ICON_BUTTON} ${mark.vote || mark.note ? "text-ink" : ""}`}
        >
          <Icon size={13} aria-hidden="true" fill={mark.vote ? "currentColor" : "none"} />
        </button>
      )}
    >
      <p className="text-xs text-soft">{w.title(name)}</p>
      <div className="flex gap-2">
        {VOTES.map(({ vote, label, Icon }) => (
          <Button
            key={vote}
            size="small"
            aria-pressed={mark.vote === vote}
            data-testid={`${testId}-${vote}`}
            className="flex-1 justify-center"
            onClick={() => turn(vote)}
          >
            <Icon
              size={13}
              aria-hidden="true"
              fill={mark.vote === vote ? "currentColor" : "none"}
            />
            {label}
          </Button>
        ))}
      </div>
      <textarea
        aria-label={w.note}
        placeholder={w.note}
        rows={3}
        value={draft ?? mark.note ?? ""}
        data-testid={`${testId}-note`}
        className="min-w-0 resize-y rounded-md border border-line-strong bg-sunk px-2 py-1 text-xs"
        onChange={({ target }) => setDraft(target.value)}
        onBlur={keepNote}
      />
      <p className="text-2xs text-faint">{w.hint}</p>
    </Popover>
  );
}
