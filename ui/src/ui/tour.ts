/** Whether the first steps are shown: after a fresh install until they are dismissed, and whenever they are asked for. */

import { create } from "zustand";

const STORED_AS = "paceline.first-run-dismissed";

interface Tour {
  isDismissed: boolean;
  /** Whether they were asked for, on whatever installation. */
  isAsked: boolean;
  show: () => void;
  dismiss: () => void;
}

export const useTour = create<Tour>((set) => ({
  isDismissed: window.localStorage.getItem(STORED_AS) !== null,
  isAsked: false,
  show: () => set({ isAsked: true }),
  dismiss: () => {
    window.localStorage.setItem(STORED_AS, "yes");
    set({ isDismissed: true, isAsked: false });
  },
}));
