/**
 * The photo finish as a picture to post: the logo, the verdict, the rows up to a chequered line, and the conditions.
 */

import {
  brand,
  CARD_HEIGHT,
  fill,
  font,
  foot,
  footHeight,
  PAD,
  type Pen,
  paragraph,
  penOn,
  type Say,
  say,
  stretch,
  WIDTH,
} from "../../charts/pen";
import { laneColour, laneShape, shapePath } from "../../ui/lanes";
import type { RowPicture } from "../finish/finishPicture";
import type { LegendItem } from "../finish/legend";

export interface PictureRow extends RowPicture {
  name: string;
  look: number;
  /** Its rank, a cross, or nothing. */
  rank: string;
  /** Who serves it; empty where that is its name. */
  provider: string;
  /** How long it waited. */
  wait: string;
  /** When it crossed. */
  time: string;
  /** The cost of 1,000 such requests. */
  cost: string;
  failed: boolean;
}

export interface RacePicture {
  app: string;
  version: string;
  /** The clock's time, in seconds. */
  clock: string;
  /** What that time is of. */
  caption: string;
  headline: string;
  rest: string;
  /** Position of the line, in tokens. */
  line: number;
  toLine: string;
  heads: Record<"wait" | "way" | "time" | "cost", string>;
  legend: readonly LegendItem[];
  rows: readonly PictureRow[];
  /** The text for rows that do not fit, by their number. */
  more: (rows: number) => string;
  facts: string;
  simulated: string | null;
}

/** Height of a row, and its largest if there is room: a few lanes fill the picture. */
const [ROW, TALLEST_ROW] = [46, 84];
/** The part of a row that is its bar. */
const BAR_SHARE = 0.52;
const NAME_X = PAD + 74;
const WAY_X = PAD + 420;
const WAY_END = WIDTH - PAD - 280;
/** The right ends of the columns of times and costs. */
const [TIME_X, COST_X] = [WIDTH - PAD - 154, WIDTH - PAD];
/** The longest wait, in pixels. */
const WAIT_PX = 84;
/** Rows at least this high have room for a second line below the name. */
const TWO_LINES = 56;
/** Below the rows: the axis, the legend, and the space around them. */
const BELOW = 74;
const SMALL: Say = { px: 15, ink: "var(--faint)" };

function head(pen: Pen, picture: RacePicture): number {
  brand(pen, picture.app, picture.version);
  say(pen, picture.clock, WIDTH - PAD, PAD + 10, { px: 48, weight: 650, align: "right" });
  say(pen, picture.caption, WIDTH - PAD, PAD + 34, { ...SMALL, align: "right" });
  const wide = WIDTH - 2 * PAD;
  const y = paragraph(
    pen,
    picture.headline,
    PAD,
    PAD + 26,
    { px: 44, weight: 650, width: wide },
    2,
  );
  const rest = { px: 20, ink: "var(--soft)", width: wide };
  return paragraph(pen, picture.rest, PAD, y + 8, rest, 2) + 48;
}

/** A striped box, as for what is waited or cannot be told. */
function hatch(
  pen: Pen,
  ink: string,
  [x = 0, y = 0, width = 0, high = 0]: readonly number[],
): void {
  const { context, colour } = pen;
  context.save();
  context.beginPath();
  context.rect(x, y, width, high);
  context.clip();
  context.strokeStyle = colour(ink);
  context.lineWidth = 3;
  context.beginPath();
  for (let from = x - high; from < x + width + high; from += 8) {
    context.moveTo(from, y + high);
    context.lineTo(from + high, y);
  }
  context.stroke();
  context.restore();
}

/** An empty box: what was written and is not the answer. */
function outlined(
  pen: Pen,
  ink: string,
  [x = 0, y = 0, width = 0, high = 0]: readonly number[],
): void {
  fill(pen, ink, [x, y, width, high]);
  fill(pen, "var(--panel)", [x + 3, y + 2, Math.max(0, width - 5), high - 4]);
}

/** An interval: a line with ends, the last of which is missing where it goes on beyond the line. */
function whisker(pen: Pen, from: number, to: number, middle: number, isOpen: boolean): void {
  const end = isOpen ? to + 24 : to;
  for (const [ink, room] of [
    ["var(--panel)", 1.5],
    ["var(--ink)", 0],
  ] as const) {
    const box = (x: number, y: number, width: number, high: number) =>
      fill(pen, ink, [x - room, y - room, width + 2 * room, high + 2 * room]);
    box(from, middle - 1.5, end - from, 3);
    box(from, middle - 8, 3, 16);
    if (!isOpen) box(end - 3, middle - 8, 3, 16);
  }
}

