/** Charts as a picture to post, and as a table to paste. */

import { strings } from "../strings/strings";
import { faceRule } from "./face";
import type { Drawn } from "./figures";
import {
  brand,
  CARD_HEIGHT,
  foot,
  footHeight,
  PAD,
  type Pen,
  paragraph,
  penOn,
  stretch,
  WIDTH,
} from "./pen";
import { drawingOf, imageOf } from "./picture";
import type { Sharing } from "./ShareMenu";

const WIDE = WIDTH - 2 * PAD;
/** Below the mark. */
const TOP = PAD + 22;
const GAP = 18;
/** Maximum enlargement of a chart; beyond it, its letters would be larger than its title. */
const MOST_SCALE = 2;

interface Plot {
  of: Drawn;
  image: HTMLImageElement;
  width: number;
  height: number;
}

async function plotOf(of: Drawn): Promise<Plot> {
  const { svg, width, height } = drawingOf(of.drawing, await faceRule());
  return { of, image: await imageOf(svg), width, height };
}

/** Draws the title, the subject and the sentence. Returns where the chart begins. */
function words(pen: Pen, { told }: Drawn, y: number): number {
  const title = paragraph(pen, told.title, PAD, y, { px: 34, weight: 650, width: WIDE }, 2);
  const soft = { px: 19, ink: "var(--soft)", width: WIDE };
  const below = told.direction ? paragraph(pen, told.direction, PAD, title + 4, soft, 1) : title;
  return told.reading ? paragraph(pen, told.reading, PAD, below + 2, soft, 2) : below;
}

function scaleFor({ width, height }: Plot, room: number): number {
  return Math.min(MOST_SCALE, WIDE / width, room / height);
}

function chart(pen: Pen, one: Plot, from: number, room: number): number {
  const scale = scaleFor(one, room);
  // In the middle of the remaining space.
  const y = from + (Number.isFinite(room) ? Math.max(0, room - one.height * scale) / 2 : 0);
  pen.context.drawImage(one.image, PAD, y, one.width * scale, one.height * scale);
  return y + one.height * scale;
}

/** 1200 × 630 with the first chart, or as high as all of them need. */
export async function drawCard(figures: readonly Drawn[], isWhole: boolean, version: string) {
  const all = await Promise.all((isWhole ? figures : figures.slice(0, 1)).map(plotOf));
  const [first] = all;
  if (!first) throw new Error("There is nothing drawn to share.");
  const drawing = penOn();
  const { pen, canvas } = drawing;
  const { facts, simulated } = first.of.told;
  const below = {
    facts: facts.join(" · "),
    simulated: simulated ? strings.simulated.ribbon : null,
  };
  const footing = footHeight(pen, below);
  const lay = (height: number) => {
    brand(pen, strings.app, version);
    let y = TOP;
    for (const one of all) {
      const from = words(pen, one.of, y) + GAP;
      const room = isWhole ? Number.POSITIVE_INFINITY : height - footing - GAP - from;
      y = chart(pen, one, from, room) + GAP;
    }
    return y;
  };
  // Laid out once without drawing: only then is the height known.
  const height = Math.ceil(Math.max(CARD_HEIGHT, isWhole ? lay(0) + footing : 0));
  stretch(drawing, height);
  lay(height);
  foot(pen, below, height);
  return canvas;
}

/** Escapes what would end a cell or begin markup in it. */
export const cell = (text: string) => text.replace(/[\\|`*_<>[\]]/g, "\\$&").replace(/\s+/g, " ");

/** Each chart's finding and numbers, and the conditions. */
export function markdownOf(figures: readonly Drawn[]): string {
  const parts = figures.flatMap(({ told, table }) => [
    `**${cell(told.title)}** ${cell([told.direction, told.reading].filter(Boolean).join(". "))}`.trim(),
    "",
    `| ${table.columns.map(cell).join(" | ")} |`,
    `| ${table.columns.map((_, at) => (at === 0 ? "---" : "---:")).join(" | ")} |`,
    ...table.rows.map((row) => `| ${row.map(cell).join(" | ")} |`),
    "",
  ]);
  const [first] = figures;
  const simulated = first?.told.simulated ? `${strings.simulated.tag} · ` : "";
  const facts = first ? `${simulated}${first.told.facts.join(" · ")} · ${strings.app}` : "";
  return [...parts, cell(facts), ""].join("\n");
}

/** The charts below an element in every form in which they leave the window. */
export function sharingOf(
  figures: () => readonly Drawn[],
  about: Pick<Sharing, "name" | "link" | "runs">,
): Sharing {
  return {
    ...about,
    isDrawn: () => figures().length > 0,
    picture: (isWhole, version) => drawCard(figures(), isWhole, version),
    markdown: () => markdownOf(figures()),
  };
}
