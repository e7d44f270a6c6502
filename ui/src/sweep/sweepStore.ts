/** The current or latest sweep of this session. It outlives the Sweep screen. */

import { create } from "zustand";
import {
  type Backend,
  type Curves,
  type Failure,
  type LargerBudget,
  type QuestionView,
  Refusal,
  type SweepDraft,
  type SweepFrame,
  type SweepNews,
} from "../backend/backend";
import { rememberLooks } from "../backend/looks";
import { runStates } from "../strings/results";
import { strings } from "../strings/strings";
import { announce } from "../ui/announcer";

const w = strings.sweeps.run;

/** A sweep as the screen shows it, live or stored. */
export interface SweepState {
  curves: Curves;
  frame: SweepFrame;
  notSaved?: string | null;
  /** Which question each contender answered right; of a stored sweep alone. */
  questions?: QuestionView | null;
}

interface SweepStore {
  shown: SweepState | null;
  /** Whether a sweep is starting or running. */
  busy: boolean;
  /** Whether the user is asked, in a dialog of the system, for leave that it needs to start. */
  asked: boolean;
  /** Whether it is waiting for requests in flight, and sends no more. */
  pausing: boolean;
  refused: Failure | null;
  start: (backend: Backend, draft: SweepDraft) => Promise<string | null>;
  /** Resumes a sweep; with a larger budget, one that its budget ended. */
  resume: (backend: Backend, id: string, budget?: LargerBudget) => Promise<void>;
  pause: (backend: Backend) => Promise<void>;
  stop: (backend: Backend) => Promise<void>;
  clearRefusal: () => void;
}

/** The state after this update. */
export function reduce(shown: SweepState | null, news: SweepNews): SweepState | null {
  if (news.type === "asking_leave") return shown;
  if (news.type === "started") return { curves: news.curves, frame: news.frame };
  if (!shown) return null;
  switch (news.type) {
    case "frame":
      return { ...shown, frame: news.frame };
    case "level_ended": {
      const lanes = shown.curves.lanes.with(news.lane, news.curve);
      return { ...shown, curves: { ...shown.curves, lanes, conditions: news.conditions } };
    }
    case "ended":
      return {
        ...shown,
        curves: { ...shown.curves, state: news.state },
        notSaved: news.not_saved,
      };
    case "not_started":
      return shown;
  }
}

export const useSweepStore = create<SweepStore>()((set, get) => {
  const accept = (news: SweepNews) => {
    if (news.type === "asking_leave") {
      set({ asked: true });
      return;
    }
    set({ asked: false });
    if (news.type === "not_started") {
      set({
        shown: null,
        busy: false,
        pausing: false,
        refused: { kind: "history", message: news.message },
      });
      return;
    }
    if (news.type === "started") rememberLooks(news.curves.lanes);
    set({ shown: reduce(get().shown, news) });
    if (news.type === "started") announce(w.announceStart(news.curves.lanes.length));
    if (news.type === "ended") {
      set({ busy: false, pausing: false });
      announce(w.announceEnd(runStates[news.state]));
    }
  };
  const attempt = async (begin: () => Promise<string>): Promise<string | null> => {
    if (get().busy) return null;
    set({ busy: true, pausing: false, refused: null });
    try {
      return await begin();
    } catch (error) {
      set({ busy: false, asked: false });
      if (!(error instanceof Refusal)) throw error;
      set({ refused: error.failure });
      return null;
    }
  };
  return {
    shown: null,
    busy: false,
    asked: false,
    pausing: false,
    refused: null,
    start: (backend, draft) => attempt(() => backend.startSweep(draft, accept)),
    resume: async (backend, id, budget) => {
      await attempt(() => backend.resumeSweep(id, budget ?? null, accept));
    },
    pause: async (backend) => {
      const id = get().shown?.curves.id;
      if (!get().busy || !id) return;
      set({ pausing: true });
      await backend.pauseSweep(id);
    },
    stop: async (backend) => {
      const id = get().shown?.curves.id;
      if (get().busy && id) await backend.stopRace(id);
    },
    clearRefusal: () => set({ refused: null }),
  };
});
