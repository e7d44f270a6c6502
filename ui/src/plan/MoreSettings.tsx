/** The settings of a race that few races change, behind one button that names those that are set. */

import { SlidersHorizontal } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { known } from "../strings/catalogue";
import { commas } from "../strings/phrases";
import { strings } from "../strings/strings";
import { lazy } from "../ui/lazy";
import { PopoverButton } from "../ui/PopoverButton";
import { useDraft } from "./draft";

const w = strings.race.more;

const RaceSettings = lazy(async () => (await import("./RaceSettings")).RaceSettings);

/** Those that are set, in words. */
function useSet(): string[] {
  const { warmup, deadline_s, until_settled, unique_prompts } = useDraft(
    useShallow(({ warmup, deadline_s, until_settled, unique_prompts }) => ({
      warmup,
      deadline_s,
      until_settled,
      unique_prompts,
    })),
  );
  return [
    warmup > 0 ? w.warmups(warmup) : null,
    until_settled ? w.until(known(until_settled).short) : null,
    unique_prompts ? w.uniqueSet : null,
    typeof deadline_s === "number" ? w.deadlineOf(deadline_s) : null,
  ].filter((each) => each !== null);
}

export function MoreSettings() {
  const set = useSet();
  return (
    <PopoverButton
      title={w.title}
      name={commas([w.title, ...set])}
      testId="more-settings"
      panelTestId="more-settings-panel"
      panel="w-[320px] p-3"
      className="min-w-0 px-1.5"
      face={
        <>
          <SlidersHorizontal size={13} aria-hidden="true" className="shrink-0" />
          {set.length > 0 ? <span className="truncate text-ink">{set.join(" · ")}</span> : null}
        </>
      }
    >
      {() => <RaceSettings />}
    </PopoverButton>
  );
}
