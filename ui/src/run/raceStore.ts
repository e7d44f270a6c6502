/** The current or latest race of this session. It outlives the Race screen. */

import { create } from "zustand";
import {
  type Backend,
  type Failure,
  type Plan,
  type RaceEvent,
  Refusal,
  type Run,
  type Sample,
} from "../backend/backend";
import { rememberLooks } from "../backend/looks";
import { painted, paintedIfLong } from "../backend/painted";
import { durationWithUnit } from "../strings/numbers";
import { faults, statuses } from "../strings/results";
import { strings } from "../strings/strings";
import { announce } from "../ui/announcer";
import { type Beside, BesideStore } from "./beside";
import { LaneStore, type Staged } from "./laneStore";
import { shortNameOf } from "./names";
import { type Contender, raceOfPlan } from "./race";

interface RaceStore {
  store: Staged | null;
  /** Whether a race is starting or running. */
  busy: boolean;
  /** Why the last start was refused. */
  refused: Failure | null;
  start: (
    backend: Backend,
    plan: Plan,
    contender: (lane: Plan["lanes"][number]) => Contender,
    /** The race whose lane is raced again, which stays on the stage. */
    beside?: Beside,
  ) => Promise<void>;
  stopAll: (backend: Backend) => Promise<void>;
  stopLane: (backend: Backend, lane: number) => Promise<void>;
  /** Shows what a judge said of the last race, if this is its run. */
  takeJudged: (run: Run) => void;
  clearRefusal: () => void;
}

function outcomeWords(label: string, sample: Sample): string {
  if (sample.status === "ok") {
    return strings.race.announceFinish(label, durationWithUnit(sample.latency_ms));
  }
  const how = sample.error ? faults[sample.error.class] : statuses[sample.status];
  return strings.race.announceLane(label, how.toLowerCase());
}

/** Announces starts and ends to screen readers; the streams themselves are silent. */
function announceEvent(store: LaneStore, event: RaceEvent): void {
  if (event.type === "asking_leave") announce(strings.checks.commands.asking);
  if (event.type === "started") announce(strings.race.announceStart(store.now().lanes.length));
  if (event.type === "ended") announce(strings.race.announceEnd);
  if (event.type === "lane_ended") {
    const { lanes } = store.now();
    const lane = lanes[event.lane];
    announce(outcomeWords(lane ? shortNameOf(lane, lanes) : "", event.sample));
  }
}

export const useRaceStore = create<RaceStore>()((set, get) => ({
  store: null,
  busy: false,
  refused: null,
  start: async (backend, plan, contender, beside) => {
    if (get().busy) return;
    const previous = get().store;
    const store = new LaneStore({ ...raceOfPlan(plan, contender), stage: "starting" });
    set({ store: beside ? new BesideStore(store, beside) : store, busy: true, refused: null });
    const accept = async (event: RaceEvent) => {
      if (event.type === "not_started") {
        set({ store: previous, busy: false, refused: { kind: "history", message: event.message } });
        return;
      }
      if (event.type === "started") rememberLooks(store.now().lanes);
      // The last event holds the whole run with its plan: what was just read of it is not drawn in the same frame.
      if (event.type === "ended") await paintedIfLong(event.run.plan);
      store.accept(event);
      announceEvent(store, event);
      if (event.type !== "ended") return;
      // The results take most of a frame to be drawn, and so does what may be started again.
      await painted();
      set({ busy: false });
    };
    try {
      // The press is answered before a plan of megabytes is written for the engine.
      await paintedIfLong(plan);
      await backend.startRace(plan, (event) => void accept(event));
    } catch (error) {
      set({ store: previous, busy: false });
      if (!(error instanceof Refusal)) throw error;
      set({ refused: error.failure });
    }
  },
  stopAll: async (backend) => {
    const id = get().store?.now().id;
    if (get().busy && id) await backend.stopRace(id);
  },
  stopLane: async (backend, lane) => {
    const { store, busy } = get();
    const race = store?.now();
    const of = store?.laneOfRun(lane) ?? null;
    const isRunning = race?.lanes[lane] && race.lanes[lane].phase !== "ended";
    if (busy && race?.id && isRunning && of !== null) await backend.stopLane(race.id, of);
  },
  takeJudged: (run) => {
    const { store, busy } = get();
    const isIt = store instanceof LaneStore && store.now().id === run.id;
    if (isIt && !busy) store.accept({ type: "ended", run });
  },
  clearRefusal: () => set({ refused: null }),
}));
