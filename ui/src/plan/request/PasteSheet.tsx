/** Takes a curl line or a request body, and reads it into the plan. */

import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useState } from "react";
import { useBackend } from "../../backend/backend";
import { request } from "../../strings/request";
import { Button, ICON_BUTTON, Prose } from "../../ui/controls";
import { useFileDrop } from "../../ui/files";
import { TAKES_KEYS } from "../../ui/keyboard";
import { LongText } from "../../ui/LongText";
import { useDraft } from "../draft";
import { readText } from "../promptFile";
import { readInto } from "./captured";
import { useRequestUi } from "./requestStore";

const w = request.paste;

export function PasteSheet() {
  const backend = useBackend();
  const { unread, pasting, setPasting } = useRequestUi();
  const share = useDraft((draft) => draft.share);
  const [text, setText] = useState(unread?.text ?? "");
  const [problem, setProblem] = useState<string | null>(unread?.problem ?? null);
  const [taken, setTaken] = useState(unread);
  if (unread !== taken) {
    setTaken(unread);
    if (unread) {
      setText(unread.text);
      setProblem(unread.problem);
    }
  }
  const close = () => {
    setPasting(false);
    // A key may be in it.
    setText("");
    setProblem(null);
  };
  const { isOver, handlers } = useFileDrop((file) => {
    void readText(file).then((read) =>
      "problem" in read ? setProblem(read.problem) : setText(read.text),
    );
  });
  const read = async () => {
    const found = await readInto(backend, text);
    if (found) setProblem(found);
    else close();
  };
  return (
    <Dialog.Root open={pasting} onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          {...TAKES_KEYS}
          {...handlers}
          data-testid="paste-sheet"
          className={`fixed top-1/2 left-1/2 z-40 flex w-[min(760px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 popup p-5 ${isOver ? "border-accent" : ""}`}
        >
          <header className="flex items-start gap-3">
            <div className="flex-1">
              <Dialog.Title className="text-lg font-semibold">{w.title}</Dialog.Title>
              <p className="mt-1 max-w-[76ch] text-xs text-soft">{w.hint}</p>
            </div>
            <Dialog.Close aria-label={request.close} className={ICON_BUTTON}>
              <X size={13} aria-hidden="true" />
            </Dialog.Close>
          </header>
          <LongText
            autoFocus
            label={w.field}
            testId="paste-request"
            className={`h-64 max-h-[50vh] w-full resize-y rounded-md border bg-sunk font-mono text-xs leading-5 ${problem ? "border-bad" : "border-line"}`}
            inset="px-3! py-2!"
            value={text}
            onText={(next) => {
              setText(next);
              setProblem(null);
            }}
          />
          {problem ? (
            <p role="alert" className="selectable text-xs text-bad" data-testid="paste-problem">
              <Prose text={problem} />
            </p>
          ) : null}
          <div className="flex items-center gap-3 self-end">
            {taken && text === taken.text ? (
              <Button
                title={w.asTextHint}
                data-testid="paste-as-text"
                onClick={() => {
                  share({ prompt: useDraft.getState().prompt + text });
                  close();
                }}
              >
                {w.asText}
              </Button>
            ) : null}
            <Button
              look="primary"
              disabled={text.trim() === ""}
              data-testid="read-request"
              onClick={() => void read()}
            >
              {w.read}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
