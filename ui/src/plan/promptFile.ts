/** Prompts and tables of values read from files: only UTF-8 text of a reasonable length. */

import { fileSize } from "../strings/numbers";
import { strings } from "../strings/strings";
import { complain, noteWithUndo } from "../ui/toasts";
import { useDraft } from "./draft";

const w = strings.composer;

/** In KiB. More than any model reads, and as much as the window shows without delay. */
export const MOST_KIB = 4_096;

/** The text of a file, or why it is refused. */
export async function readText(file: File): Promise<{ text: string } | { problem: string }> {
  const kib = file.size / 1_024;
  if (kib > MOST_KIB) return { problem: w.tooLarge(file.name, fileSize(kib), fileSize(MOST_KIB)) };
  const text = await file.text();
  // Text contains no NUL, and invalid UTF-8 is read as the replacement character; every program and picture
  // has one of them.
  return /[\0\ufffd]/.test(text) ? { problem: w.notText(file.name) } : { text };
}

/** Loads a file as the prompt, and offers an undo. */
export async function takePrompt(file: File): Promise<void> {
  const read = await readText(file);
  if ("problem" in read) complain(read.problem);
  else takeText(file.name, read.text);
}

/** Takes the text of a file as the prompt, and offers an undo. `noSet` says why it is no set of prompts, where it could have been one. */
export function takeText(name: string, text: string, noSet?: string): void {
  const { prompt, templated, share } = useDraft.getState();
  share({ prompt: text, templated: false });
  if (prompt.trim() || noSet)
    noteWithUndo(noSet ? w.takenNoSet(name, noSet) : w.taken(name), {
      label: w.undo,
      run: () => share({ prompt, templated }),
    });
}
