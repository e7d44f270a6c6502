/** Parts of shared pictures: the logo, lines of text, and the footer. */

import { coloursNow } from "./colour";
import { brokenLines } from "./lines";

/** Width of a shared picture, in pixels. */
export const WIDTH = 1_200;
/** Height that social networks show without cropping. */
export const CARD_HEIGHT = 630;
export const PAD = 48;
/** Height of the footer with one line. */
const FOOT = 58;
/** Height of each further line of it. */
const FOOT_LINE = 19;
/** Lines beyond which its conditions are cut. */
const MOST_FOOT_LINES = 4;
const SCALE = 2;
/** Gap between the two texts of the footer. */
const FOOT_GAP = 24;
/** The smallest letters of its conditions, in pixels. */
const LEAST_FOOT_PX = 14;
const MARK = [13, 9, 5.5];

export interface Pen {
  context: CanvasRenderingContext2D;
  colour: (css: string) => string;
  family: string;
}

/** Sets the face for what is measured or written next. */
export function font({ context, family }: Pen, px: number, weight: number): void {
  context.font = `${weight} ${px}px ${family}`;
}

export interface Say {
  px: number;
  weight?: number;
  ink?: string;
  align?: CanvasTextAlign;
  /** Maximum width in pixels; longer text ends in an ellipsis. */
  width?: number;
}

function cut({ context }: Pen, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let kept = text;
  while (kept.length > 1 && context.measureText(`${kept}…`).width > width) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

/** Writes a line. */
export function say(pen: Pen, text: string, x: number, y: number, how: Say): void {
  const { px, weight = 400, ink = "var(--ink)", align = "left", width = WIDTH } = how;
  font(pen, px, weight);
  pen.context.fillStyle = pen.colour(ink);
  pen.context.textAlign = align;
  pen.context.fillText(cut(pen, text, width), x, y);
}

/** Breaks a text into lines; the last of at most `most` ends in an ellipsis if there are more. */
function linesOf(pen: Pen, text: string, width: number, most: number): string[] {
  const lines = brokenLines(text, (line) => pen.context.measureText(line).width <= width);
  if (lines.length <= most) return lines;
  // With what follows it is longer than a line, so it is cut.
  const last = lines.slice(most - 1, most + 1).join(" ");
  return [...lines.slice(0, most - 1), cut(pen, last, width)];
}

/** Writes lines below `y` and returns the position of the last one. */
export function paragraph(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  how: Say,
  most: number,
): number {
  font(pen, how.px, how.weight ?? 400);
  let at = y;
  for (const line of linesOf(pen, text, how.width ?? WIDTH, most)) {
    at += how.px * 1.3;
    say(pen, line, x, at, how);
  }
  return at;
}

export function fill({ context, colour }: Pen, ink: string, box: readonly number[]): void {
  const [x = 0, y = 0, width = 0, height = 0] = box;
  context.fillStyle = colour(ink);
  context.fillRect(x, y, width, height);
}

/** The product's logo and name, and quietly which version of it. */
export function brand(pen: Pen, app: string, version: string): void {
  for (const [index, width] of MARK.entries()) {
    const ink = ["var(--lane-0)", "var(--lane-2)", "var(--lane-1)"][index] ?? "";
    fill(pen, ink, [PAD, PAD - 18 + index * 9, width * 1.5, 6]);
  }
  for (let at = 0; at < 8; at += 1)
    fill(pen, "var(--ink)", [PAD + 22 + (at % 2) * 4, PAD - 20 + at * 4, 4, 4]);
  say(pen, app, PAD + 42, PAD + 4, { px: 28, weight: 650 });
  const end = PAD + 52 + pen.context.measureText(app).width;
  say(pen, version, end, PAD + 4, { px: 16, ink: "var(--faint)" });
}

/** A pen on a new canvas, which can measure text before the canvas has its final height. */
export function penOn(): { pen: Pen; canvas: HTMLCanvasElement } {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The picture could not be drawn.");
  canvas.width = WIDTH;
  const family = getComputedStyle(document.body).fontFamily || "sans-serif";
  return { pen: { context, colour: coloursNow(), family }, canvas };
}

/** Sets the final height of the canvas, and clears it. */
export function stretch({ pen, canvas }: ReturnType<typeof penOn>, height: number): void {
  canvas.width = WIDTH * SCALE;
  canvas.height = height * SCALE;
  pen.context.scale(SCALE, SCALE);
  fill(pen, "var(--panel)", [0, 0, WIDTH, height]);
}

/** What stands below a picture. */
export interface Foot {
  /** The conditions. */
  facts: string;
  /** What is said across it if any of it was simulated. */
  simulated: string | null;
}

/** The conditions as they are written: in one line, smaller if that is enough, otherwise in several. */
function footLines(pen: Pen, { facts, simulated }: Foot): { px: number; lines: string[] } {
  font(pen, 18, 600);
  const said = simulated ? pen.context.measureText(simulated).width + FOOT_GAP : 0;
  const room = WIDTH - 2 * PAD - said;
  font(pen, 18, 400);
  const fits = Math.floor((18 * room) / pen.context.measureText(facts).width - 0.2);
  const px = Math.max(LEAST_FOOT_PX, Math.min(18, fits));
  font(pen, px, 400);
  return { px, lines: linesOf(pen, facts, room, MOST_FOOT_LINES) };
}

/** The height of the footer: the more lines its conditions take, the higher. */
export function footHeight(pen: Pen, foot: Foot): number {
  return FOOT + (footLines(pen, foot).lines.length - 1) * FOOT_LINE;
}

/**
 * The conditions in the footer, and across the chart that its numbers are simulated, so that it cannot be cropped
 * without cropping the axis.
 */
export function foot(pen: Pen, told: Foot, height: number): void {
  const high = footHeight(pen, told);
  const top = height - high;
  const { context, colour } = pen;
  if (told.simulated) {
    context.save();
    context.beginPath();
    context.rect(0, top, WIDTH, high);
    context.clip();
    context.strokeStyle = colour("var(--warn-wash)");
    context.lineWidth = 14;
    for (let x = -high; x < WIDTH + high; x += 40) {
      context.beginPath();
      context.moveTo(x, height);
      context.lineTo(x + high, top);
      context.stroke();
    }
    context.restore();
    const how: Say = { px: 18, weight: 600, ink: "var(--warn)", align: "right" };
    say(pen, told.simulated, WIDTH - PAD, top + high / 2 + 7, how);
  }
  const { px, lines } = footLines(pen, told);
  for (const [index, line] of lines.entries())
    say(pen, line, PAD, top + 36 + index * FOOT_LINE, { px, ink: "var(--faint)" });
}
