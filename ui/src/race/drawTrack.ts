/** Puts the track's bars where they belong, straight into the DOM: React renders the rows once and never again. */

import { decimal } from "../words/numbers";
import { gridOf, type Marks, type Span, spansOf, tickPath } from "./marks";

const BAR_PX = 14;

const PARTS = ["gate", "connect", "wait", "think", "write", "tail", "ticks", "end"] as const;

export type Bar = Record<(typeof PARTS)[number], HTMLElement | SVGElement>;

/** The parts of one bar; null while they are not all there. */
export function barIn(root: Element): Bar | null {
  const found = PARTS.map((part) => [part, root.querySelector(`[data-part="${part}"]`)] as const);
  if (found.some(([, element]) => element === null)) return null;
  return Object.fromEntries(found) as Bar;
}

function place(element: HTMLElement | SVGElement, span: Span | null, pxPerMs: number): void {
  if (!span) {
    element.style.width = "0";
    return;
  }
  // Whole pixels, so that patterns stay sharp and neighbouring phases meet.
  const from = Math.round(span.from * pxPerMs);
  element.style.transform = `translateX(${from}px)`;
  element.style.width = `${Math.round(span.to * pxPerMs) - from}px`;
}

/** What a bar was last drawn from: a lane that has ended is not drawn again and again. */
const drawn = new WeakMap<Bar, string>();

function isDrawn(bar: Bar, marks: Marks, pxPerMs: number, tokensPerTick: number): boolean {
  const { sent, firstAny, firstAnswer, last, reached, outcome, ticks } = marks;
  const from = [
    sent,
    firstAny,
    firstAnswer,
    last,
    reached,
    outcome,
    ticks.length,
    pxPerMs,
    tokensPerTick,
  ];
  const key = from.join();
  if (drawn.get(bar) === key) return true;
  drawn.set(bar, key);
  return false;
}

/** `ending` is what is written beside the mark at a lane's end. */
export function drawBar(
  bar: Bar,
  marks: Marks,
  pxPerMs: number,
  tokensPerTick: number,
  ending: string,
): void {
  if (isDrawn(bar, marks, pxPerMs, tokensPerTick)) return;
  const spans = spansOf(marks);
  for (const part of ["connect", "wait", "think", "write", "tail"] as const)
    place(bar[part], spans[part], pxPerMs);
  bar.gate.toggleAttribute("data-open", marks.sent !== null);
  bar.ticks.firstElementChild?.setAttribute(
    "d",
    tickPath(marks.ticks, tokensPerTick, pxPerMs, BAR_PX),
  );
  const isOver = marks.outcome !== "running";
  bar.end.style.visibility = isOver ? "visible" : "hidden";
  if (!isOver) return;
  const finished = marks.outcome === "finished";
  const at = finished ? (marks.last ?? marks.reached) : marks.reached;
  bar.end.dataset.outcome = marks.outcome;
  const from = Math.round(at * pxPerMs);
  bar.end.style.transform = `translateX(${from}px)`;
  // The mark stands where the text ended; what is written beside it stands clear of what came after.
  bar.end.style.setProperty("--tail", `${Math.round(marks.reached * pxPerMs) - from}px`);
  if (bar.end.textContent !== ending) bar.end.textContent = ending;
}

/** Labels under the track and lines behind it, one pair for each step of the grid. */
export function drawGrid(
  axis: Element,
  lines: HTMLElement,
  endMs: number,
  pxPerMs: number,
  width: number,
): void {
  const grid = gridOf(endMs);
  for (const [parent, withText] of [
    [axis, true],
    [lines, false],
  ] as const) {
    while (parent.childElementCount < grid.length) parent.append(document.createElement("span"));
    while (parent.childElementCount > grid.length) parent.lastElementChild?.remove();
    for (const [index, at] of grid.entries()) {
      const mark = parent.children[index];
      if (!(mark instanceof HTMLElement)) continue;
      const x = at * 1_000 * pxPerMs;
      mark.style.transform = `translateX(${Math.round(x)}px)`;
      // While the axis grows, the labels to come lie beyond its end.
      mark.style.visibility = x > width + 1 ? "hidden" : "visible";
      const text = withText ? decimal(at, at % 1 === 0 ? 0 : 1) : "";
      if (mark.textContent !== text) mark.textContent = text;
    }
  }
}
