/** Every key, on one sheet. */

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { words } from "../words/words";
import { ICON_BUTTON, Keys } from "./controls";
import { type Shortcut, shortcuts, TAKES_KEYS } from "./keyboard";

const groups = ["race", "lanes", "replay", "window"] as const;

function Row({ shortcut }: { shortcut: Shortcut }) {
  return (
    <div className="flex items-center justify-between gap-4 py-1">
      <dt className="text-soft">{words.shortcuts[shortcut.action]}</dt>
      <dd>
        <Keys keys={shortcut.keys} />
      </dd>
    </div>
  );
}

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ShortcutSheet({ open, onOpenChange }: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-black/50" />
        <Dialog.Popup
          {...TAKES_KEYS}
          data-testid="shortcut-sheet"
          className="fixed top-1/2 left-1/2 z-40 max-h-[90vh] w-[640px] max-w-[90vw] -translate-x-1/2 -translate-y-1/2 overflow-y-auto popup p-5"
        >
          <div className="mb-3 flex items-center justify-between">
            <Dialog.Title className="text-lg font-semibold">{words.shortcuts.title}</Dialog.Title>
            <Dialog.Close aria-label={words.shortcuts.close} className={ICON_BUTTON}>
              <X size={16} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <div className="columns-2 gap-8">
            {groups.map((group) => (
              <section key={group} className="mb-4 break-inside-avoid">
                <h3 className="mb-1 text-xs font-semibold text-faint">
                  {words.shortcuts.groups[group]}
                </h3>
                <dl>
                  {shortcuts
                    .filter((shortcut) => shortcut.group === group)
                    .map((shortcut) => (
                      <Row key={shortcut.action} shortcut={shortcut} />
                    ))}
                </dl>
              </section>
            ))}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
