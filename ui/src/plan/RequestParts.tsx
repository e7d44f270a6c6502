/** A whole request from the composer: one quiet entry beside a plain prompt, and a strip once there is more. */

import { Plus } from "lucide-react";
import { type ClipboardEvent, Suspense } from "react";
import { useBackend } from "../backend/backend";
import { isEmpty } from "../run/request/payload";
import { strings } from "../strings/strings";
import { lazy, useEverOpen } from "../ui/lazy";
import { PopoverButton } from "../ui/PopoverButton";
import { useDraft } from "./draft";
import { looksLikeRequest } from "./request/looksLikeRequest";
import { useReported } from "./request/reported";
import { useRequestUi } from "./request/requestStore";

const w = strings.composer;

const RequestMenu = lazy(async () => (await import("./request/RequestMenu")).RequestMenu);
const RequestStrip = lazy(async () => (await import("./request/RequestStrip")).RequestStrip);
const RequestSheet = lazy(async () => (await import("./request/RequestSheet")).RequestSheet);
const PasteSheet = lazy(async () => (await import("./request/PasteSheet")).PasteSheet);
const CapturedReport = lazy(async () => (await import("./request/CapturedReport")).CapturedReport);

/** What is dropped or pasted onto the prompt: files are attached or read, and a request becomes the plan. */
export function usePasted() {
  const backend = useBackend();
  const onFile = (file: File) =>
    void import("./request/attach").then(({ takeFiles }) => takeFiles(backend, [file]));
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length > 0 && text === "") {
      event.preventDefault();
      void import("./request/attach").then(({ takeFiles }) => takeFiles(backend, files));
    } else if (looksLikeRequest(text)) {
      event.preventDefault();
      void import("./request/captured").then(({ readPasted }) => readPasted(backend, text));
    }
  };
  return { onFile, onPaste };
}

/** The one entry to everything beside a plain prompt. */
export function AddToRequest() {
  return (
    <PopoverButton
      title={w.add}
      hint={w.addHint}
      testId="add-to-request"
      panelTestId="request-menu"
      panel="w-[300px] p-2"
      className="-mr-2 px-1.5"
      face={<Plus size={14} aria-hidden="true" />}
    >
      {(close) => <RequestMenu onDone={close} />}
    </PopoverButton>
  );
}

/** What the request carries, once there is anything; and its editor, while it is open. */
export function RequestParts() {
  const isPlain = useDraft(
    ({ attached, payload }) => attached.parts.length === 0 && isEmpty(payload),
  );
  const { tab, pasting, edit } = useRequestUi();
  const reported = useReported((state) => state.reported !== null);
  const everOpen = useEverOpen(tab !== null);
  const everPasting = useEverOpen(pasting);
  return (
    <Suspense fallback={null}>
      {isPlain ? null : <RequestStrip />}
      {everOpen ? <RequestSheet /> : null}
      {everPasting ? <PasteSheet /> : null}
      {reported ? <CapturedReport onEdit={() => edit()} /> : null}
    </Suspense>
  );
}
