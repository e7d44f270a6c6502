/** The look of a lane in every chart: colour, plus a shape and a dash for users who cannot distinguish colours. */

import { laneColour, laneShape } from "../ui/lanes";

export { filledShape, isHollow, shapePath } from "../ui/lanes";

/** Enough dashes that a colour and its dash repeat together only after the twelfth lane. */
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "2 2 7 2"] as const;

export interface Identity {
  colour: string;
  /** For `stroke-dasharray`; empty for a solid line. */
  dash: string;
  /** Index of the shape. */
  shape: number;
}

/** The part of a look that a label shows. */
export function signOf({ colour, shape }: Identity): { colour: string; shape: number } {
  return { colour, shape };
}

/** A look as charts draw it, by its number from 0. */
export function identityOf(look: number): Identity {
  return {
    colour: laneColour(look),
    dash: DASHES[look % DASHES.length] ?? "",
    shape: laneShape(look),
  };
}
