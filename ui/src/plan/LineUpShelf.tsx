/** The saved line-ups, and a way to save the current one. */

import { useShelf } from "../backend/library";
import { strings } from "../strings/strings";
import { planOf, useDraft } from "./draft";
import { SaveAs, ShelfRow, ShelfSection } from "./PromptShelves";

const w = strings.library;

export function LineUpShelf({ onDone }: { onDone: () => void }) {
  const { shelf, change } = useShelf();
  const lineUp = useDraft((draft) => draft.lineUp);
  const saved = shelf?.line_ups ?? [];
  return (
    <>
      <ShelfSection title={w.saved} empty={saved.length === 0 ? w.noneSaved : null}>
        {saved.map(({ name, lanes }) => (
          <ShelfRow
            key={name}
            name={name}
            detail={`${lanes.length}: ${lanes.map(({ model }) => model).join(", ")}`}
            testId={`saved-line-up-${name}`}
            onUse={() => {
              lineUp(lanes);
              onDone();
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
    </>
  );
}
