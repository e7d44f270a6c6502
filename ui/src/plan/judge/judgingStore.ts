/** The judge that is asked about a race of the history, at most one at a time. It outlives the screens. */

import type { QueryClient } from "@tanstack/react-query";
import { create } from "zustand";
import {
  type Backend,
  type Failure,
  type JudgePlan,
  type RaceEvent,
  Refusal,
  type Run,
} from "../../backend/backend";
import { keys } from "../../backend/queries";
import { useRaceStore } from "../../run/raceStore";
import { strings } from "../../strings/strings";
import { announce } from "../../ui/announcer";

interface JudgingStore {
  /** The run that is judged; null for none. */
  id: string | null;
  /** How far it is; null before the first request. */
  progress: { ended: number; of: number } | null;
  /** Why a run was not judged, or what the judge said of it not kept. */
  trouble: { id: string; failure: Failure } | null;
  ask: (backend: Backend, client: QueryClient, id: string, judge: JudgePlan) => Promise<void>;
  stop: (backend: Backend) => Promise<void>;
}

/** Shows what the judge said wherever the run is shown. */
function show(client: QueryClient, run: Run): void {
  client.setQueryData(keys.run(run.id), run);
  useRaceStore.getState().takeJudged(run);
  announce(strings.judge.announceEnd);
}

export const useJudging = create<JudgingStore>()((set, get) => ({
  id: null,
  progress: null,
  trouble: null,
  ask: async (backend, client, id, judge) => {
    if (get().id !== null) return;
    set({ id, progress: null, trouble: null });
    const over = (message: string | null) => {
      const failure = { kind: "history" as const, message: message ?? "" };
      set({ id: null, progress: null, trouble: message === null ? null : { id, failure } });
    };
    const accept = (event: RaceEvent) => {
      if (event.type === "judging") set({ progress: { ended: event.ended, of: event.of } });
      if (event.type === "not_started") over(event.message);
      if (event.type !== "ended") return;
      over(event.not_saved ?? null);
      show(client, event.run);
    };
    try {
      await backend.judgeRun(id, judge, accept);
    } catch (error) {
      set({ id: null, progress: null });
      if (!(error instanceof Refusal)) throw error;
      set({ trouble: { id, failure: error.failure } });
    }
  },
  stop: async (backend) => {
    const { id } = get();
    if (id !== null) await backend.stopRace(id);
  },
}));
