/** Recent prompts, presets, and saved prompts. */

import { useQueryClient } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { SHELF } from "../backend/library";
import { useRaceStore } from "../run/raceStore";
import { strings } from "../strings/strings";
import { lazy } from "../ui/lazy";
import { Popover } from "../ui/Popover";
import { tip } from "../ui/tip";

const w = strings.library;

const PromptShelves = lazy(async () => (await import("./PromptShelves")).PromptShelves);

export function PromptLibrary() {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const busy = useRaceStore((racing) => racing.busy);
  // Every race that starts is remembered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start or end of a race is only a trigger.
  useEffect(() => void client.invalidateQueries({ queryKey: SHELF }), [busy, client]);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      label={w.promptsHint}
      testId="prompt-shelf"
      className="max-h-[min(520px,var(--available-height))] w-[520px] max-w-[90vw] overflow-y-auto p-2"
      trigger={(opens) => (
        <button
          {...opens}
          data-testid="prompts"
          {...tip(w.promptsHint)}
          className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-xs text-soft hover:bg-raised hover:text-ink"
        >
          <BookOpen size={13} aria-hidden="true" />
          {w.prompts}
        </button>
      )}
    >
      <Suspense fallback={null}>
        <PromptShelves onDone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
