/** The row of toasts, which exists only while there are any and covers nothing. */

import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { strings } from "../strings/strings";
import { Button, ICON_BUTTON } from "./controls";
import { useRoute } from "./route";
import { leaveNotes, showNotes, type Undo } from "./toasts";

const manager = Toast.createToastManager();

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
        <Toast.Close aria-label={strings.trouble.dismiss} className={ICON_BUTTON}>
          <X size={14} aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

export function ToastRow() {
  // Runs after the provider's own effect, which is when it begins to listen.
  useEffect(() => showNotes(manager), []);
  const { screen } = useRoute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is only the trigger.
  useEffect(() => leaveNotes, [screen]);
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Viewport
        aria-label={strings.trouble.notifications}
        data-testid="notes"
        className="col-span-2 max-[640px]:col-span-1 max-h-[40vh] overflow-y-auto"
      >
        <Toasts />
      </Toast.Viewport>
    </Toast.Provider>
  );
}
