/** Imports runs from a file: by a button, or by dropping it anywhere on the screen. */

import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { archive as w } from "../strings/history";
import { Button } from "../ui/controls";
import { useFileDrop, useFilePicker } from "../ui/files";
import { useRunActions } from "./archive";

export function ImportButton() {
  const { import: onFile } = useRunActions();
  const { field, open } = useFilePicker({
    label: w.importField,
    accept: ".json,application/json",
    testId: "import-file",
    onFile: (file) => void onFile(file),
  });
  return (
    <>
      <Button data-testid="import" onClick={open}>
        <Upload size={13} aria-hidden="true" />
        {w.import}
      </Button>
      {field}
    </>
  );
}

export function DropArea({ children }: { children: ReactNode }) {
  const { import: onFile } = useRunActions();
  const { isOver, handlers } = useFileDrop((file) => void onFile(file));
  return (
    <div className="relative flex h-full flex-col" data-testid="history-screen" {...handlers}>
      {children}
      {isOver ? (
        <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-wash text-sm font-semibold">
          {w.drop}
        </div>
      ) : null}
    </div>
  );
}
