/** Says that a race asks a set of prompts, as one that is run again may, and lets it go. */

import { ListOrdered, X } from "lucide-react";
import { strings } from "../strings/strings";
import { IconButton } from "../ui/controls";
import { useDraft } from "./draft";

const w = strings.checks;

export function PromptSetNote() {
  const set = useDraft((draft) => draft.set ?? null);
  const share = useDraft((draft) => draft.share);
  if (!set) return null;
  return (
    <div
      data-testid="prompt-set"
      className="flex items-center gap-1.5 border-t border-line px-3 py-1.5 text-xs text-soft"
    >
      <ListOrdered size={13} aria-hidden="true" />
      <span className="min-w-0 flex-1">{w.asksSet}</span>
      <IconButton
        label={w.removeSet}
        className="size-5!"
        data-testid="remove-prompt-set"
        onClick={() => share({ set: null })}
      >
        <X size={11} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
