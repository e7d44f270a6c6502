/** What is asked before a key is saved: for whom it is, and whether another may go for it. */

import type { Backend, ProviderView } from "../backend/backend";
import { strings } from "../strings/strings";
import { ask } from "../ui/ask";

const w = strings.providers;

/**
 * Whose key this is, where that is sure and it is not `view`'s. A beginning that several share, such as `sk-`, says nothing:
 * servers of one's own use it too.
 */
export async function ownerBeside(
  backend: Backend,
  view: ProviderView,
  key: string,
): Promise<string | null> {
  if (key.length < 4) return null;
  const [owner, ...others] = await backend.recogniseKey(key);
  if (owner === undefined || others.length > 0) return null;
  return owner === view.id || owner === view.key_of ? null : owner;
}

/** The host that a provider's requests go to. */
function hostOf({ base_url, label }: ProviderView): string {
  return URL.canParse(base_url) ? new URL(base_url).host : label;
}

/** Whether a key that looks like `owner`'s may be saved for `view`, whose server would get it. */
export function mayGiveTo(view: ProviderView, owner: string): Promise<boolean> {
  return ask({
    title: w.anotherTitle(owner, view.label),
    text: w.anotherText(owner, view.label, hostOf(view)),
    go: w.anotherGo(view.label),
  });
}

/** Whether a new key may take the place of the one that is there, if any. */
export async function mayReplace({ label, kept, tail }: ProviderView): Promise<boolean> {
  if ((kept ?? null) === null) return true;
  return ask({ title: w.replaceTitle(label), text: w.replaceText(tail ?? null), go: w.replaceGo });
}
