/** Files that the user hands to a screen: chosen with a button, or dropped on it. */

import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Refusal } from "../backend/backend";
import { fileSize } from "../strings/numbers";
import { strings } from "../strings/strings";

interface FilePickerProps {
  /** Its accessible name. */
  label: string;
  /** The kinds of file offered; absent for all. */
  accept?: string;
  testId: string;
  onFile: (file: File) => void;
}

/** A hidden field for one file, and what opens its dialog. */
export function useFilePicker({ label, accept, testId, onFile }: FilePickerProps): {
  field: ReactNode;
  open: () => void;
} {
  const input = useRef<HTMLInputElement>(null);
  const field = (
    <input
      ref={input}
      type="file"
      accept={accept}
      aria-label={label}
      tabIndex={-1}
      className="hidden"
      data-testid={testId}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        if (file) onFile(file);
        // So that the same file can be chosen again.
        currentTarget.value = "";
      }}
    />
  );
  return { field, open: () => input.current?.click() };
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Makes an element accept a dropped file, and says whether one is being dragged over it. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  return { isOver, handlers };
}

/** How much of a file tells what kind it is. */
const BEGINNING = 4_096;

/**
 * The text of a JSON document of at most this many KiB; a larger one is refused before any of it is read. Of a file that does not begin
 * like one, the beginning alone: whoever reads it says what is wrong with it.
 */
export async function documentText(file: File, mostKib: number): Promise<string> {
  const kib = file.size / 1_024;
  if (kib > mostKib)
    throw new Refusal({
      kind: "file",
      message: strings.composer.tooLarge(file.name, fileSize(kib), fileSize(mostKib)),
    });
  const beginning = await file.slice(0, BEGINNING).text();
  return /^\s*\{/.test(beginning) ? file.text() : beginning;
}
