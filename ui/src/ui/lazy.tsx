/** Lazy loading: parts of the window that are loaded when first shown, or earlier when the window is idle. */

import { type ComponentType, lazy as reactLazy, useState } from "react";

const unread: (() => Promise<unknown>)[] = [];

/**
 * A part of the window in its own file. It is inside a `Suspense`, in case it is needed before it is loaded. Once
 * loaded it is drawn at once, whereas React's `lazy` would show nothing for a third of a second: that is how long React
 * keeps a fallback to avoid flicker.
 */
export function lazy<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let part: ComponentType<Props> | undefined;
  const readOnce = async () => {
    part ??= await read();
    return { default: part };
  };
  unread.push(readOnce);
  const Unread = reactLazy(readOnce);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at module level.
  return function Lazy(props: Props) {
    // The component stays what it was at first; otherwise it would be unmounted and mounted again.
    const [Part] = useState(() => part ?? Unread);
    return <Part {...props} />;
  };
}

/**
 * Loads the parts not shown yet, one after the other, so that a key pressed in the meantime does not wait for all of
 * them. Stops once the signal is given: a closed window needs none of them.
 */
export async function readAhead(closed?: AbortSignal): Promise<void> {
  while (!closed?.aborted) {
    const read = unread.shift();
    if (!read) return;
    await read();
  }
}

/**
 * Whether something has been opened at least once: from then on it stays mounted, so that it can animate its closing.
 */
export function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever || open;
}
