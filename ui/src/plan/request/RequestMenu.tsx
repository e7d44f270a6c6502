/** The few ways from a plain prompt to a whole request. */

import { ClipboardPaste, MessagesSquare, Paperclip } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { useBackend } from "../../backend/backend";
import { request } from "../../strings/request";
import { useFilePicker } from "../../ui/files";
import { attach } from "./attach";
import { useRequestUi } from "./requestStore";

const w = request;

interface EntryProps {
  Icon: ComponentType<{ size: number; "aria-hidden": "true" }>;
  testId: string;
  onClick: () => void;
  children: ReactNode;
}

function Entry({ Icon, testId, onClick, children }: EntryProps) {
  return (
    <button
      type="button"
      data-testid={testId}
      className="flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 text-left text-sm hover:bg-raised"
      onClick={onClick}
    >
      <Icon size={14} aria-hidden="true" />
      {children}
    </button>
  );
}

export function RequestMenu({ onDone }: { onDone: () => void }) {
  const backend = useBackend();
  const { edit, setPasting } = useRequestUi();
  const { field, open } = useFilePicker({
    label: w.attach,
    testId: "attach-file",
    onFile: (file) => {
      onDone();
      void attach(backend, file);
    },
  });
  return (
    <div>
      {field}
      <Entry Icon={Paperclip} testId="attach" onClick={open}>
        {w.attach}
      </Entry>
      <Entry
        Icon={MessagesSquare}
        testId="edit-request"
        onClick={() => {
          onDone();
          edit();
        }}
      >
        {w.editAll}
      </Entry>
      <Entry
        Icon={ClipboardPaste}
        testId="paste-entry"
        onClick={() => {
          onDone();
          setPasting(true);
        }}
      >
        {w.pasteOne}
      </Entry>
      <p className="px-2 pt-1 pb-0.5 text-2xs text-faint">{w.attachHint}</p>
    </div>
  );
}
