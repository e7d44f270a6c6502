/** The checks that the draft carries, each of which can be removed: an answer is never checked unseen. */

import { ListChecks } from "lucide-react";
import type { Check } from "../../backend/backend";
import { strings } from "../../strings/strings";
import { tip } from "../../ui/tip";
import { noteWithUndo } from "../../ui/toasts";
import { useDraft } from "../draft";
import { CheckList } from "./CheckList";

const w = strings.checks;
const NONE: readonly Check[] = [];

function remove(at: number): void {
  const { checks: before = [], share } = useDraft.getState();
  share({ checks: before.toSpliced(at, 1) });
  noteWithUndo(w.removed, { label: w.undo, run: () => share({ checks: before }) });
}

export function DraftChecks() {
  const checks = useDraft((draft) => draft.checks ?? NONE);
  return (
    <div
      data-testid="draft-checks"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-3 py-1.5 text-xs text-soft"
    >
      <button type="button" className="flex items-center gap-1.5" {...tip(w.composer)}>
        <ListChecks size={13} aria-hidden="true" />
        {w.number(checks.length)}
      </button>
      <CheckList checks={checks} testId="remove-check" onRemove={remove} />
    </div>
  );
}
