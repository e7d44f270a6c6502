/**
 * A tooltip of an element, stored in its attributes, where `Tips.tsx` finds it: a window has a hundred of them, and
 * only one is open at a time.
 */

import { chordOf, keysOf } from "./keyboard";

type Side = "top" | "right" | "bottom";

export interface Tip {
  text: string;
  keys: readonly string[];
  side: Side;
}

interface TipOptions {
  keys?: readonly string[] | undefined;
  side?: Side | undefined;
}

/** The attributes that show `text` as a tooltip of an element; none without a text. */
export function tip(text: string | undefined, { keys, side }: TipOptions = {}) {
  if (!text) return {};
  return {
    "data-tip": text,
    "data-tip-keys": keys ? chordOf(keys) : undefined,
    "data-tip-side": side,
  };
}

/** The nearest enclosing element with a tooltip. */
export function withTip(place: EventTarget | null): HTMLElement | null {
  return place instanceof Element ? place.closest<HTMLElement>("[data-tip]") : null;
}

export function tipOf({ dataset }: HTMLElement): Tip {
  return {
    text: dataset.tip ?? "",
    keys: keysOf(dataset.tipKeys ?? ""),
    side: (dataset.tipSide as Side | undefined) ?? "top",
  };
}
