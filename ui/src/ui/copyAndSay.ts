import { strings } from "../strings/strings";
import { copyText } from "./clipboard";
import { note } from "./toasts";

const w = strings.settings;

/** Copies a text and reports the result. */
export async function copyAndSay(text: string): Promise<void> {
  note((await copyText(text)) ? w.copied : w.notCopied);
}