/** A line through the bar of a wrong answer. */
function struck(pen: Pen, from: number, to: number, middle: number): void {
  fill(pen, "var(--panel)", [from, middle - 3, to - from, 6]);
  fill(pen, "var(--ink)", [from, middle - 2, to - from, 4]);
}

function way(pen: Pen, row: PictureRow, line: number, middle: number, barHigh: number): void {
  const { context, colour } = pen;
  const at = (tokens: number) => WAY_X + (Math.min(tokens, line) / line) * (WAY_END - WAY_X);
  const lane = laneColour(row.look);
  const bar = (from: number, to: number, high: number) =>
    fill(pen, lane, [at(from), middle - high / 2, Math.max(0, at(to) - at(from)), high]);
  const { thought, unsure, within } = row;
  // Of a lane that cannot be told apart from the first, only what is certain is solid, and nothing came later.
  const written = unsure ?? row.written;
  const reach = unsure ?? row.reach;
  const think = barHigh * 0.4;
  context.globalAlpha = 0.26;
  bar(Math.min(written, thought), Math.min(reach, thought), think);
  bar(Math.max(written, Math.min(reach, thought)), reach, barHigh);
  context.globalAlpha = 1;
  bar(0, Math.min(written, thought), think);
  bar(Math.min(written, thought), written, barHigh);
  for (const tokens of row.notches) {
    if (tokens >= reach || at(tokens) - WAY_X < 2) continue;
    const high = tokens <= thought ? think : barHigh;
    context.fillStyle = colour(tokens < written ? "var(--panel)" : lane);
    context.fillRect(at(tokens) - 1, middle - high / 2, 2, high);
  }
  if (unsure !== null) {
    const box = [at(unsure), middle - barHigh / 2, WAY_END - at(unsure), barHigh];
    context.globalAlpha = 0.26;
    fill(pen, lane, box);
    context.globalAlpha = 1;
    hatch(pen, lane, box);
  }
  if (row.wrong) struck(pen, WAY_X, at(reach), middle);
  if (within) whisker(pen, at(within.low), at(within.high), middle, within.high >= line);
  if (row.tie) {
    font(pen, 16, 600);
    const width = context.measureText(row.tie).width + 16;
    const from = at(unsure ?? 0);
    const x = from - width - 6 > WAY_X ? from - width - 6 : from + 8;
    fill(pen, "var(--panel)", [x, middle - 13, width, 26]);
    say(pen, row.tie, x + 8, middle + 6, { px: 16, weight: 600 });
  }
  if (row.said) {
    const isLeft = at(reach) > WAY_X + (WAY_END - WAY_X) * 0.55;
    const ink = row.failed ? "var(--bad)" : "var(--soft)";
    const x = at(reach) + (isLeft ? -8 : 8);
    say(pen, row.said, x, middle + 6, { px: 17, ink, align: isLeft ? "right" : "left" });
  }
}

interface Scale {
  line: number;
  /** The longest wait, in milliseconds. */
  waitMs: number;
}

function oneRow(pen: Pen, row: PictureRow, { line, waitMs }: Scale, y: number, high: number): void {
  const { context, colour } = pen;
  const middle = y + high / 2;
  const bar = Math.round(high * BAR_SHARE);
  fill(pen, "var(--line)", [PAD, y, WIDTH - 2 * PAD, 1]);
  const ink = row.failed ? "var(--bad)" : "var(--ink)";
  say(pen, row.rank, PAD + 12, middle + 7, { px: 22, weight: 650, ink, align: "center" });
  context.save();
  context.translate(PAD + 50, middle);
  context.fillStyle = colour(laneColour(row.look));
  context.fill(new Path2D(shapePath(laneShape(row.look), 18)));
  context.restore();
  const isTwo = row.provider !== "" && high >= TWO_LINES;
  const named = WAY_X - WAIT_PX - 56 - NAME_X;
  say(pen, row.name, NAME_X, middle + (isTwo ? -1 : 7), { px: 20, weight: 600, width: named });
  if (isTwo) say(pen, row.provider, NAME_X, middle + 20, { ...SMALL, width: named });
  const waited = waitMs === 0 ? 0 : ((row.waitMs ?? 0) / waitMs) * WAIT_PX;
  const waitFrom = WAY_X - 4 - waited;
  hatch(pen, "var(--wait)", [waitFrom, middle - bar * 0.3, waited, bar * 0.6]);
  for (const { from, to } of row.earlier) {
    const x = (ms: number) =>
      waitFrom + (Math.min(ms, row.waitMs ?? 0) / (row.waitMs || 1)) * waited;
    const box = [x(from), middle - bar * 0.3, Math.max(3, x(to) - x(from)), bar * 0.6] as const;
    outlined(pen, laneColour(row.look), box);
  }
  say(pen, row.wait, WAY_X - 12 - waited, middle + 6, { ...SMALL, px: 16, align: "right" });
  fill(pen, "var(--ink)", [WAY_X - 2, middle - bar / 2 - 2, 2, bar + 4]);
  way(pen, row, line, middle, bar);
  say(pen, row.time, TIME_X, middle + 7, { px: 22, weight: 650, align: "right" });
  say(pen, row.cost, COST_X, middle + 7, { px: 18, ink: "var(--soft)", align: "right" });
}

