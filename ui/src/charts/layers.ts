/** What planes and marks pass to their chart: readable values, and dots too many for SVG. */

import { createContext, useContext } from "react";

/** A number that can be pointed at and walked to. */
export interface Reading {
  /** Left and right walk within one series, up and down between them. */
  series: string;
  x: number | null | undefined;
  y: number | null | undefined;
  /** The whole of what it says, in words: “Groq, 32 in flight: TTFT p50 0.42 s”. */
  text: string;
  /** What opening it hands on, where something opens. */
  id?: string;
}

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
