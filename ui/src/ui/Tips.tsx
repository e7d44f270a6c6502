/** Shows tooltips on hover and on keyboard focus. */

import { Suspense, useEffect } from "react";
import { create } from "zustand";
import { lazy } from "./lazy";
import { withTip } from "./tip";

const TipPopup = lazy(async () => (await import("./TipPopup")).TipPopup);

/** How long the pointer rests before a tooltip opens. */
const REST_MS = 400;
/** How long a tooltip stays after the pointer has left, so that the pointer can move onto it. */
const STAY_MS = 120;

/** Keys that use what has the focus: whoever presses one needs no tooltip any more, and has the next Esc for the element. */
const USES = /^(?:Enter| |Arrow\w+|Home|End|Page\w+)$/;

/** The element whose tooltip is shown. */
const useShown = create<{ element: HTMLElement | null }>()(() => ({ element: null }));

const isTipItself = (place: EventTarget | null) =>
  place instanceof Element && place.closest("[data-tip-popup]") !== null;

/** Follows pointer and focus. Returns a function that stops it. */
function watch(): () => void {
  /** A pressed element shows no tooltip until the pointer has been elsewhere. */
  let pressed: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (element: HTMLElement | null) => {
    clearTimeout(timer);
    useShown.setState({ element });
  };
  const setIn = (ms: number, element: HTMLElement | null) => {
    clearTimeout(timer);
    timer = setTimeout(() => set(element), ms);
  };
  const listeners: { [Name in keyof DocumentEventMap]?: (event: DocumentEventMap[Name]) => void } =
    {
      pointerover: ({ target, pointerType }) => {
        if (pointerType === "touch") return;
        const over = withTip(target);
        const shown = useShown.getState().element;
        if (over !== pressed) pressed = null;
        if (isTipItself(target) || (over && over === shown)) clearTimeout(timer);
        else if (over && over !== pressed) setIn(shown ? 0 : REST_MS, over);
        else if (shown && !shown.contains(document.activeElement)) setIn(STAY_MS, null);
        else clearTimeout(timer);
      },
      // The pointer has left the window.
      pointerout: ({ relatedTarget }) => {
        if (relatedTarget === null) setIn(STAY_MS, null);
      },
      pointerdown: ({ target }) => {
        pressed = withTip(target);
        if (!isTipItself(target)) set(null);
      },
      focusin: ({ target }) => {
        const isByKey = target instanceof Element && target.matches(":focus-visible");
        const at = withTip(target);
        if (isByKey && at && at !== pressed) set(at);
      },
      focusout: () => set(null),
      keydown: ({ key }) => {
        if (USES.test(key)) set(null);
      },
    };
  const every = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of every) document.addEventListener(name, listener);
  return () => {
    clearTimeout(timer);
    for (const [name, listener] of every) document.removeEventListener(name, listener);
  };
}

export function Tips() {
  const shown = useShown((state) => state.element);
  useEffect(watch, []);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <TipPopup beside={shown} onClose={() => useShown.setState({ element: null })} />
    </Suspense>
  );
}