/** What the columns are, in one line above the rows. */
function captions(pen: Pen, { heads }: RacePicture, y: number): void {
  say(pen, heads.wait, WAY_X - 4, y, { ...SMALL, align: "right" });
  say(pen, heads.way, WAY_X + 6, y, { ...SMALL, width: WAY_END - WAY_X });
  say(pen, heads.time, TIME_X, y, { ...SMALL, align: "right" });
  say(pen, heads.cost, COST_X, y, { ...SMALL, align: "right", width: COST_X - TIME_X - 10 });
}

/** What the marks mean, in one line below the rows. */
function legend(pen: Pen, items: readonly LegendItem[], y: number): void {
  const { context } = pen;
  const middle = y - 5;
  let x = PAD;
  for (const { mark, text } of items) {
    const box = [x, middle - 6, 18, 12] as const;
    if (mark === "later") context.globalAlpha = 0.26;
    if (mark === "unsure") hatch(pen, "var(--soft)", box);
    else if (mark === "within") whisker(pen, x, x + 18, middle, false);
    else if (mark === "notch") fill(pen, "var(--soft)", [x + 8, middle - 8, 2, 16]);
    else if (mark === "think") fill(pen, "var(--soft)", [x, middle - 3, 18, 5]);
    else if (mark === "step") outlined(pen, "var(--soft)", box);
    else if (mark === "chunk") fill(pen, "var(--ink)", [x, middle - 1, 18, 3]);
    else fill(pen, "var(--soft)", box);
    context.globalAlpha = 1;
    if (mark === "wrong") struck(pen, x - 3, x + 21, middle);
    say(pen, text, x + 25, y, SMALL);
    x += 25 + context.measureText(text).width + 22;
  }
}

function chequer(pen: Pen, top: number, bottom: number): void {
  fill(pen, "var(--panel)", [WAY_END, top, 12, bottom - top]);
  for (let y = top, row = 0; y < bottom; y += 6, row += 1)
    fill(pen, "var(--ink)", [WAY_END + (row % 2) * 6, y, 6, Math.min(6, bottom - y)]);
}

/** Draws it on a canvas: 1200 × 630 with as many rows as fit, or as high as all of them need. */
export function drawRace(picture: RacePicture, isWhole: boolean): HTMLCanvasElement {
  const drawing = penOn();
  const { pen, canvas } = drawing;
  // The height is known once the text has been laid out, which is done once without drawing.
  const top = head(pen, picture);
  const below = footHeight(pen, picture) + BELOW;
  const least = top + ROW + below;
  const needed = top + picture.rows.length * ROW + below;
  const height = isWhole ? Math.max(CARD_HEIGHT, needed) : Math.max(CARD_HEIGHT, least);
  stretch(drawing, height);
  head(pen, picture);
  const room = Math.floor((height - below - top) / ROW);
  const shown = picture.rows.length <= room ? picture.rows : picture.rows.slice(0, room);
  const fits = Math.floor((height - below - top) / Math.max(1, shown.length));
  const high = Math.max(ROW, Math.min(TALLEST_ROW, fits));
  const waitMs = Math.max(0, ...picture.rows.map((row) => row.waitMs ?? 0));
  captions(pen, picture, top - 10);
  for (const [index, row] of shown.entries()) {
    oneRow(pen, row, { line: picture.line, waitMs }, top + index * high, high);
  }
  const bottom = top + shown.length * high;
  fill(pen, "var(--line)", [PAD, bottom, WIDTH - 2 * PAD, 1]);
  chequer(pen, top, bottom);
  say(pen, picture.toLine, WAY_END + 6, bottom + 22, { ...SMALL, align: "center" });
  const left = picture.rows.length - shown.length;
  if (left > 0) say(pen, picture.more(left), NAME_X, bottom + 22, SMALL);
  legend(pen, picture.legend, bottom + 50);
  foot(pen, picture, height);
  return canvas;
}
