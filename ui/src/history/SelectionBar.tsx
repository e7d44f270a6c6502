/** Actions on the selected runs. */

import { Eye, EyeOff, GitCompareArrows, Tag as TagIcon, Trash2, X } from "lucide-react";
import { useState } from "react";
import type { SearchHit } from "../backend/backend";
import { archive as w } from "../strings/history";
import { Button, IconButton } from "../ui/controls";
import { Popover } from "../ui/Popover";
import { tip } from "../ui/tip";
import { useArchive, useRunActions } from "./archive";
import { ExportMenu } from "./ExportMenu";
import { NOTHING } from "./selection";
import { TagField } from "./TagField";

function TagPopover({ ids }: { ids: string[] }) {
  const [isOpen, setOpen] = useState(false);
  const runActions = useRunActions();
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      className="p-2"
      label={w.tag}
      trigger={(opens) => (
        <Button {...opens} data-testid="tag">
          <TagIcon size={13} aria-hidden="true" />
          {w.tag}
        </Button>
      )}
    >
      <TagField
        autoFocus
        onTag={async (tag) => {
          const isKept = await runActions.tag(ids, [tag], []);
          if (isKept) setOpen(false);
          return isKept;
        }}
      />
    </Popover>
  );
}

export function SelectionBar({ runs }: { runs: readonly SearchHit[] }) {
  const { selection, setSelection } = useArchive();
  const runActions = useRunActions();
  const ids = [...selection.ids];
  if (ids.length === 0) return null;
  const areHidden = runs.some(({ row, hidden }) => hidden && selection.ids.has(row.id));
  return (
    <div
      className="flex shrink-0 items-center gap-2 border-t border-line bg-accent-wash px-4 py-1.5"
      data-testid="selection-bar"
    >
      <IconButton label={w.deselect} onClick={() => setSelection(NOTHING)}>
        <X size={14} aria-hidden="true" />
      </IconButton>
      <span className="flex-1 text-xs font-semibold" aria-live="polite">
        {w.selected(ids.length)}
      </span>
      <Button
        disabled={ids.length < 2}
        {...tip(ids.length < 2 ? w.compareHint : undefined)}
        data-testid="compare"
        onClick={() => {
          window.location.hash = `#/compare/${ids.map(encodeURIComponent).join("+")}`;
        }}
      >
        <GitCompareArrows size={13} aria-hidden="true" />
        {w.compare}
      </Button>
      <TagPopover ids={ids} />
      <ExportMenu ids={ids} />
      <Button
        {...tip(areHidden ? undefined : w.hideHint)}
        data-testid="hide-selected"
        onClick={() => {
          setSelection(NOTHING);
          void runActions.hide(ids, !areHidden);
        }}
      >
        {areHidden ? <Eye size={13} aria-hidden="true" /> : <EyeOff size={13} aria-hidden="true" />}
        {areHidden ? w.show : w.hide}
      </Button>
      <Button
        look="danger"
        data-testid="delete-selected"
        onClick={() => {
          setSelection(NOTHING);
          void runActions.remove(ids);
        }}
      >
        <Trash2 size={13} aria-hidden="true" />
        {w.delete}
      </Button>
    </div>
  );
}
