/** Questions before a key is saved: for whom it is, and whether it may replace another. */

import type { Backend, ProviderView } from "../backend/backend";
import { strings } from "../strings/strings";
import { ask } from "../ui/ask";

const w = strings.providers;

/**
 * The owner of this key, if that is certain and not `view`. A prefix that several share, such as `sk-`, says nothing:
 * users' own servers use it too.
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

/** Whether a new key may replace the existing one, if any. */
export async function mayReplace({ label, kept, tail }: ProviderView): Promise<boolean> {
  if ((kept ?? null) === null) return true;
  return ask({ title: w.replaceTitle(label), text: w.replaceText(tail ?? null), go: w.replaceGo });
}
