/** The button beside a prompt that opens a file as the prompt, or as a set of prompts. */

import { FolderOpen } from "lucide-react";
import { useBackend } from "../backend/backend";
import { strings } from "../strings/strings";
import { IconButton } from "../ui/controls";
import { useFilePicker } from "../ui/files";

const w = strings.composer;

/** Opens a file as the prompt, or as a set of prompts. */
export function OpenPrompt() {
  const backend = useBackend();
  const onFile = (file: File) =>
    void import("./promptSets").then(({ takePromptOrSet }) => takePromptOrSet(backend, file));
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
