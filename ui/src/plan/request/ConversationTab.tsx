/** The conversation: the system prompt, the turns, and the prompt with what is attached to it. */

import { ArrowDown, ArrowUp, Paperclip, Pencil, Plus, Trash2 } from "lucide-react";
import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type Turn, useBackend } from "../../backend/backend";
import { TurnList, TurnPreview, TurnRow } from "../../run/request/TurnList";
import { request } from "../../strings/request";
import { strings } from "../../strings/strings";
import { Button, IconButton } from "../../ui/controls";
import { useFileDrop, useFilePicker } from "../../ui/files";
import { LongText } from "../../ui/LongText";
import { noteWithUndo } from "../../ui/toasts";
import { Attachments } from "./Attachments";
import { partOfFile } from "./attach";
import type { Subject } from "./subject";
import { freshTurn, TurnEditor } from "./TurnEditor";

const w = request;

const AREA = "w-full resize-y rounded-md border border-line bg-sunk text-sm leading-5";

function Prompt({ subject }: { subject: Subject }) {
  const backend = useBackend();
  const { prompt, attached, payload, change } = subject;
  const add = (file: File) =>
    void partOfFile(backend, file).then((part) => {
      if (!part) return;
      const parts = [...attached.parts, part];
      change({
        attached: {
          parts,
          textAt: attached.textAt === attached.parts.length ? parts.length : attached.textAt,
        },
      });
    });
  const { isOver, handlers } = useFileDrop(add);
  const { field, open } = useFilePicker({
    label: w.parts.file,
    testId: "sheet-attachment",
    onFile: add,
  });
  return (
    <div className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 border-t border-line py-2.5 max-[640px]:grid-cols-1">
      <p className="text-xs font-semibold">{strings.race.prompt}</p>
      <div {...handlers} className="flex flex-col gap-2">
        <LongText
          label={strings.race.prompt}
          testId="request-prompt"
          className={`${AREA} h-28 ${isOver ? "border-accent" : ""}`}
          inset="px-3! py-2!"
          value={prompt}
          placeholder={strings.race.promptHint}
          onText={(text) => change({ prompt: text })}
        />
        <Attachments attached={attached} onChange={(next) => change({ attached: next })} />
        <div className="flex items-center gap-3">
          <Button size="small" data-testid="attach-in-sheet" onClick={open}>
            <Paperclip size={12} aria-hidden="true" />
            {w.parts.file}
          </Button>
          {field}
          {(payload.turns ?? []).length > 0 ? (
            <p className="text-2xs text-faint">{w.promptEnd}</p>
          ) : null}
        </div>
      </div>
    </div>
  );
}

interface TurnActionsProps {
  at: number;
  last: number;
  onEdit: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function TurnActions({ at, last, onEdit, onMove, onRemove }: TurnActionsProps) {
  return (
    <span className="flex shrink-0 opacity-60 group-focus-within:opacity-100 group-hover:opacity-100">
      <IconButton label={w.editTurn(at + 1)} data-testid={`edit-turn-${at}`} onClick={onEdit}>
        <Pencil size={12} aria-hidden="true" />
      </IconButton>
      <IconButton label={w.up(at + 1)} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <ArrowUp size={12} aria-hidden="true" />
      </IconButton>
      <IconButton label={w.down(at + 1)} disabled={at === last} onClick={() => onMove(at + 1)}>
        <ArrowDown size={12} aria-hidden="true" />
      </IconButton>
      <IconButton label={w.removeTurn(at + 1)} data-testid={`remove-turn-${at}`} onClick={onRemove}>
        <Trash2 size={12} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

interface Acts {
  edit: (at: number) => void;
  move: (at: number, to: number) => void;
  remove: (at: number) => void;
}

/** A turn that is not edited. It is drawn again only if it changes: while the turns are scrolled, all in view would be. */
const ClosedTurn = memo(function ClosedTurn(props: {
  turn: Turn;
  at: number;
  last: number;
  acts: Acts;
}) {
  const { turn, at, last, acts } = props;
  return (
    <div className="group flex items-start gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the pencil beside it does the same by key. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same. */}
      <div className="min-w-0 flex-1 cursor-text" onClick={() => acts.edit(at)}>
        <TurnPreview turn={turn} />
      </div>
      <TurnActions
        at={at}
        last={last}
        onEdit={() => acts.edit(at)}
        onMove={(to) => acts.move(at, to)}
        onRemove={() => acts.remove(at)}
      />
    </div>
  );
});

/** The same acts for as long as the list is shown, whatever they do by now. */
function useActs(now: Acts): Acts {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  return useMemo(
    () => ({
      edit: (at) => latest.current.edit(at),
      move: (at, to) => latest.current.move(at, to),
      remove: (at) => latest.current.remove(at),
    }),
    [],
  );
}

const NO_TURNS: Turn[] = [];

/** Rows above the turns: the system prompt. */
const ABOVE = 1;

export function ConversationTab({ subject }: { subject: Subject }) {
  const { system, payload, change } = subject;
  const turns = payload.turns ?? NO_TURNS;
  const [open, setOpen] = useState<number | null>(null);
  const [reveals, setReveals] = useState<number | null>(null);
  // The system prompt, if there is one, is the first turn of the conversation.
  const first = system?.trim() ? 2 : 1;
  const setTurns = (next: Turn[]) => change({ payload: { ...payload, turns: next } });
  const add = () => {
    const role = turns.at(-1)?.role === "user" ? "assistant" : "user";
    setTurns([...turns, freshTurn(role)]);
    setOpen(turns.length);
    setReveals(turns.length + ABOVE + 1);
  };
  const move = (from: number, to: number) => {
    const turn = turns[from];
    if (turn) setTurns(turns.toSpliced(from, 1).toSpliced(to, 0, turn));
  };
  const remove = (at: number) => {
    setTurns(turns.toSpliced(at, 1));
    setOpen(null);
    noteWithUndo(w.removedTurn, { label: w.undo, run: () => change({ payload }) });
  };
  const acts = useActs({ edit: setOpen, move, remove });
  const row = (index: number) => {
    if (index === 0)
      return (
        <div className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-4 py-2.5 max-[640px]:grid-cols-1">
          <p className="text-xs font-semibold">{strings.race.system}</p>
          <LongText
            label={strings.race.system}
            testId="request-system"
            className={`${AREA} h-20`}
            inset="px-3! py-2!"
            placeholder={strings.race.systemHint}
            value={system ?? ""}
            onText={(text) => change({ system: text })}
          />
        </div>
      );
    const at = index - ABOVE;
    const turn = turns[at];
    if (turn)
      return (
        <TurnRow turn={turn} number={at + first}>
          {open === at ? (
            <TurnEditor
              turn={turn}
              at={at}
              onTurn={(next) => setTurns(turns.with(at, next))}
              onDone={() => setOpen(null)}
            />
          ) : (
            <ClosedTurn turn={turn} at={at} last={turns.length - 1} acts={acts} />
          )}
        </TurnRow>
      );
    if (at === turns.length)
      return (
        <div className="border-t border-line py-2 pl-[104px] max-[640px]:pl-0">
          <Button size="small" data-testid="add-turn" onClick={add}>
            <Plus size={12} aria-hidden="true" />
            {w.addTurn}
          </Button>
        </div>
      );
    return <Prompt subject={subject} />;
  };
  return (
    <TurnList
      count={turns.length + ABOVE + 2}
      row={row}
      keyOf={(index) => index}
      reveals={reveals}
      className="pr-3"
    />
  );
}
