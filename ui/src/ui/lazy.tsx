/** Lazy loading: parts of the window that are loaded when first shown, or earlier when the window is idle. */

import { type ComponentType, lazy as reactLazy, useState } from "react";

const unread: (() => Promise<unknown>)[] = [];

/**
 * A part of the window that has a file of its own. It stands within a `Suspense`, for whoever is faster than the reading.
 * Once it is read it is drawn at once, where React's `lazy` would show nothing for a third of a second: that is how long
 * React keeps to what stands in for a part, lest the page flicker.
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
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, where its module begins.
  return function Lazy(props: Props) {
    // What is drawn stays what it was at first, or it would be taken away and drawn anew.
    const [Part] = useState(() => part ?? Unread);
    return <Part {...props} />;
  };
}

/**
 * Reads what has not been shown yet, one after the other, so that a key pressed meanwhile does not wait for all. Once
 * the signal is given nothing more is begun: a window that is closed needs none of it.
 */
export async function readAhead(closed?: AbortSignal): Promise<void> {
  while (!closed?.aborted) {
    const read = unread.shift();
    if (!read) return;
    await read();
  }
}

/** Whether something has been opened at least once: from then on it stays, so that it can close as it does. */
export function useEverOpen(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  if (open && !ever) setEver(true);
  return ever || open;
}
