/** The look of a lane in every chart: colour, plus a shape and a dash for users who cannot distinguish colours. */

import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from "d3-shape";
import { laneColour } from "../ui/controls";

const SIN_60 = Math.sqrt(3) / 2;

/** A triangle that stands on its point. */
const symbolTriangleDown: SymbolType = {
  draw: (context, size) => {
    const side = Math.sqrt((size * 4) / Math.sqrt(3));
    const high = side * SIN_60;
    context.moveTo(0, (high * 2) / 3);
    context.lineTo(-side / 2, -high / 3);
    context.lineTo(side / 2, -high / 3);
    context.closePath();
  },
};

/** Two triangles, point to point. */
const symbolHourglass: SymbolType = {
  draw: (context, size) => {
    const half = Math.sqrt(size / 2);
    context.moveTo(-half, -half);
    context.lineTo(half, -half);
    context.lineTo(-half, half);
    context.lineTo(half, half);
    context.closePath();
  },
};

/** As many as there are colours, so that lanes whose colours look alike never share one. */
const SHAPES: readonly SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
  symbolWye,
  symbolTriangleDown,
  symbolHourglass,
];

const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4"] as const;

export interface Identity {
  colour: string;
  /** For `stroke-dasharray`; empty is a whole line. */
  dash: string;
  /** Which of the shapes; the same number is the same shape. */
  shape: number;
}

/** The look of the lane at this place in the line-up, from 0. */
export function identityOf(place: number): Identity {
  return {
    colour: laneColour(place),
    dash: DASHES[place % DASHES.length] ?? "",
    shape: place % SHAPES.length,
  };
}

const paths = new Map<string, string>();

/** The outline of a shape about its middle, `size` pixels across if it were a circle. */
export function shapePath(shape: number, size: number): string {
  const key = `${shape} ${size}`;
  let path = paths.get(key);
  if (!path) {
    const area = Math.PI * (size / 2) ** 2;
    path = symbol(SHAPES[shape % SHAPES.length], area)() ?? "";
    paths.set(key, path);
  }
  return path;
}
