/** Saved line-ups: sets of lanes by name. */

import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useShelf } from "../backend/library";
import { strings } from "../strings/strings";
import { Popover } from "../ui/Popover";
import { planOf, useDraft } from "./draft";
import { SaveAs, ShelfRow, ShelfSection } from "./PromptLibrary";

const w = strings.library;

export function LineUpLibrary() {
  const [open, setOpen] = useState(false);
  const { shelf, change } = useShelf();
  const lineUp = useDraft((draft) => draft.lineUp);
  const saved = shelf?.line_ups ?? [];
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={w.lineUpsHint}
      testId="line-up-shelf"
      className="max-h-[min(420px,var(--available-height))] w-[400px] overflow-y-auto p-2"
      trigger={(opens) => (
        <button
          {...opens}
          data-testid="line-ups"
          aria-label={w.lineUps}
          title={w.lineUpsHint}
          className="inline-grid size-8 place-items-center rounded-md text-soft hover:bg-raised hover:text-ink"
        >
          <Bookmark size={14} aria-hidden="true" />
        </button>
      )}
    >
      <ShelfSection title={w.saved} empty={saved.length === 0 ? w.noneSaved : null}>
        {saved.map(({ name, lanes }) => (
          <ShelfRow
            key={name}
            name={name}
            detail={`${lanes.length}: ${lanes.map(({ model }) => model).join(", ")}`}
            testId={`saved-line-up-${name}`}
            onUse={() => {
              lineUp(lanes);
              setOpen(false);
            }}
            onForget={() => void change((backend) => backend.forgetLineUp(name))}
          />
        ))}
      </ShelfSection>
      <SaveAs
        label={w.saveLineUpAs}
        testId="save-line-up"
        onSave={(name) => {
          const { lanes } = planOf(useDraft.getState());
          void change((backend) => backend.saveLineUp({ name, lanes }));
        }}
      />
    </Popover>
  );
}
