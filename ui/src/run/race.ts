/** A race as the window shows it, live or from the history. Text is kept separately in the lane store. */

import type { Lane, LanePlan, Phase, Plan, Playback, Run, Sample } from "../backend/backend";
import { looksOf } from "../backend/looks";

export interface LiveLane {
  /** Its place in the plan, from 0; muted lanes leave gaps. */
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
  /** Output tokens that had come when the answer began; absent while it has not, or where nobody knows. */
  thoughtTokens: number | null;
  /** What this round came to, once it ended. */
  sample: Sample | null;
  /** Every measured round that ended. */
  samples: readonly Sample[];
  /** What came of it beside the others, where it has been raced again since, alone. */
  earlier?: Sample | null;
}

export interface Race {
  /** The run's id, once it exists. */
  id: string | null;
  plan: Plan;
  stage: "planned" | "starting" | "running" | "ended";
  /** The shared clock, in microseconds since this round's start gun. */
  atUs: number;
  /** Which round, from 0, warm-ups included. */
  round: number;
  warmup: boolean;
  lanes: readonly LiveLane[];
  /** The whole run, once it is over. */
  run: Run | null;
  notSaved: string | null;
}

export interface Contender {
  label: string;
  simulated: boolean;
}

/** From so many tokens a second on, nobody reads along, and laying each of them out would slow the whole page. */
const THIN_FROM_TPS = 4_000;

/** Whether a lane's text is shown less often than it comes. What is measured and kept is the same. */
export function isThinned({ liveTps }: LiveLane): boolean {
  return (liveTps ?? 0) >= THIN_FROM_TPS;
}

/** A lane before its request left. */
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
  sample: null,
} as const;

/** Every lane back on the line, its measured rounds kept. */
export function nextRound(race: Race): readonly LiveLane[] {
  return race.lanes.map((lane) => ({ ...lane, ...ON_THE_LINE }));
}

/** A race before its first event. Muted lanes are not among those that run. */
export function raceOfPlan(plan: Plan, contender: (lane: LanePlan) => Contender): Race {
  const lanes = plan.lanes
    .map((lane, place) => ({ lane, place }))
    .filter(({ lane }) => !lane.muted)
    .map(({ lane, place }): LiveLane => {
      const { provider, model } = lane;
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
    lanes: lanes.map((lane, index) => ({ ...lane, look: looks[index] ?? index })),
    run: null,
    notSaved: null,
  };
}

/** In how many rounds a lane failed; one that was stopped did not. */
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

/** How many measured rounds a run has. */
export function roundsOf(run: Run): number {
  return Math.max(0, ...run.lanes.map((lane) => lane.samples.length));
}

/** A run that is over, seen at one of its measured rounds, from 0. */
export function raceOfRun(run: Run, round: number): Race {
  const looks = looksOf(run.lanes);
  return {
    id: run.id,
    plan: run.plan,
    stage: "ended",
    atUs: 0,
    round,
    warmup: false,
    lanes: run.lanes.map((lane, index) => laneOfRun(lane, round, looks[index] ?? index)),
    run,
    notSaved: null,
  };
}

/** A race that is played again: what its log tells, and where the play-head stands. */
export interface Playing {
  run: Run;
  playback: Playback;
  /** In microseconds since the gun. */
  headUs: number;
}
