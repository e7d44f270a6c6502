/** What planes and marks hand to the chart around them: numbers that can be read, and dots too many for SVG. */

import { createContext, useContext } from "react";
import type { Reading } from "./plane";

/** A reading, and where in the chart it stands. */
export interface PlacedReading extends Reading {
  px: number;
  py: number;
}

export type Paint = (context: CanvasRenderingContext2D, colourOf: (css: string) => string) => void;

export interface Layers {
  /** Each answers with what takes it back. */
  readings: (key: string, placed: readonly PlacedReading[]) => () => void;
  paint: (key: string, paint: Paint) => () => void;
}

export const LayersContext = createContext<Layers | null>(null);

export function useRegister(): Layers {
  const layers = useContext(LayersContext);
  if (!layers) throw new Error("A plane needs a chart around it.");
  return layers;
}
