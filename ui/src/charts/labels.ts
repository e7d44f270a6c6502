/** Places labels beside marks without overlap. A chart whose labels fit needs no legend. */

import { clippedApart } from "../strings/clip";

export const FONT_PX = 11;
/** Height of a label's line, in pixels. */
export const LINE_PX = 13;
/**
 * With more points than this, only those whose names cover nothing are named; the others are read by pointer or in the
 * table. Names at the ends of lines stand below each other, so that any number can be told apart by its sign.
 */
const MOST_NAMED = 12;
/** Maximum share of a name that may overlap something else. */
const COVERED = 0.1;

/** Minimum length of a name that is cut, in characters. */
const LEAST_NAME = 6;
/** Average width of a letter, as a share of its height. */
const LETTER = 0.57;
/** Characters that are drawn about as wide as they are high: Chinese ones, the arrow in a chain's name, and the mark of what was cut. */
const WIDE = /[\u2192\u2026\u2e80-\uffef]/g;

/** The approximate width of a drawn text: close enough to keep labels apart, and the same everywhere. */
export function textWidth(text: string, px = FONT_PX): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return (text.length - wide) * px * LETTER + wide * px;
}

/** As much of a text as fits into this many pixels, with an ellipsis if some is left out. */
export function shortened(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const most = Math.max(1, Math.floor((width / textWidth(text)) * text.length) - 1);
  return `${text.slice(0, most).trimEnd()}…`;
}

/** Names in this many pixels each: what tells them apart stays, and what they have in common is cut. */
export function namesWithin(names: readonly string[], width: number): string[] {
  const isRoom = (cut: readonly string[]) => cut.every((name) => textWidth(name) <= width);
  if (isRoom(names)) return [...names];
  for (let most = Math.ceil(width / (FONT_PX * LETTER)); most > LEAST_NAME; most -= 1) {
    const cut = clippedApart(names, most);
    if (isRoom(cut)) return cut;
  }
  return clippedApart(names, LEAST_NAME);
}

export interface EndLabel {
  key: string;
  text: string;
  /** A second line in small type, for labels beside points. */
  note?: string | undefined;
  colour: string;
  shape?: number | undefined;
  /** Where the line ends. */
  x: number;
  y: number;
}

export interface Placed extends EndLabel {
  /** Position of the words: their left or right end, and their middle line. */
  labelX: number;
  labelY: number;
  anchor: "start" | "end" | "middle";
  /** Whether the words are so far away that they need a leader line. */
  leads: boolean;
}

/** Labels at the ends of lines, one below the other, moved apart as little as possible. */
export function endLabels(labels: readonly EndLabel[], top: number, bottom: number): Placed[] {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  const ys = sorted.map(({ y }) => y);
  // Each overlap is shared between the two labels until none is left that matters; then the ends are kept inside.
  for (let round = 0; round < 30; round += 1) {
    for (let at = 1; at < ys.length; at += 1) {
      const above = ys[at - 1] ?? 0;
      const overlap = LINE_PX - ((ys[at] ?? 0) - above);
      if (overlap <= 0) continue;
      ys[at - 1] = above - overlap / 2;
      ys[at] = above - overlap / 2 + LINE_PX;
    }
  }
  for (let at = 0, least = top; at < ys.length; at += 1) {
    ys[at] = Math.max(ys[at] ?? least, least);
    least = (ys[at] ?? least) + LINE_PX;
  }
  for (let at = ys.length - 1, most = bottom; at >= 0; at -= 1) {
    ys[at] = Math.min(ys[at] ?? most, most);
    most = (ys[at] ?? most) - LINE_PX;
  }
  return sorted.map((label, at) => {
    const labelY = ys[at] ?? label.y;
    const leads = Math.abs(labelY - label.y) > LINE_PX / 2;
    return { ...label, labelX: label.x + (leads ? 16 : 8), labelY, anchor: "start", leads };
  });
}

