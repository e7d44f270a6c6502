/** Maps a lane's phases from the shared clock to the screen. Geometry only. */

import type { Status } from "../../backend/backend";
import type { LiveLane, Race } from "../race";
import { earlierOf, type StepMarks } from "../steps";

export type Outcome = "running" | "finished" | "failed" | "stopped";

/** One lane on the clock; times in milliseconds since the start gun, null for what has not happened. */
export interface Marks {
  /** When its request was sent; of a chain, that of the step whose answer it is. */
  sent: number | null;
  /** The steps of its chain before that. */
  earlier: readonly StepMarks[];
  firstAny: number | null;
  firstAnswer: number | null;
  last: number | null;
  /** The lane's progress: the clock while it runs, then its end. */
  reached: number;
  ticks: readonly number[];
  outcome: Outcome;
}

export interface Span {
  from: number;
  to: number;
}

export interface Spans {
  connect: Span | null;
  wait: Span | null;
  think: Span | null;
  write: Span | null;
  /** From the last text to the end, or to now. */
  tail: Span | null;
}

const MS = 1_000;

export function outcomeOf(status: Status): Outcome {
  if (status === "ok") return "finished";
  return status === "cancelled" || status === "interrupted" ? "stopped" : "failed";
}

const plus = (from: number | null | undefined, by: number | null | undefined) =>
  from === null || from === undefined || by === null || by === undefined ? null : from + by;

export function marksOf(lane: LiveLane, race: Race): Marks {
  const { sample } = lane;
  if (sample) {
    const sent = sample.sent_at_ms ?? null;
    const last = plus(sent, sample.latency_ms);
    const own = sample.steps?.at(-1)?.sample;
    return {
      sent: own ? (own.sent_at_ms ?? null) : sent,
      earlier: earlierOf(sample),
      firstAny: plus(sent, sample.ttft_ms),
      firstAnswer: plus(sent, sample.ttfat_ms),
      last,
      reached: sample.ended_at_ms ?? last ?? sent ?? 0,
      ticks: sample.ticks_ms.filter((tick) => tick !== null),
      outcome: outcomeOf(sample.status),
    };
  }
  const ms = (us: number | null) => (us === null ? null : us / MS);
  return {
    sent: ms(lane.sentUs),
    earlier: lane.steps ?? [],
    firstAny: ms(lane.firstAnyUs),
    firstAnswer: ms(lane.firstAnswerUs),
    last: ms(lane.lastUs),
    reached: lane.phase === "ended" ? (ms(lane.lastUs) ?? 0) : race.atUs / MS,
    ticks: lane.ticksUs.map((tick) => tick / MS),
    outcome: "running",
  };
}

export function span(from: number | null, to: number | null): Span | null {
  return from !== null && to !== null && to > from ? { from, to } : null;
}

export function spansOf(marks: Marks): Spans {
  const { sent, firstAny, firstAnswer, last, reached, earlier } = marks;
  const textEnd = last ?? reached;
  const first = earlier.find((step) => step.sent !== null)?.sent ?? sent;
  return {
    connect: span(0, first ?? reached),
    wait: span(sent, firstAny ?? reached),
    think: span(firstAny, firstAnswer ?? textEnd),
    write: span(firstAnswer, textEnd),
    tail: firstAny === null ? null : span(last, reached),
  };
}

const STEPS_S = [
  0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300,
];
/** Minimum length of the axis, so that the first second does not fill the whole track. */
const LEAST_LIVE_S = 2;
/** Share of the axis a lane may reach before the axis grows; the rest leaves room for its flag. */
const FULL = 0.88;

/** The length of the axis in milliseconds: the shortest step that leaves room, never shorter than before. */
export function axisEnd(reached: number, before: number): number {
  const needed = reached / FULL / MS;
  const step = STEPS_S.find((step) => step >= needed);
  const end = (step ?? Math.ceil(needed / 100) * 100) * MS;
  return Math.max(end, before);
}

export const LEAST_LIVE_MS = LEAST_LIVE_S * MS;

const GRID_S = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** The positions of the axis labels, in seconds: about six. */
export function gridOf(endMs: number): number[] {
  const end = endMs / MS;
  const step = GRID_S.find((step) => end / step <= 8) ?? end / 6;
  return Array.from({ length: Math.floor(end / step + 1e-6) + 1 }, (_, index) => index * step);
}

const TICK_EVERY = [1, 5, 10, 50, 100];
const TOKENS_PER_TICK = 100;
const LEAST_GAP_PX = 2;

/**
 * How many tokens one drawn tick represents: 100, or more if the fastest lane's ticks would touch. `pxPerMs` is the
 * scale of the axis.
 */
export function tickEvery(lanes: readonly Marks[], pxPerMs: number): number {
  let closest = Number.POSITIVE_INFINITY;
  for (const { ticks } of lanes) {
    const [first] = ticks;
    const last = ticks.at(-1);
    if (ticks.length < 3 || first === undefined || last === undefined) continue;
    const gap = ((last - first) / (ticks.length - 1)) * pxPerMs;
    if (gap < closest) closest = gap;
  }
  const every = TICK_EVERY.find((every) => every * closest >= LEAST_GAP_PX) ?? 100;
  return every * TOKENS_PER_TICK;
}

/** The ticks of a lane as one SVG path, each a vertical stroke of the bar's height. */
export function tickPath(
  ticks: readonly number[],
  tokensPerTick: number,
  pxPerUnit: number,
  height: number,
): string {
  const every = tokensPerTick / TOKENS_PER_TICK;
  let path = "";
  for (let index = every - 1; index < ticks.length; index += every) {
    const at = ticks[index];
    if (at !== undefined) path += `M${Math.round(at * pxPerUnit) + 0.5} 0v${height}`;
  }
  return path;
}

/** A step of a chain that is over: how long its text was waited for, and how long it came. */
export interface StepSpans {
  /** Which step of its chain it is, from 0. */
  step: number;
  wait: Span | null;
  write: Span | null;
}

function stepSpans({ step, sent, firstAny, ended }: StepMarks): StepSpans {
  return { step, wait: span(sent, firstAny ?? ended), write: span(firstAny, ended) };
}

/** How a lane's bar is to be drawn: on the clock in milliseconds, over the distance in tokens. */
export interface BarPicture {
  spans: Spans;
  /** The steps of its chain before the one whose answer it is. */
  earlier: readonly StepSpans[];
  ticks: readonly number[];
  /** Whether the request has been sent. */
  isOut: boolean;
  /** The position of its end mark, and of what comes after it; null while the lane runs. */
  end: { at: number; clearFrom: number; outcome: Exclude<Outcome, "running"> } | null;
}

/** A lane's bar on the clock. */
export function clockPicture(marks: Marks): BarPicture {
  const { sent, last, reached, outcome, ticks } = marks;
  const at = outcome === "finished" ? (last ?? reached) : reached;
  return {
    spans: spansOf(marks),
    earlier: marks.earlier.map(stepSpans),
    ticks,
    isOut: sent !== null || marks.earlier.length > 0,
    end: outcome === "running" ? null : { at, clearFrom: reached, outcome },
  };
}
