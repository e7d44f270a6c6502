/** The user's view settings of races: view, axis, distance, Markdown. */

import { create } from "zustand";
import { VERDICT_FROM } from "../backend/backend";

export const VIEWS = [
  "lanes",
  "grid",
  "focus",
  "pace",
  "rounds",
  "table",
  "diff",
  "judge",
] as const;

/** How many rounds “Again” races: the minimum that can settle anything. */
export const AGAIN_ROUNDS = VERDICT_FROM;

/** The most rounds of a race until it is settled, as on the command line. */
export const MOST_UNTIL_SETTLED = 100;

export type View = (typeof VIEWS)[number];

/** The axis of the track: time since the start gun, or tokens to a finish line. */
export type AxisKind = "clock" | "distance";

interface Looking {
  view: View;
  axis: AxisKind;
  /** The finish line in output tokens; null leaves it to the engine. */
  distance: number | null;
  /** The lanes, by index, whose finished answers are shown as Markdown. */
  rendered: ReadonlySet<number>;
  /** The two compared lanes, by index among those that run. */
  pair: readonly [number, number];
  show: (view: View) => void;
  turnAxis: () => void;
  setAxis: (axis: AxisKind) => void;
  setDistance: (distance: number | null) => void;
  /** Shows these lanes as Markdown, or as written if all of them already are. */
  turnRendered: (places: readonly number[]) => void;
  setPair: (pair: readonly [number, number]) => void;
}

/** Whether the track is shown with a row for each lane. */
export function showsRows({ view, axis }: Pick<Looking, "view" | "axis">): boolean {
  return view === "lanes" && axis === "distance";
}

export const useView = create<Looking>()((set) => ({
  view: "lanes",
  axis: "distance",
  distance: null,
  rendered: new Set(),
  pair: [0, 1],
  show: (view) => set({ view }),
  turnAxis: () => set(({ axis }) => ({ axis: axis === "clock" ? "distance" : "clock" })),
  setAxis: (axis) => set({ axis }),
  setDistance: (distance) => set({ distance }),
  turnRendered: (places) =>
    set(({ rendered }) => {
      const all = places.every((place) => rendered.has(place));
      const next = new Set(rendered);
      for (const place of places) {
        if (all) next.delete(place);
        else next.add(place);
      }
      return { rendered: next };
    }),
  setPair: (pair) => set({ pair }),
}));
