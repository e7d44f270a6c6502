/** Files that the user hands to a screen: chosen with a button, or dropped on it. */

import { type DragEvent, type ReactNode, useRef, useState } from "react";

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
