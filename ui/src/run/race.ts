/** A race as the window shows it, live or from the history. Text is kept separately in the lane store. */

import type { Lane, LanePlan, Phase, Plan, Playback, Run, Sample } from "../backend/backend";
import { looksOf } from "../backend/looks";
import { modelOf, type StepMarks } from "./steps";

export interface LiveLane {
  /** Its index in the plan, from 0; muted lanes leave gaps. */
  place: number;
  /** Its contender's colour and shape, by number. */
  look: number;
  provider: string;
  label: string;
  model: string;
  simulated: boolean;
  phase: Phase;
  tokens: number;
  liveTps: number | null;
  sentUs: number | null;
  firstAnyUs: number | null;
  firstAnswerUs: number | null;
  lastUs: number | null;
  ticksUs: readonly number[];
  /** Output tokens that had arrived when the answer began; null before that, or if unknown. */
  thoughtTokens: number | null;
  /** Which step of its chain is under way in this round, from 0. */
  step?: number;
  /** The steps of its chain that are over in this round, while it runs. */
  steps?: readonly StepMarks[];
  /** The result of this round, once it has ended. */
  sample: Sample | null;
  /** Every completed measured round. */
  samples: readonly Sample[];
  /** Its earlier result in the race, if it has since been raced again alone. */
  earlier?: Sample | null;
}

export interface Race {
  /** The run's id, once it exists. */
  id: string | null;
  plan: Plan;
  stage: "planned" | "starting" | "running" | "ended";
  /** The shared clock, in microseconds since this round's start gun. */
  atUs: number;
  /** Index of the round, from 0, including warm-ups. */
  round: number;
  warmup: boolean;
  /** Whether the user is asked, in a dialog of the system, for leave that it needs to start. */
  isAsked: boolean;
  /** How far its judge is; null while it is not asked. */
  judging: { ended: number; of: number } | null;
  /** How many commands of its checks have ended once it is over, of how many; null before. */
  checking: { ended: number; of: number } | null;
  lanes: readonly LiveLane[];
  /** The whole run, once it is over. */
  run: Run | null;
  notSaved: string | null;
}

export interface Contender {
  label: string;
  simulated: boolean;
}

/** A stream that has begun is reported as silent after this long. */
const SILENT_FROM_US = 3e6;

/** When the last text of a stream came that has begun and says nothing now, in microseconds since the gun; null for any other. */
export function silentSince(
  { phase, lastUs }: Pick<LiveLane, "phase" | "lastUs">,
  { atUs }: Pick<Race, "atUs">,
): number | null {
  const hasBegun = phase === "thinking" || phase === "writing";
  return hasBegun && lastUs !== null && atUs - lastUs >= SILENT_FROM_US ? lastUs : null;
}

/** Speed in tokens per second above which nobody reads along, and laying out every token would slow down the page. */
const THIN_FROM_TPS = 4_000;

/** Whether a lane's text is shown less often than it arrives. Measuring and storing are not affected. */
export function isThinned({ liveTps }: LiveLane): boolean {
  return (liveTps ?? 0) >= THIN_FROM_TPS;
}

/** A lane before its request is sent. */
const ON_THE_LINE = {
  phase: "connecting",
  tokens: 0,
  liveTps: null,
  sentUs: null,
  firstAnyUs: null,
  firstAnswerUs: null,
  lastUs: null,
  ticksUs: [],
  thoughtTokens: null,
  step: 0,
  steps: [],
  sample: null,
} as const;

/** A lane before the next request of its chain is sent. */
export function nextStep(lane: LiveLane): LiveLane {
  return { ...lane, ...ON_THE_LINE };
}

/** Every lane back at the start, with its measured rounds. */
export function nextRound(race: Race): readonly LiveLane[] {
  return race.lanes.map((lane) => ({ ...lane, ...ON_THE_LINE }));
}

/** A race before its first event. Muted lanes are excluded. */
export function raceOfPlan(plan: Plan, contender: (lane: LanePlan) => Contender): Race {
  const lanes = plan.lanes
    .map((lane, place) => ({ lane, place }))
    .filter(({ lane }) => !lane.muted)
    .map(({ lane, place }): LiveLane => {
      const provider = lane.later?.length ? "chain" : lane.provider;
      const model = modelOf(lane);
      return {
        place,
        look: place,
        provider,
        model,
        ...contender(lane),
        ...ON_THE_LINE,
        samples: [],
      };
    });
  const looks = looksOf(lanes);
  return {
    id: null,
    plan,
    stage: "planned",
    atUs: 0,
    round: 0,
    warmup: false,
    isAsked: false,
    judging: null,
    checking: null,
    lanes: lanes.map((lane, index) => ({ ...lane, look: looks[index] ?? index })),
    run: null,
    notSaved: null,
  };
}

/** Number of rounds in which a lane failed; stopped rounds do not count. */
export function failedOf(samples: readonly Sample[]): number {
  return samples.filter(({ status }) => status !== "ok" && status !== "cancelled").length;
}

/** The tokens of a sample's reasoning, by the count that its speeds use. */
export function thoughtOf({ reasoning, reasoning_tokens_server, token_source }: Sample) {
  if (reasoning === "") return 0;
  return token_source === "server" ? (reasoning_tokens_server ?? null) : null;
}

function laneOfRun(lane: Lane, round: number, look: number): LiveLane {
  const { place, provider, label, model, simulated, samples } = lane;
  const sample = samples[round] ?? samples.at(-1) ?? null;
  return {
    place,
    look,
    provider,
    label,
    model,
    simulated,
    ...ON_THE_LINE,
    phase: "ended",
    thoughtTokens: sample && thoughtOf(sample),
    sample,
    samples,
  };
}

/** Number of measured rounds of a run. */
export function roundsOf(run: Run): number {
  return Math.max(0, ...run.lanes.map((lane) => lane.samples.length));
}

/** A finished run, at one of its measured rounds, from 0. */
export function raceOfRun(run: Run, round: number): Race {
  const looks = looksOf(run.lanes);
  return {
    id: run.id,
    plan: run.plan,
    stage: "ended",
    atUs: 0,
    round,
    warmup: false,
    isAsked: false,
    judging: null,
    checking: null,
    lanes: run.lanes.map((lane, index) => laneOfRun(lane, round, looks[index] ?? index)),
    run,
    notSaved: null,
  };
}

/** A race in playback: its log, and the position of the play-head. */
export interface Playing {
  run: Run;
  playback: Playback;
  /** In microseconds since the gun. */
  headUs: number;
}
