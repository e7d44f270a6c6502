/** Short notes above the status bar, some with a way back. They take room of their own and cover nothing. */

import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../words/words";
import { Button, ICON_BUTTON } from "./controls";

const manager = Toast.createToastManager();
const UNDO_MS = 10_000;

interface Undo {
  label: string;
  run: () => void;
}

/** Says something in passing. */
export function note(text: string): void {
  manager.add({ title: text });
}

let complaint: string | undefined;

/** Says that something did not work, and stays until it is read or the next attempt. */
export function complain(text: string, fix?: string | null): void {
  settleComplaint();
  complaint = manager.add({
    title: text,
    description: fix ?? undefined,
    type: "bad",
    timeout: 0,
    priority: "high",
  });
}

/** Takes back what was said of an attempt that has been made again. */
export function settleComplaint(): void {
  if (complaint) manager.close(complaint);
  complaint = undefined;
}

/** Says that something was done, and offers to undo it for ten seconds. */
export function noteWithUndo(text: string, undo: Undo): void {
  const id = manager.add({
    title: text,
    timeout: UNDO_MS,
    data: {
      ...undo,
      run: () => {
        manager.close(id);
        undo.run();
      },
    },
  });
}

function Toasts() {
  const { toasts } = Toast.useToastManager<Undo>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="border-t border-line-strong bg-raised px-3.5 py-1.5"
    >
      <Toast.Content className="flex items-center gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <Toast.Title
            className={`text-sm break-words ${toast.type === "bad" ? "text-bad" : "text-ink"}`}
          />
          <Toast.Description className="text-xs text-soft" />
        </div>
        {toast.data ? (
          <Button look="plain" onClick={toast.data.run} data-testid="undo">
            {toast.data.label}
          </Button>
        ) : null}
        <Toast.Close aria-label={words.trouble.dismiss} className={ICON_BUTTON}>
          <X size={14} aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/** Where notes are shown: a row of the window that is not there while there are none. */
export function ToastRow() {
  return (
    <Toast.Viewport
      aria-label={words.trouble.notifications}
      data-testid="notes"
      className="col-span-2 max-h-[40vh] overflow-y-auto"
    >
      <Toasts />
    </Toast.Viewport>
  );
}

export function ToastArea({ children }: { children: ReactNode }) {
  return <Toast.Provider toastManager={manager}>{children}</Toast.Provider>;
}
