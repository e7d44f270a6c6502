/** The question that is open. */

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { words } from "../strings/strings";
import { useAsked } from "./ask";
import { Button } from "./controls";
import { TAKES_KEYS } from "./keyboard";

export function AskDialog() {
  const { asked } = useAsked();
  const answer = (goes: boolean) => {
    asked?.answer(goes);
    useAsked.setState({ asked: null });
  };
  return (
    <AlertDialog.Root open={asked !== null} onOpenChange={(open) => open || answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-30 bg-black/50" />
        <AlertDialog.Popup
          {...TAKES_KEYS}
          data-testid="ask"
          className="fixed top-1/2 left-1/2 z-40 max-h-[90vh] w-[440px] max-w-[90vw] -translate-x-1/2 -translate-y-1/2 overflow-y-auto popup p-5"
        >
          <AlertDialog.Title className="text-base font-semibold">{asked?.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm leading-relaxed text-soft">
            {asked?.text}
          </AlertDialog.Description>
          <div className="mt-4 flex justify-end gap-2">
            <Button size="tall" data-testid="ask-no" onClick={() => answer(false)}>
              {words.ask.no}
            </Button>
            <Button look="danger" size="tall" data-testid="ask-go" onClick={() => answer(true)}>
              {asked?.go}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
