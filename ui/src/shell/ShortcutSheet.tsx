/** All current keyboard shortcuts on one sheet. */

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { strings } from "../strings/strings";
import { ICON_BUTTON, Keys } from "../ui/controls";
import { keyName, type Shortcut, TAKES_KEYS } from "../ui/keyboard";
import { useShortcuts } from "../ui/preferences";
import { address } from "../ui/route";

const w = strings.shortcuts;
const groups = Object.keys(w.groups) as (keyof typeof w.groups)[];

function Row({ shortcut }: { shortcut: Shortcut }) {
  return (
    <div
      className="flex items-center justify-between gap-4 py-1"
      data-testid={`keys-of-${shortcut.action}`}
    >
      <dt className="text-soft">{w[shortcut.action]}</dt>
      <dd>
        <Keys keys={shortcut.keys} />
      </dd>
    </div>
  );
}

/** Whether every word of the query is in the shortcut's name or keys. */
function isAsked({ action, keys }: Shortcut, query: string): boolean {
  const text = `${w[action]} ${keys.join(" ")} ${keys.map(keyName).join("+")}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Table({ search }: { search: RefObject<HTMLInputElement | null> }) {
  const table = useShortcuts();
  const [query, setQuery] = useState("");
  const found = table.filter((shortcut) => isAsked(shortcut, query));
  return (
    <>
      <input
        ref={search}
        type="search"
        aria-label={w.search}
        placeholder={w.search}
        data-testid="shortcut-search"
        className="selectable mb-3 h-8 w-full rounded-md border border-line-strong bg-sunk px-3 text-sm"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {found.length === 0 ? <p className="py-4 text-soft">{w.nothing}</p> : null}
      <div className="columns-2 gap-8 max-[620px]:columns-1">
        {groups
          .map((group) => ({ group, rows: found.filter((row) => row.group === group) }))
          .filter(({ rows }) => rows.length > 0)
          .map(({ group, rows }) => (
            <section key={group} className="mb-4 break-inside-avoid">
              <h3 className="mb-1 text-xs font-semibold text-faint">{w.groups[group]}</h3>
              <dl>
                {rows.map((shortcut) => (
                  <Row key={shortcut.action} shortcut={shortcut} />
                ))}
              </dl>
            </section>
          ))}
      </div>
    </>
  );
}

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShortcutSheet({ open, onOpenChange }: SheetProps) {
  const search = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          {...TAKES_KEYS}
          initialFocus={search}
          data-testid="shortcut-sheet"
          className="fixed top-1/2 left-1/2 z-40 max-h-[90vh] w-[640px] max-w-[90vw] -translate-x-1/2 -translate-y-1/2 overflow-y-auto popup p-5"
        >
          <div className="mb-3 flex items-center gap-4">
            <Dialog.Title className="text-lg font-semibold">{w.title}</Dialog.Title>
            <a
              href={address("settings", "keyboard")}
              className="ml-auto text-xs text-accent hover:underline"
              onClick={() => onOpenChange(false)}
            >
              {w.change}
            </a>
            <Dialog.Close aria-label={w.close} className={ICON_BUTTON}>
              <X size={16} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <Table search={search} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
