/**
 * The photo finish as a picture to post: the logo, the verdict, the rows up to a chequered line, and the conditions.
 */

import {
  brand,
  CARD_HEIGHT,
  FOOT,
  fill,
  foot,
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

export interface PictureRow extends RowPicture {
  name: string;
  look: number;
  /** Its rank, a cross, or nothing. */
  rank: string;
  /** When it crossed. */
  time: string;
  failed: boolean;
}

export interface RacePicture {
  app: string;
  /** The clock's time, in seconds. */
  clock: string;
  headline: string;
  rest: string;
  /** Position of the line, in tokens. */
  line: number;
  toLine: string;
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
const WAY_X = PAD + 350;
const WAY_END = WIDTH - PAD - 130;

function head(pen: Pen, picture: RacePicture): number {
  brand(pen, picture.app);
  say(pen, picture.clock, WIDTH - PAD, PAD + 10, { px: 48, weight: 650, align: "right" });
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
  return paragraph(pen, picture.rest, PAD, y + 8, rest, 2) + 34;
}

function way(pen: Pen, row: PictureRow, line: number, middle: number, barHigh: number): void {
  const { context, colour } = pen;
  const at = (tokens: number) => WAY_X + (Math.min(tokens, line) / line) * (WAY_END - WAY_X);
  const lane = laneColour(row.look);
  const bar = (from: number, to: number, high: number) =>
    fill(pen, lane, [at(from), middle - high / 2, Math.max(0, at(to) - at(from)), high]);
  const { written, reach, thought } = row;
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
  if (row.said) {
    const isLeft = at(reach) > WAY_X + (WAY_END - WAY_X) * 0.55;
    const ink = row.failed ? "var(--bad)" : "var(--soft)";
    const x = at(reach) + (isLeft ? -8 : 8);
    say(pen, row.said, x, middle + 6, { px: 17, ink, align: isLeft ? "right" : "left" });
  }
}

function oneRow(pen: Pen, row: PictureRow, line: number, y: number, high: number): void {
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
  say(pen, row.name, NAME_X, middle + 7, { px: 20, weight: 600, width: WAY_X - NAME_X - 16 });
  fill(pen, "var(--ink)", [WAY_X - 2, middle - bar / 2 - 2, 2, bar + 4]);
  way(pen, row, line, middle, bar);
  say(pen, row.time, WIDTH - PAD, middle + 7, { px: 22, weight: 650, align: "right" });
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
  const least = top + ROW + FOOT + 40;
  const needed = top + picture.rows.length * ROW + FOOT + 40;
  const height = isWhole ? Math.max(CARD_HEIGHT, needed) : Math.max(CARD_HEIGHT, least);
  stretch(drawing, height);
  head(pen, picture);
  const room = Math.floor((height - FOOT - 40 - top) / ROW);
  const shown = picture.rows.length <= room ? picture.rows : picture.rows.slice(0, room);
  const fits = Math.floor((height - FOOT - 40 - top) / Math.max(1, shown.length));
  const high = Math.max(ROW, Math.min(TALLEST_ROW, fits));
  for (const [index, row] of shown.entries()) {
    oneRow(pen, row, picture.line, top + index * high, high);
  }
  const bottom = top + shown.length * high;
  fill(pen, "var(--line)", [PAD, bottom, WIDTH - 2 * PAD, 1]);
  chequer(pen, top, bottom);
  const small: Say = { px: 16, ink: "var(--faint)" };
  say(pen, picture.toLine, WAY_END + 6, bottom + 22, { ...small, align: "center" });
  const left = picture.rows.length - shown.length;
  if (left > 0) say(pen, picture.more(left), NAME_X, bottom + 22, small);
  foot(pen, picture, height);
  return canvas;
}
