/** Positions the bars of the photo finish directly in the DOM; React renders the rows only once. */

import { count, duration } from "../../strings/numbers";
import type { RowPicture } from "./finishPicture";

const PARTS = [
  "waited",
  "hatch",
  "rest-think",
  "rest-write",
  "think",
  "write",
  "unsure",
  "notches",
  "within",
  "whisker",
  "wrong",
  "head",
  "count",
  "end",
  "tie",
] as const;

type Row = Record<(typeof PARTS)[number], HTMLElement | SVGElement>;

const known = new WeakMap<Element, Row>();

/** The parts of one row, looked up once; null until all of them exist. */
export function rowIn(root: Element): Row | null {
  const before = known.get(root);
  if (before) return before;
  const found = PARTS.map((part) => [part, root.querySelector(`[data-part="${part}"]`)] as const);
  if (found.some(([, element]) => element === null)) return null;
  const row = Object.fromEntries(found) as Row;
  known.set(root, row);
  return row;
}

export interface Scale {
  /** Pixels from the start to the line. */
  width: number;
  /** Position of the line, in tokens. */
  line: number;
  /** The height of a writing bar, in pixels. */
  bar: number;
  /** The longest wait, which fills the whole column. */
  longestWaitMs: number;
}

const WAIT_PX = 92;
const THINK_SHARE = 0.4;
/** Nearer to the line than this, there is no room for a count. */
const COUNT_PX = 44;

/** Approximate width of a letter beside a bar, and of the sign before it. */
const LETTER_PX = 6.6;
const CROSS_PX = 26;

/** How far an interval that is open at the line reaches beyond it, in pixels. */
const OPEN_PX = 20;

const drawn = new WeakMap<Row, string>();

function place(element: HTMLElement | SVGElement, from: number, to: number): void {
  const start = Math.round(from);
  element.style.transform = `translateX(${start}px)`;
  element.style.width = `${Math.max(0, Math.round(to) - start)}px`;
}

function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A path is painted again only where it has changed: while a lane races its last notch is older than its head. */
function draw(path: Element | undefined, strokes: string): void {
  if (path && path.getAttribute("d") !== strokes) path.setAttribute("d", strokes);
}

/** The texts of a chain's earlier steps, as outlines within its wait. */
function drawEarlier(hatch: Element, { waitMs, earlier }: RowPicture, width: number): void {
  while (hatch.childElementCount < earlier.length) hatch.append(document.createElement("i"));
  while (hatch.childElementCount > earlier.length) hatch.lastElementChild?.remove();
  for (const [index, { from, to }] of earlier.entries()) {
    const part = hatch.children[index];
    const at = (ms: number) => (waitMs ? (Math.min(ms, waitMs) / waitMs) * width : 0);
    if (part instanceof HTMLElement) place(part, at(from), at(to));
  }
}

function drawNotches(row: Row, picture: RowPicture, scale: Scale, at: (tokens: number) => number) {
  const thin = scale.bar * THINK_SHARE;
  const paths = { solid: "", rest: "" };
  let before = 0;
  for (const tokens of picture.notches) {
    const x = at(tokens);
    // A notch at the very start, or on top of the previous one, would be a blot.
    if (x < 2 || x - before < 2 || tokens >= picture.reach) continue;
    before = x;
    const stroke =
      tokens <= picture.thought
        ? `M${x.toFixed(1)} ${(scale.bar - thin) / 2}v${thin}`
        : `M${x.toFixed(1)} 0v${scale.bar}`;
    paths[tokens < picture.written ? "solid" : "rest"] += stroke;
  }
  const [solid, rest] = row.notches.children;
  draw(solid, paths.solid);
  draw(rest, paths.rest);
}

