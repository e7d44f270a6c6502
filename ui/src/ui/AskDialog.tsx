/** The open confirmation dialog. */

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { strings } from "../strings/strings";
import { useQuestion } from "./ask";
import { Button } from "./controls";
import { TAKES_KEYS } from "./keyboard";

export function AskDialog() {
  const { open: question } = useQuestion();
  const answer = (goes: boolean) => {
    question?.answer(goes);
    useQuestion.setState({ open: null });
  };
  return (
    <AlertDialog.Root open={question !== null} onOpenChange={(open) => open || answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup
          {...TAKES_KEYS}
          data-testid="ask"
          className="fixed top-1/2 left-1/2 z-40 max-h-[90vh] w-[440px] max-w-[90vw] -translate-x-1/2 -translate-y-1/2 overflow-y-auto popup p-5"
        >
          <AlertDialog.Title className="text-base font-semibold">
            {question?.title}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm leading-relaxed wrap-anywhere text-soft">
            {question?.text}
          </AlertDialog.Description>
          <div className="mt-4 flex justify-end gap-2">
            <Button size="tall" data-testid="ask-no" onClick={() => answer(false)}>
              {strings.ask.no}
            </Button>
            <Button look="danger" size="tall" data-testid="ask-go" onClick={() => answer(true)}>
              {question?.go}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
