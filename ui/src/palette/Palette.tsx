/** The command palette: actions with their keys, screens, runs, providers, models, settings. */

import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useState } from "react";
import { useProviders, useRuns } from "../backend/queries";
import { useDraft } from "../plan/draft";
import { strings } from "../strings/strings";
import { Combobox } from "../ui/Combobox";
import { Keys } from "../ui/controls";
import { type Meaning, TAKES_KEYS } from "../ui/keyboard";
import { useChangePreferences, useShortcuts } from "../ui/preferences";
import { go } from "../ui/route";
import { useTour } from "../ui/tour";
import { type Entry, entriesOf, search } from "./entries";
import { reach } from "./places";

const w = strings.palette;

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  act: (meant: Meaning) => void;
}

function Line({ entry }: { entry: Entry }) {
  const { label, hint, keys } = entry;
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint ? <span className="shrink-0 text-xs text-faint">{hint}</span> : null}
      {keys ? <Keys keys={keys} /> : null}
    </>
  );
}

function Search({ onPick }: { onPick: (entry: Entry) => void }) {
  const table = useShortcuts();
  const providers = useProviders();
  const runs = useRuns().data?.pages[0]?.runs;
  const [query, setQuery] = useState("");
  const lanes = useDraft((draft) => draft.lanes);
  const entries = useMemo(
    () => entriesOf(table, providers, runs ?? [], lanes),
    [table, providers, runs, lanes],
  );
  const found = useMemo(() => search(entries, query), [entries, query]);
  const count = found.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Combobox
      label={w.title}
      placeholder={w.search}
      testId="palette-search"
      query={query}
      onQuery={setQuery}
      groups={found}
      nothing={w.nothing}
      heading={({ value }) => value}
      keyOf={({ key }) => key}
      lineTestId={({ key }) => `palette-${key}`}
      line={(entry: Entry) => <Line entry={entry} />}
      onPick={onPick}
      classes={{
        input:
          "h-11 w-full shrink-0 border-b border-line-strong bg-transparent px-4 text-base focus-visible:outline-none",
        list: "min-h-0 flex-1 p-1.5",
        nothing: "p-3 text-sm",
        group: "mb-1.5",
        heading: "px-2.5 py-1",
        item: "flex h-8 scroll-my-8 items-center gap-3 rounded-md px-2.5",
      }}
      status={
        <p role="status" className="sr-only">
          {query.trim() ? w.found(count) : ""}
        </p>
      }
    />
  );
}

export function Palette({ open, onOpenChange, act }: PaletteProps) {
  const addLane = useDraft((draft) => draft.add);
  const change = useChangePreferences();
  const pick = ({ effect }: Entry) => {
    // First, because the action may open something of its own.
    onOpenChange(false);
    switch (effect.kind) {
      case "act":
        act({ action: effect.action });
        break;
      case "go":
        go(effect.screen, effect.id);
        break;
      case "addLane":
        addLane({ provider: effect.provider, model: effect.model });
        go("race");
        break;
      case "muteLane":
        act({ action: "muteLane", lane: effect.lane });
        break;
      case "prefer":
        void change(effect.prefer);
        break;
      case "tour":
        useTour.getState().show();
        go("race");
        break;
      case "reach": {
        const { screen, id, at, control, press = false, afterwards } = effect.place;
        if (screen) go(screen, id, at);
        if (control) reach(control, press);
        if (afterwards) reach(afterwards, true);
        break;
      }
    }
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          {...TAKES_KEYS}
          aria-label={w.title}
          data-testid="palette"
          className="fixed top-[10vh] left-1/2 z-40 flex max-h-[76vh] w-[620px] max-w-[92vw] -translate-x-1/2 flex-col overflow-hidden popup"
        >
          <Search onPick={pick} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
