/** The settings of a race that few races change, behind one button that names those that are set. */

import { SlidersHorizontal } from "lucide-react";
import { Suspense, useState } from "react";
import { known } from "../strings/catalogue";
import { commas } from "../strings/phrases";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { lazy } from "../ui/lazy";
import { Popover } from "../ui/Popover";
import { tip } from "../ui/tip";
import { useDraft } from "./draft";

const w = strings.race.more;

const RaceSettings = lazy(async () => (await import("./RaceSettings")).RaceSettings);

/** Those that are set, in words. */
function useSet(): string[] {
  const { warmup, deadline_s, until_settled, unique_prompts } = useDraft();
  return [
    warmup > 0 ? w.warmups(warmup) : null,
    until_settled ? w.until(known(until_settled).short) : null,
    unique_prompts ? w.uniqueSet : null,
    typeof deadline_s === "number" ? w.deadlineOf(deadline_s) : null,
  ].filter((each) => each !== null);
}

export function MoreSettings() {
  const [open, setOpen] = useState(false);
  const set = useSet();
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      align="start"
      title={w.title}
      testId="more-settings-panel"
      className="w-[320px] p-3"
      trigger={(opens) => (
        <Button
          {...opens}
          {...tip(w.title, { side: "bottom" })}
          aria-label={commas([w.title, ...set])}
          look="quiet"
          size="small"
          className="min-w-0 px-1.5"
          data-testid="more-settings"
        >
          <SlidersHorizontal size={13} aria-hidden="true" className="shrink-0" />
          {set.length > 0 ? <span className="truncate text-ink">{set.join(" · ")}</span> : null}
        </Button>
      )}
    >
      <Suspense fallback={null}>
        <RaceSettings />
      </Suspense>
    </Popover>
  );
}
