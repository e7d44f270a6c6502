/** What the charts on screen say, for what leaves the window: each tells it of its own figure. */

import type { TableOf } from "./ChartTable";
import type { Told } from "./picture";

export interface Figure {
  told: Told;
  table: TableOf;
}

const known = new WeakMap<Element, Figure>();

export function tellFigure(element: Element, figure: Figure): void {
  known.set(element, figure);
}

export interface Drawn extends Figure {
  /** What holds the drawing. */
  drawing: HTMLElement;
}

/** The charts below an element that are drawn now, from top to bottom. */
export function figuresIn(root: ParentNode): Drawn[] {
  return [...root.querySelectorAll("figure")].flatMap((element) => {
    const figure = known.get(element);
    const drawing = element.querySelector<HTMLElement>("[data-drawing]");
    return figure && drawing ? [{ ...figure, drawing }] : [];
  });
}
