/** Draws a lane's chunk gaps, one line per chunk, with the tokens per chunk below. */

import type { Barcode } from "../../backend/backend";

export interface Inks {
  lane: string;
  stall: string;
  ground: string;
}

/** The gap from which a line has full brightness; a gap of a millisecond is hardly visible. */
const BRIGHTEST_MS = 500;
const PALEST = 0.12;
const TOKENS_PX = 6;
const SPACE_PX = 2;

/** The brightness of a gap, from `PALEST` to 1, on a log scale: a wait ten times as long is a step brighter. */
export function brightness(gapMs: number): number {
  const share = Math.log10(Math.max(1, gapMs)) / Math.log10(BRIGHTEST_MS);
  return PALEST + (1 - PALEST) * Math.min(1, share);
}

/**
 * Where column `index` of `howMany` begins and how wide it is, in whole pixels; wide lines keep a pixel between them.
 */
export function columnAt(index: number, howMany: number, width: number) {
  const from = Math.floor((index * width) / howMany);
  const to = Math.floor(((index + 1) * width) / howMany);
  const wide = to - from;
  return { from, width: Math.max(1, wide > 3 ? wide - 1 : wide) };
}

/** Draws what had arrived by `untilUs`, or everything. */
export function drawBarcode(
  canvas: HTMLCanvasElement,
  barcode: Barcode,
  inks: Inks,
  untilUs: number | null,
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  context.scale(scale, scale);
  context.fillStyle = inks.ground;
  context.fillRect(0, 0, width, height);
  const { at_us, gap_ms, tokens } = barcode;
  const most = Math.max(1, ...tokens.map((each) => each ?? 0));
  const gapsHigh = height - TOKENS_PX - SPACE_PX;
  for (const [index, at] of at_us.entries()) {
    if (untilUs !== null && at > untilUs) break;
    const column = columnAt(index, at_us.length, width);
    const gap = gap_ms[index] ?? null;
    const stalled = gap !== null && gap > (barcode.stall_from_ms ?? Number.POSITIVE_INFINITY);
    context.fillStyle = stalled ? inks.stall : inks.lane;
    context.globalAlpha = stalled ? 1 : gap === null ? PALEST : brightness(gap);
    context.fillRect(column.from, 0, stalled ? Math.max(2, column.width) : column.width, gapsHigh);
    context.globalAlpha = 0.8;
    context.fillStyle = inks.lane;
    const high = Math.max(1, Math.round(((tokens[index] ?? 0) / most) * TOKENS_PX));
    context.fillRect(column.from, height - high, column.width, high);
  }
  context.globalAlpha = 1;
}
