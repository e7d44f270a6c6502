import { copyText } from "../look/clipboard";
import { note } from "../look/toasts";
import { words } from "../words/words";

const w = words.settings;

/** Says whether something was copied. */
export async function copyAndSay(text: string): Promise<void> {
  note((await copyText(text)) ? w.copied : w.notCopied);
}
