/** The axis of the track, time since the start gun, and that of output tokens. Geometry only. */

import { count, decimal, durationWithUnit } from "../../strings/numbers";
import { commas } from "../../strings/phrases";
import { faults, statuses } from "../../strings/results";
import { strings } from "../../strings/strings";
import { tokensOf } from "../figures";
import type { LiveLane, Race } from "../race";
import { isWrong } from "../right";
import {
  axisEnd,
  type BarPicture,
  clockPicture,
  gridOf,
  LEAST_LIVE_MS,
  marksOf,
  outcomeOf,
  tickEvery,
} from "./trackGeometry";

export interface Axis {
  /** The end of the axis, in its own unit; never less than `before`. */
  end: number;
  grid: { at: number; text: string }[];
}

export interface AxisPicture extends Axis {
  bars: BarPicture[];
  /** The text beside each lane's end. */
  endings: string[];
  /** How many tokens a tick represents, at this many pixels per unit. */
  tickEvery: (pxPerUnit: number) => number;
}

/** Why a lane ended where it did, unless it ended normally. */
function whyEnded({ sample }: LiveLane): string | null {
  if (!sample || outcomeOf(sample.status) === "finished") return null;
  return sample.error ? faults[sample.error.class] : statuses[sample.status];
}

/** Beside the end of a lane: how long it took or why it ended, and that its answer is wrong. */
function endingOf(lane: LiveLane): string {
  const { sample } = lane;
  if (!sample) return "";
  const ending = whyEnded(lane) ?? durationWithUnit(sample.latency_ms);
  return isWrong(sample) ? commas([ending, strings.checks.wrongAnswer]) : ending;
}

export function clockAxis(race: Race, before: number): AxisPicture {
  const marks = race.lanes.map((lane) => marksOf(lane, race));
  // A race in progress starts with room for its first seconds; one of known length, with that length.
  const least = race.stage === "ended" || before > 0 ? before : LEAST_LIVE_MS;
  const end = axisEnd(Math.max(0, ...marks.map(({ reached }) => reached)), least);
  return {
    bars: marks.map(clockPicture),
    endings: race.lanes.map(endingOf),
    end,
    grid: gridOf(end).map((at) => ({ at: at * 1_000, text: decimal(at, at % 1 === 0 ? 0 : 1) })),
    tickEvery: (pxPerMs) => tickEvery(marks, pxPerMs),
  };
}

const FULL = 0.88;
/** Initial length of the token axis: a short answer fills a good part of it. */
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

const distanceEnd = (tokens: number) => roundUp(Math.max(LEAST_TOKENS, tokens) / FULL);

/** The length of the clock axis for a race whose end is known, so that it does not change during playback. */
export const wholeClock = (endedMs: number) => axisEnd(endedMs, 0);

/** The axis of output tokens, with room for the furthest lane; never shorter than `before`. */
export function tokenAxis(race: Race, before: number): Axis {
  const end = Math.max(before, distanceEnd(Math.max(...race.lanes.map(tokensSoFar))));
  return { end, grid: tokenGrid(end).map((at) => ({ at, text: count(at) })) };
}
