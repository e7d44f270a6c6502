/** Buttons beside a prompt: open a file, and write in the whole window. */

import { FolderOpen } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { strings } from "../strings/strings";
import { IconButton } from "../ui/controls";
import { takePrompt } from "./promptFile";

const w = strings.composer;

/** Opens a file as the prompt. */
export function OpenPrompt() {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        className="hidden"
        tabIndex={-1}
        aria-label={w.openFile}
        data-testid="prompt-file"
        onChange={(event) => {
          const field = event.currentTarget;
          const file = field.files?.[0];
          if (file) void takePrompt(file);
          // So that the same file can be opened again.
          field.value = "";
        }}
      />
      <IconButton
        label={w.openFile}
        side="bottom"
        data-testid="open-prompt"
        onClick={() => picker.current?.click()}
      >
        <FolderOpen size={13} aria-hidden="true" />
      </IconButton>
    </>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Makes an element accept a dropped file as the prompt, and says whether one is being dragged over it. */
export function useDrop() {
  const [over, setOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      const to = event.relatedTarget;
      if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) void takePrompt(file);
    },
  };
  return { over, handlers };
}
