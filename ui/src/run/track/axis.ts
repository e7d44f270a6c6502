/** The two axes of the track: time since the start gun, and output tokens to a finish line. Geometry only. */

import { count, decimal, durationWithUnit } from "../../strings/numbers";
import { faults, phases, statuses } from "../../strings/results";
import { strings } from "../../strings/strings";
import { tokensOf } from "../figures";
import type { LiveLane, Race } from "../race";
import {
  axisEnd,
  type BarPicture,
  clockPicture,
  gridOf,
  LEAST_LIVE_MS,
  marksOf,
  outcomeOf,
  span,
  tickEvery,
} from "./trackGeometry";

export type AxisKind = "clock" | "distance";

export interface AxisPicture {
  bars: BarPicture[];
  /** What is written beside each lane's end. */
  endings: string[];
  /** How far the axis reaches, in its own unit; never less than `before`. */
  end: number;
  grid: { at: number; text: string }[];
  /** How many tokens a tick stands for, at so many pixels per unit. */
  tickEvery: (pxPerUnit: number) => number;
}

/** The finish line of a race by distance, and when each lane crossed it. */
export interface Finish {
  tokens: number;
  /** For each lane, in milliseconds since its send; absent where it is not known, or never came so far. */
  timesMs: readonly (number | null)[];
}

/** Why a lane ended where it did, where that is not by itself. */
function whyEnded({ sample }: LiveLane): string | null {
  if (!sample || outcomeOf(sample.status) === "finished") return null;
  return sample.error ? faults[sample.error.class] : statuses[sample.status];
}

export function clockAxis(race: Race, before: number): AxisPicture {
  const marks = race.lanes.map((lane) => marksOf(lane, race));
  // A race under way begins with room for its first seconds; one whose length is known with that.
  const least = race.stage === "ended" || before > 0 ? before : LEAST_LIVE_MS;
  const end = axisEnd(Math.max(0, ...marks.map(({ reached }) => reached)), least);
  return {
    bars: marks.map(clockPicture),
    endings: race.lanes.map((lane) =>
      lane.sample ? (whyEnded(lane) ?? durationWithUnit(lane.sample.latency_ms)) : "",
    ),
    end,
    grid: gridOf(end).map((at) => ({ at: at * 1_000, text: decimal(at, at % 1 === 0 ? 0 : 1) })),
    tickEvery: (pxPerMs) => tickEvery(marks, pxPerMs),
  };
}

const TICK_TOKENS = 100;
const FULL = 0.88;
/** Where a race by distance begins: a short answer fills a good part of it. */
const LEAST_TOKENS = 64;
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number at or above, with two digits at most. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return (STEPS.find((step) => step * power >= value) ?? 10) * power;
}

const GRID = [1, 2, 5];

function tokenGrid(end: number): number[] {
  for (let power = 1; ; power *= 10) {
    const step = GRID.map((digit) => digit * power).find((step) => end / step <= 8);
    if (step) return Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => at * step);
  }
}

export function tokensSoFar({ sample, tokens }: LiveLane): number {
  return sample ? (tokensOf(sample) ?? 0) : tokens;
}

function distancePicture(lane: LiveLane): BarPicture {
  const tokens = tokensSoFar(lane);
  const isThinking = !lane.sample && lane.phase === "thinking";
  const thought = isThinking ? tokens : Math.min(tokens, lane.thoughtTokens ?? 0);
  const outcome = lane.sample ? outcomeOf(lane.sample.status) : "running";
  return {
    spans: {
      connect: null,
      wait: null,
      think: span(0, thought),
      write: span(thought, tokens),
      tail: null,
    },
    ticks: Array.from(
      { length: Math.floor(tokens / TICK_TOKENS) },
      (_, k) => (k + 1) * TICK_TOKENS,
    ),
    isOut: lane.sentUs !== null || (lane.sample?.sent_at_ms ?? null) !== null,
    end: outcome === "running" ? null : { at: tokens, clearFrom: tokens, outcome },
  };
}

function distanceEnding(lane: LiveLane, finish: Finish | null, index: number): string {
  if (!lane.sample) return lane.tokens > 0 || lane.sentUs === null ? "" : phases[lane.phase];
  const time = finish?.timesMs[index] ?? null;
  const crossed = finish && time !== null;
  const said = crossed
    ? strings.stage.toDistance(finish.tokens, durationWithUnit(time))
    : strings.stage.outcome.stoppedFreely(count(tokensOf(lane.sample)));
  return whyEnded(lane) ?? said;
}

const distanceEnd = (tokens: number) => roundUp(Math.max(LEAST_TOKENS, tokens) / FULL);

/** How far the axis reaches for a race whose end is known, so that it stands still while that race is played. */
export function wholeAxis(kind: AxisKind, endedMs: number, tokens: number): number {
  return kind === "clock" ? axisEnd(endedMs, 0) : distanceEnd(tokens);
}

export function distanceAxis(race: Race, before: number, finish: Finish | null): AxisPicture {
  const furthest = Math.max(finish?.tokens ?? 0, ...race.lanes.map(tokensSoFar));
  const end = Math.max(before, distanceEnd(furthest));
  return {
    bars: race.lanes.map(distancePicture),
    endings: race.lanes.map((lane, index) => distanceEnding(lane, finish, index)),
    end,
    grid: tokenGrid(end).map((at) => ({ at, text: count(at) })),
    tickEvery: (pxPerToken) => {
      const every = [1, 5, 10, 50, 100].find((each) => each * TICK_TOKENS * pxPerToken >= 4);
      return (every ?? 100) * TICK_TOKENS;
    },
  };
}
