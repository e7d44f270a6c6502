/** Saved line-ups: sets of lanes by name. */

import { Bookmark } from "lucide-react";
import { Suspense, useState } from "react";
import { strings } from "../strings/strings";
import { lazy } from "../ui/lazy";
import { Popover } from "../ui/Popover";
import { tip } from "../ui/tip";

const w = strings.library;

const LineUpShelf = lazy(async () => (await import("./LineUpShelf")).LineUpShelf);

export function LineUpLibrary() {
  const [open, setOpen] = useState(false);
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
          {...tip(w.lineUpsHint)}
          className="inline-grid size-8 place-items-center rounded-md text-soft hover:bg-raised hover:text-ink"
        >
          <Bookmark size={14} aria-hidden="true" />
        </button>
      )}
    >
      <Suspense fallback={null}>
        <LineUpShelf onDone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
