/** Everything by its name: actions with their keys, screens, runs, providers, models, settings. */

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useState } from "react";
import { useProviders, useRuns } from "../backend/queries";
import { useDraft } from "../plan/draft";
import { strings } from "../strings/strings";
import { Keys } from "../ui/controls";
import { type Meaning, TAKES_KEYS } from "../ui/keyboard";
import { useShortcuts } from "../ui/preferences";
import { go } from "../ui/route";
import { type Entry, entriesOf, type Found, search } from "./entries";

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
  const entries = useMemo(() => entriesOf(table, providers, runs ?? []), [table, providers, runs]);
  const found = useMemo(() => search(entries, query), [entries, query]);
  const count = found.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Autocomplete.Root
      inline
      open
      items={found}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={query}
      onValueChange={(value, { reason }) => {
        if (reason !== "item-press") setQuery(value);
      }}
    >
      <Autocomplete.Input
        autoFocus
        aria-label={w.title}
        placeholder={w.search}
        data-testid="palette-search"
        className="h-11 w-full shrink-0 border-b border-line-strong bg-transparent px-4 text-base focus-visible:outline-none"
      />
      <p role="status" className="sr-only">
        {query.trim() ? w.found(count) : ""}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
        <Autocomplete.Empty className="p-3 text-sm text-soft empty:hidden">
          {w.nothing}
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: Found) => (
            <Autocomplete.Group key={group.group} items={group.items} className="mb-1.5">
              <Autocomplete.GroupLabel className="px-2.5 py-1 text-2xs font-semibold text-faint">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.key}
                    value={entry}
                    data-testid={`palette-${entry.key}`}
                    onClick={() => onPick(entry)}
                    className="flex h-8 scroll-my-8 items-center gap-3 rounded-md px-2.5 text-sm data-highlighted:bg-accent-wash data-highlighted:text-ink"
                  >
                    <Line entry={entry} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

export function Palette({ open, onOpenChange, act }: PaletteProps) {
  const addLane = useDraft((draft) => draft.add);
  const pick = ({ deed }: Entry) => {
    // First: what it does may open something of its own.
    onOpenChange(false);
    switch (deed.kind) {
      case "act":
        act({ action: deed.action });
        break;
      case "go":
        go(deed.screen, deed.id);
        break;
      case "addLane":
        addLane({ provider: deed.provider, model: deed.model });
        go("race");
        break;
    }
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-black/50" />
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
