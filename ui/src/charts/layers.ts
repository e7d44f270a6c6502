/** Data that planes and marks pass to their chart: readable values, and dots too many for SVG. */

import { createContext, useContext } from "react";

/** A number that can be pointed at and walked to. */
export interface Reading {
  /** Left and right walk within one series, up and down between them. */
  series: string;
  x: number | null | undefined;
  y: number | null | undefined;
  /** Its complete text: “Groq, 32 in flight: TTFT p50 0.42 s”. */
  text: string;
  /** The id to open, if it can be opened. */
  id?: string;
}

/** A reading and its position in the chart. */
export interface PlacedReading extends Reading {
  px: number;
  py: number;
}

export type Paint = (context: CanvasRenderingContext2D, colourOf: (css: string) => string) => void;

export interface Layers {
  /** Each returns a function that undoes it. */
  readings: (key: string, placed: readonly PlacedReading[]) => () => void;
  paint: (key: string, paint: Paint) => () => void;
}

export const LayersContext = createContext<Layers | null>(null);

export function useRegister(): Layers {
  const layers = useContext(LayersContext);
  if (!layers) throw new Error("A plane needs a chart around it.");
  return layers;
}
