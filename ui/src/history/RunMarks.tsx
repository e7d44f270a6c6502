/** The annotations of the open run: star, tags, note. */

import { Star, X } from "lucide-react";
import { useState } from "react";
import { useMarks } from "../backend/queries";
import { archive as w } from "../strings/history";
import { Button, ICON_BUTTON, IconButton } from "../ui/controls";
import { useRunActions } from "./archive";
import { ExportMenu } from "./ExportMenu";
import { TagField } from "./TagField";

function Note({ id, text }: { id: string; text: string }) {
  const [draft, setDraft] = useState<string | null>(null);
  const runActions = useRunActions();
  if (draft === null) {
    return (
      <span className="flex min-w-0 items-baseline gap-2">
        {text ? (
          <span className="selectable max-h-16 overflow-y-auto text-xs whitespace-pre-wrap text-soft">
            {text}
          </span>
        ) : null}
        <Button look="quiet" size="small" data-testid="edit-note" onClick={() => setDraft(text)}>
          {text ? w.editNote : w.addNote}
        </Button>
      </span>
    );
  }
  const keep = async () => {
    if (await runActions.note(id, draft)) setDraft(null);
  };
  return (
    <span className="flex min-w-0 flex-1 items-start gap-1.5">
      <textarea
        aria-label={w.noteField}
        placeholder={w.notePlaceholder}
        value={draft}
        rows={2}
        // biome-ignore lint/a11y/noAutofocus: it opens because the user asked to write here.
        autoFocus
        data-testid="note-field"
        className="min-w-0 flex-1 resize-y rounded-md border border-line-strong bg-sunk px-2 py-1 text-xs"
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") setDraft(null);
        }}
      />
      <Button data-testid="keep-note" onClick={() => void keep()}>
        {w.keepNote}
      </Button>
      <Button look="quiet" onClick={() => setDraft(null)}>
        {w.cancelNote}
      </Button>
    </span>
  );
}

export function RunMarks({ id }: { id: string }) {
  const marks = useMarks(id);
  const runActions = useRunActions();
  if (!marks) return null;
  const { starred } = marks;
  return (
    <div
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 pl-1"
      data-testid="marks"
    >
      <span className="flex flex-wrap items-center gap-1.5">
        <IconButton
          label={w.starThis}
          aria-pressed={starred}
          data-testid="star"
          className={starred ? "text-warn" : ""}
          onClick={() => void runActions.star([id], !starred)}
        >
          <Star size={14} aria-hidden="true" fill={starred ? "currentColor" : "none"} />
        </IconButton>
        {marks.tags.map((tag) => (
          <span
            key={tag}
            className="inline-flex h-6 items-center gap-0.5 rounded-full bg-raised pr-0.5 pl-2.5 text-xs text-soft"
          >
            {`#${tag}`}
            <button
              type="button"
              aria-label={w.removeTag(tag)}
              className={`${ICON_BUTTON} size-5 rounded-full`}
              onClick={() => void runActions.tag([id], [], [tag])}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        ))}
        <TagField onTag={(tag) => runActions.tag([id], [tag], [])} />
      </span>
      <span className="flex min-w-0 flex-1">
        <Note key={id} id={id} text={marks.note} />
      </span>
      <ExportMenu ids={[id]} />
    </div>
  );
}
