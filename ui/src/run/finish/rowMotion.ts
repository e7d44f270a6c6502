/** Rows that change places glide to the new ones, once; only transforms move. */

import { type RefObject, useLayoutEffect, useRef } from "react";

const GLIDE_MS = 240;
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** `order` names the rows from top to bottom; the list has one element for each. */
export function useRowMotion(list: RefObject<HTMLElement | null>, order: readonly number[]): void {
  const before = useRef(order);
  useLayoutEffect(() => {
    const from = before.current;
    before.current = order;
    const isMoved = order.some((row, at) => from[at] !== row);
    const rows = isMoved ? [...(list.current?.children ?? [])] : [];
    const [first] = rows;
    if (reducedMotion.matches || !(first instanceof HTMLElement) || !first.animate) return;
    // Rows have equal heights, so only the first is measured; and only if any moves, because that lays out the page.
    const high = first.offsetHeight;
    for (const [at, row] of rows.entries()) {
      const was = from.indexOf(order[at] ?? -1);
      if (was < 0 || was === at) continue;
      const start = `translateY(${(was - at) * high}px)`;
      row.animate([{ transform: start }, { transform: "none" }], {
        duration: GLIDE_MS,
        easing: "ease-out",
      });
    }
  }, [list, order]);
}
