/** Says that a race asks a set of prompts, shows them, and lets them go. */

import { ListOrdered, X } from "lucide-react";
import type { Row } from "../backend/backend";
import { useWorkloads } from "../backend/queries";
import { firstWords, NOTHING } from "../run/request/payload";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { suiteNames } from "../strings/sweep";
import { IconButton, Prose } from "../ui/controls";
import { PopoverButton } from "../ui/PopoverButton";
import { noteWithUndo } from "../ui/toasts";
import { titleOf } from "./checks/titleOf";
import { useDraft } from "./draft";
import { useSetNotes } from "./promptSets";

const w = strings.checks;

/** Prompts that are listed; nobody looks through more of them here. */
const MOST_LISTED = 200;
/** Characters that are shown of each. */
const SHOWN = 160;

/** The beginning of what a row asks. */
function asked({ prompt, payload }: Row): string {
  const text = firstWords({ prompt, payload: payload ?? NOTHING });
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function Listed({ rows }: { rows: readonly Row[] }) {
  const more = rows.length - MOST_LISTED;
  return (
    <>
      <ol className="selectable flex flex-col gap-1.5 text-xs">
        {rows.slice(0, MOST_LISTED).map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may share a name, and the list does not change.
          <li key={at} className="flex gap-2">
            <span className="w-24 shrink-0 truncate text-faint" title={row.name}>
              {row.name}
            </span>
            <span className="min-w-0 flex-1 break-words">
              {asked(row)}
              {(row.checks ?? []).map((check, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a check is its place in its row.
                <span key={place} className="block text-faint" data-testid="row-check">
                  {titleOf(check)}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
      {more > 0 ? <p className="mt-2 text-2xs text-faint">{w.moreOfSet(more)}</p> : null}
    </>
  );
}

/** Asks the prompt above again, once: as many rounds as a set has prompts would ask it as often. */
function letGo(): void {
  const { set, repeat, share } = useDraft.getState();
  share({ set: null, repeat: 1 });
  noteWithUndo(w.removedSet, { label: w.undo, run: () => share({ set, repeat }) });
}

export function PromptSetNote() {
  const set = useDraft((draft) => draft.set ?? null);
  const rounds = useDraft((draft) => draft.repeat);
  const read = useSetNotes();
  const suites = useWorkloads().data?.suites ?? [];
  if (!set) return null;
  const rows = set.type === "rows" ? set.rows : null;
  const suite = set.type === "suite" ? set.suite : null;
  const checked = (rows ?? []).filter(({ checks = [] }) => checks.length > 0).length;
  const many = rows?.length ?? suites.find((each) => each.suite === suite)?.rows ?? null;
  const notes = read.set === set ? read.notes : [];
  return (
    <div
      data-testid="prompt-set"
      className="flex items-center gap-1.5 border-t border-line px-3 py-1.5 text-xs text-soft"
    >
      <ListOrdered size={13} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1">
        {w.asksSet(many, rounds, suite && suiteNames[suite])}
        {rows ? ` ${w.checkedOfSet(checked, rows.length)}` : null}
        {notes
          .map((each) => said(each))
          .map((note) => (
            <span key={note} className="selectable block text-faint" data-testid="set-note">
              <Prose text={note} />
            </span>
          ))}
      </span>
      {rows ? (
        <PopoverButton
          title={w.promptsOfSet}
          name={w.showSet}
          testId="show-prompt-set"
          panelTestId="prompt-set-list"
          panel="w-[460px] max-h-80 overflow-y-auto p-3"
          className="px-1.5 text-accent"
          face={w.showSet}
        >
          {() => <Listed rows={rows} />}
        </PopoverButton>
      ) : null}
      <IconButton
        label={w.removeSet}
        className="size-5!"
        data-testid="remove-prompt-set"
        onClick={letGo}
      >
        <X size={11} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