/** The interval over rounds, and the text on the last of those that it cannot tell apart. */
function drawWithin(
  row: Row,
  { within, unsure, tie }: RowPicture,
  { line }: Scale,
  at: (tokens: number) => number,
) {
  const isOpen = within !== null && within.high >= line;
  place(
    row.within,
    within ? at(within.low) : 0,
    within ? at(within.high) + (isOpen ? OPEN_PX : 0) : 0,
  );
  row.within.toggleAttribute("data-open", isOpen);
  row.within.style.visibility = within ? "visible" : "hidden";
  write(row.tie, tie);
  row.tie.style.visibility = tie ? "visible" : "hidden";
  const from = Math.round(at(unsure ?? 0));
  // Before what is uncertain or, without room there, within it.
  const isBefore = from > tie.length * LETTER_PX + CROSS_PX;
  row.tie.style.transform = isBefore
    ? `translateX(calc(${from - 4}px - 100%))`
    : `translateX(${from + 6}px)`;
}

export function drawRow(row: Row, picture: RowPicture, scale: Scale): void {
  const { waitMs, earlier, written, reach, thought, notches, said, outcome, beyond } = picture;
  const { within, unsure, tie, wrong } = picture;
  const { width, line, bar, longestWaitMs } = scale;
  const last = notches.at(-1);
  const key = [
    waitMs,
    earlier.map(({ from, to }) => `${from}-${to}`),
    written,
    reach,
    thought,
    notches.length,
    last,
    said,
    outcome,
    beyond,
    within?.low,
    within?.high,
    unsure,
    tie,
    wrong,
    width,
    line,
    bar,
    longestWaitMs,
  ].join();
  if (drawn.get(row) === key) return;
  drawn.set(row, key);
  const at = (tokens: number) => (Math.min(tokens, line) / line) * width;
  write(row.waited, duration(waitMs));
  const wait = waitMs === null ? 0 : (Math.min(waitMs, longestWaitMs) / longestWaitMs) * WAIT_PX;
  row.hatch.style.width = `${wait}px`;
  drawEarlier(row.hatch, picture, wait);
  // Of a lane that cannot be told apart from the first, only what is certain is solid, and nothing came later.
  const solid = unsure ?? written;
  const all = unsure === null ? reach : solid;
  place(row.think, 0, at(Math.min(solid, thought)));
  place(row.write, at(Math.min(solid, thought)), at(solid));
  place(row["rest-think"], at(Math.min(solid, thought)), at(Math.min(all, thought)));
  place(row["rest-write"], at(Math.max(solid, Math.min(all, thought))), at(all));
  place(row.unsure, at(solid), unsure === null ? at(solid) : width);
  drawNotches(row, picture, scale, at);
  drawWithin(row, picture, scale, at);
  place(row.wrong, 0, wrong ? at(all) : 0);
  // If its last chunk brought tokens beyond the line, the moment of crossing is known only to that chunk.
  place(
    row.whisker,
    width - Math.min(width, (beyond / line) * width),
    beyond > 0 && written >= line && within === null ? width : 0,
  );
  const head = at(written);
  const isHead = written > 0 && written < line && unsure === null;
  row.head.style.visibility = isHead ? "visible" : "hidden";
  row.head.style.transform = `translateX(${Math.round(head) - 3}px)`;
  const isCounted =
    unsure === null &&
    waitMs !== null &&
    (written < reach || outcome === "running") &&
    head < width - COUNT_PX;
  row.count.style.visibility = isCounted && (written > 0 || reach > 0) ? "visible" : "hidden";
  // Beside its interval, if it has one.
  const counted = within ? Math.max(head, at(within.high)) : head;
  row.count.style.transform = `translateX(${Math.round(counted) + 3}px)`;
  write(row.count, count(written));
  write(row.end, said);
  row.end.style.visibility = said ? "visible" : "hidden";
  row.end.dataset.outcome = outcome;
  const end = Math.round(at(reach));
  const room = said.length * LETTER_PX + CROSS_PX;
  // Without room before the line the text is on the bar and, if the bar is too short, at its start.
  const isLeft = end + room > width;
  row.end.toggleAttribute("data-left", isLeft);
  row.end.style.transform =
    isLeft && room < end
      ? `translateX(calc(${end}px - 100%))`
      : `translateX(${isLeft ? Math.round(Math.max(4, width - room)) : end}px)`;
}
