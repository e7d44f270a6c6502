/** What the draft carries beside its prompt: its attachments, and the rest in one line with the way to it. */

import { X } from "lucide-react";
import { NOTHING, UNATTACHED } from "../../run/request/payload";
import { Summary } from "../../run/request/Summary";
import { request } from "../../strings/request";
import { Button, IconButton } from "../../ui/controls";
import { noteWithUndo } from "../../ui/toasts";
import { useDraft, writtenIn } from "../draft";
import { Attachments } from "./Attachments";
import { useRequestUi } from "./requestStore";

const w = request;

/** Makes the draft a plain prompt again. */
function clear(): void {
  const draft = useDraft.getState();
  const before = writtenIn(draft);
  draft.share({ payload: NOTHING, attached: UNATTACHED });
  noteWithUndo(w.cleared, { label: w.undo, run: () => useDraft.setState(before) });
}

export function RequestStrip() {
  const attached = useDraft((draft) => draft.attached);
  const payload = useDraft((draft) => draft.payload) ?? NOTHING;
  const share = useDraft((draft) => draft.share);
  const edit = useRequestUi((ui) => ui.edit);
  return (
    <div
      data-testid="request-strip"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-3 py-1.5 text-xs text-soft"
    >
      <Attachments attached={attached} onChange={(next) => share({ attached: next })} />
      <span className="min-w-0 truncate" data-testid="request-summary">
        <Summary payload={payload} />
      </span>
      <span className="ml-auto flex items-center gap-1">
        <Button
          look="quiet"
          size="small"
          className="text-accent"
          data-testid="view-sent"
          onClick={() => edit("sent")}
        >
          {w.tabs.sent}
        </Button>
        <Button
          look="quiet"
          size="small"
          className="text-accent"
          data-testid="edit-strip"
          onClick={() => edit()}
        >
          {w.edit}
        </Button>
        <IconButton label={w.clear} side="bottom" data-testid="clear-request" onClick={clear}>
          <X size={12} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  );
}
