/** How far the window's start has come. */

import { create } from "zustand";

interface Start {
  /** Whether its first frame is being made, which holds only what a person can use before the first race. */
  isOpening: boolean;
  /** Whether it can be used: until then nothing is asked of the engine that the first screen does not show. */
  isStarted: boolean;
}

export const useStarted = create<Start>(() => ({ isOpening: false, isStarted: false }));
