/** Positions the track's bars directly in the DOM; React renders the rows only once. */

import { type BarPicture, type Span, type StepSpans, tickPath } from "./trackGeometry";

const BAR_PX = 14;
/** An earlier step at least this wide has room for its number. */
const DIGIT_PX = 16;

const PARTS = [
  "gate",
  "connect",
  "earlier",
  "wait",
  "think",
  "write",
  "tail",
  "ticks",
  "end",
] as const;

export type Bar = Record<(typeof PARTS)[number], HTMLElement | SVGElement>;

/** The parts of one bar; null until all of them exist. */
export function barIn(root: Element): Bar | null {
  const found = PARTS.map((part) => [part, root.querySelector(`[data-part="${part}"]`)] as const);
  if (found.some(([, element]) => element === null)) return null;
  return Object.fromEntries(found) as Bar;
}

function place(element: HTMLElement | SVGElement, span: Span | null, pxPerUnit: number): void {
  if (!span) {
    element.style.width = "0";
    return;
  }
  // Whole pixels, so that patterns stay sharp and neighbouring phases meet.
  const from = Math.round(span.from * pxPerUnit);
  element.style.transform = `translateX(${from}px)`;
  element.style.width = `${Math.round(span.to * pxPerUnit) - from}px`;
}

/** The steps of a chain that are over: a pair of parts for each. */
function drawSteps(
  parent: HTMLElement | SVGElement,
  steps: readonly StepSpans[],
  pxPerUnit: number,
): void {
  while (parent.childElementCount < steps.length * 2) {
    const part = document.createElement("i");
    part.dataset.step = parent.childElementCount % 2 === 0 ? "wait" : "write";
    parent.append(part);
  }
  while (parent.childElementCount > steps.length * 2) parent.lastElementChild?.remove();
  for (const [index, { step, wait, write }] of steps.entries()) {
    const [waited, written] = [parent.children[index * 2], parent.children[index * 2 + 1]];
    if (waited instanceof HTMLElement) place(waited, wait, pxPerUnit);
    if (!(written instanceof HTMLElement)) continue;
    place(written, write, pxPerUnit);
    const isWide = write !== null && (write.to - write.from) * pxPerUnit >= DIGIT_PX;
    written.textContent = isWide ? String(step + 1) : "";
  }
}

/** What each bar was last drawn from, so that a lane that has ended is not redrawn. */
const drawn = new WeakMap<Bar, string>();

function isDrawn(bar: Bar, picture: BarPicture, ...rest: (string | number)[]): boolean {
  const { spans, earlier, ticks, isOut, end } = picture;
  const steps = earlier.flatMap(({ wait, write }) => [wait, write]);
  const edges = [...Object.values(spans), ...steps].map(
    (span: Span | null) => span && `${span.from}-${span.to}`,
  );
  const key = [
    ...edges,
    ticks.length,
    isOut,
    end?.at,
    end?.clearFrom,
    end?.outcome,
    ...rest,
  ].join();
  if (drawn.get(bar) === key) return true;
  drawn.set(bar, key);
  return false;
}

/** Maximum width of a character, so that text width is known without layout. */
const CHARACTER_PX = 6.2;
const MARK_PX = 18;

/** The track's width, its pixels per unit, and how many tokens a tick represents. */
export interface TrackScale {
  width: number;
  pxPerUnit: number;
  tokensPerTick: number;
}

/** `ending` is the text beside the end of the bar, or inside the bar if there is no room beside it. */
export function drawBar(
  bar: Bar,
  picture: BarPicture,
  { width, pxPerUnit, tokensPerTick }: TrackScale,
  ending: string,
): void {
  if (isDrawn(bar, picture, width, pxPerUnit, tokensPerTick, ending)) return;
  const { spans, earlier, ticks, isOut, end } = picture;
  drawSteps(bar.earlier, earlier, pxPerUnit);
  for (const part of ["connect", "wait", "think", "write", "tail"] as const)
    place(bar[part], spans[part], pxPerUnit);
  bar.gate.toggleAttribute("data-open", isOut);
  bar.ticks.firstElementChild?.setAttribute("d", tickPath(ticks, tokensPerTick, pxPerUnit, BAR_PX));
  bar.end.style.visibility = end || ending ? "visible" : "hidden";
  const at = end?.at ?? (spans.write ?? spans.think)?.to ?? 0;
  bar.end.dataset.outcome = end?.outcome ?? "running";
  const from = Math.round(at * pxPerUnit);
  // The mark is where the text ended; the text beside it keeps clear of what came after.
  const clear = end ? Math.round(end.clearFrom * pxPerUnit) - from : 0;
  const needed = ending.length * CHARACTER_PX + MARK_PX;
  const isInside = end !== null && from + clear + needed > width && needed < from;
  bar.end.toggleAttribute("data-inside", isInside);
  bar.end.style.transform = isInside
    ? `translateX(calc(${from}px - 100%))`
    : `translateX(${from}px)`;
  bar.end.style.setProperty("--tail", `${clear}px`);
  if (bar.end.textContent !== ending) bar.end.textContent = ending;
}

/** Labels under the track and lines behind it, one pair for each step of the grid. */
export function drawGrid(
  axis: Element,
  lines: HTMLElement,
  grid: readonly { at: number; text: string }[],
  pxPerUnit: number,
  width: number,
): void {
  for (const [parent, withText] of [
    [axis, true],
    [lines, false],
  ] as const) {
    while (parent.childElementCount < grid.length) parent.append(document.createElement("span"));
    while (parent.childElementCount > grid.length) parent.lastElementChild?.remove();
    for (const [index, { at, text }] of grid.entries()) {
      const mark = parent.children[index];
      if (!(mark instanceof HTMLElement)) continue;
      const x = at * pxPerUnit;
      mark.style.transform = `translateX(${Math.round(x)}px)`;
      // While the axis grows, future labels lie beyond its end.
      mark.style.visibility = x > width + 1 ? "hidden" : "visible";
      const said = withText ? text : "";
      if (mark.textContent !== said) mark.textContent = said;
    }
  }
}