/** As many labels as there is room for: the topmost, the lowest, and an even selection of those in between. */
export function thinnedEnds<T extends { y: number }>(labels: readonly T[], room: number): T[] {
  const most = Math.max(2, Math.floor(room / LINE_PX));
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  if (sorted.length <= most) return sorted;
  const step = (sorted.length - 1) / (most - 1);
  const kept = new Set(Array.from({ length: most }, (_, at) => Math.round(at * step)));
  return sorted.filter((_, at) => kept.has(at));
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

interface Spot {
  x: number;
  y: number;
}

/** A line as small boxes along its path, which labels must avoid. */
function alongLine(line: readonly Spot[]): Box[] {
  return line.slice(1).flatMap((to, index) => {
    const from = line[index] ?? to;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 5));
    return Array.from({ length: steps }, (_, step) => {
      const x = from.x + ((to.x - from.x) * step) / steps;
      const y = from.y + ((to.y - from.y) * step) / steps;
      return { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 };
    });
  });
}

const AROUND = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;

function boxAt(x: number, y: number, size: Size, anchor: Placed["anchor"]): Box {
  const { width, height } = size;
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  const top = y - LINE_PX / 2;
  return { left, right: left + width, top, bottom: top + height };
}

interface Size {
  width: number;
  height: number;
}

function sizeOf({ text, note }: EndLabel): Size {
  return note
    ? { width: Math.max(textWidth(text), textWidth(note)), height: 2 * LINE_PX }
    : { width: textWidth(text), height: LINE_PX };
}

/**
 * Labels beside points: each on the first side, near and then far, where it covers nothing; otherwise where it covers
 * least, or omitted if there are many.
 */
export function pointLabels(
  labels: readonly EndLabel[],
  width: number,
  height: number,
  lines: readonly (readonly Spot[])[] = [],
  radius = 6,
): Placed[] {
  const leavesOut = labels.length > MOST_NAMED;
  const drawn = lines.flatMap(alongLine);
  const dots = labels.map(({ x, y }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  const taken: Box[] = [];
  return labels.flatMap((label, index) => {
    const size = sizeOf(label);
    const area = size.width * size.height;
    let best: { placed: Placed; box: Box; cost: number } | null = null;
    for (const far of [radius + 4, radius + 20, radius + 36]) {
      for (const [dx, dy] of AROUND) {
        const anchor = dx > 0 ? "start" : dx < 0 ? "end" : "middle";
        const labelX = label.x + dx * far;
        // Above its point, a label of two lines stands on its second.
        const lift = dy < 0 ? size.height - LINE_PX : 0;
        const labelY = label.y + dy * (far + (dx === 0 ? 4 : 0)) - lift;
        const box = boxAt(labelX, labelY, size, anchor);
        const inside = { left: 0, right: width, top: 0, bottom: height };
        const outside = area - overlap(box, inside);
        const covered = [...taken, ...drawn, ...dots.filter((_, other) => other !== index)];
        const cost = outside * 4 + covered.reduce((sum, other) => sum + overlap(box, other), 0);
        const leads = far > radius + 4;
        if (!best || cost < best.cost - 0.01) {
          best = { placed: { ...label, labelX, labelY, anchor, leads }, box, cost };
        }
      }
      if (best && best.cost < 0.01) break;
    }
    const { placed, box } = best ?? {
      placed: {
        ...label,
        labelX: label.x,
        labelY: label.y,
        anchor: "start" as const,
        leads: false,
      },
      box: boxAt(label.x, label.y, size, "start"),
    };
    if (leavesOut && (best?.cost ?? 0) > area * COVERED) return [];
    taken.push(box);
    return [placed];
  });
}

/** Average width of a letter of a label, in pixels. */
const LETTER_PX = 6.6;

/** The room that the longest of these labels takes, in pixels, with its sign and so many around it. */
export function roomForLabels(labels: readonly string[], around = 37): number {
  return around + Math.max(...labels.map(({ length }) => length)) * LETTER_PX;
}
