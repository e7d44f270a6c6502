/** The findings of the charts on screen, for sharing: each chart reports its own. */

import type { TableOf } from "./ChartTable";
import type { Caption } from "./picture";

export interface Figure {
  told: Caption;
  table: TableOf;
}

const known = new WeakMap<Element, Figure>();

export function tellFigure(element: Element, figure: Figure): void {
  known.set(element, figure);
}

export interface Drawn extends Figure {
  /** The element that contains the drawing. */
  drawing: HTMLElement;
}

/** The charts currently drawn below an element, from top to bottom. */
export function figuresIn(root: ParentNode): Drawn[] {
  return [...root.querySelectorAll("figure")].flatMap((element) => {
    const figure = known.get(element);
    const drawing = element.querySelector<HTMLElement>("[data-drawing]");
    return figure && drawing ? [{ ...figure, drawing }] : [];
  });
}
