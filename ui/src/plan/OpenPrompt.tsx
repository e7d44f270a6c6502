/** The button beside a prompt that opens a file as the prompt. */

import { FolderOpen } from "lucide-react";
import { strings } from "../strings/strings";
import { IconButton } from "../ui/controls";
import { useFilePicker } from "../ui/files";
import { takePrompt } from "./promptFile";

const w = strings.composer;

/** Opens a file as the prompt. */
export function OpenPrompt() {
  const onFile = (file: File) => void takePrompt(file);
  const { field, open } = useFilePicker({ label: w.openFile, testId: "prompt-file", onFile });
  return (
    <>
      {field}
      <IconButton label={w.openFile} side="bottom" data-testid="open-prompt" onClick={open}>
        <FolderOpen size={13} aria-hidden="true" />
      </IconButton>
    </>
  );
}
