/**
 * What the photo finish draws for each lane: during the race, at the photo, or at any moment of the strip. Geometry
 * only.
 */

import type {
  Interval,
  LaneOfRounds,
  LanePlayback,
  Medals,
  Photo,
  PhotoLane,
  PhotoOfRounds,
  Playback,
  SharedFirst,
} from "../../backend/backend";
import { count, durationWithUnit } from "../../strings/numbers";
import { listOf } from "../../strings/phrases";
import { faults, phases, statuses } from "../../strings/results";
import { strings } from "../../strings/strings";
import { arrivedBy } from "../arrivals";
import type { LiveLane, Playing, Race } from "../race";
import { isWrong, wrongRounds } from "../right";
import { earlierOf, firstSentUs, type StepText, stepTexts } from "../steps";
import { tokensSoFar } from "../track/axis";
import { type Outcome, outcomeOf } from "../track/trackGeometry";

/** From the least to the most, in tokens. */
interface Range {
  low: number;
  high: number;
}

export interface RowPicture {
  /** How long it waited for its first text, or has been waiting; null before its send. */
  waitMs: number | null;
  /** Whether it is still waiting. */
  waits: boolean;
  /** Of a chain, when the texts of its earlier steps came while that was waited for, in milliseconds. */
  earlier: readonly StepText[];
  /** Tokens drawn solid. */
  written: number;
  /** All tokens drawn: those beyond `written` came later. */
  reach: number;
  /** How many of these were reasoning. */
  thought: number;
  /** Its progress at each notch of time, in tokens. */
  notches: readonly number[];
  /** Tokens beyond the line in the chunk that carried it over. */
  beyond: number;
  /** Over rounds, the 95 % interval of the tokens it had written when the first crossed; null if unknown. */
  within: Range | null;
  /** For a lane that shares the first place over rounds: the token from which on its lead or lag is uncertain. */
  unsure: number | null;
  /** Why it shares that place; null if it does not. */
  shared: SharedFirst | null;
  /** The text that says so, on one lane of them. */
  tie: string;
  /** Whether an answer is wrong, so that it has no place: its bar is struck through. */
  wrong: boolean;
  /** The text beside its end. */
  said: string;
  outcome: Outcome;
}

/** Possible intervals between notches, in milliseconds. */
const NOTCHES_MS = [100, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
const MOST_NOTCHES = 30;

/** The interval between notches, chosen so that the median lane has at most thirty. */
export function notchFor(writingMs: number): number {
  return NOTCHES_MS.find((step) => writingMs / step <= MOST_NOTCHES) ?? 60_000;
}

/** The median lane's time from its first text to the line, or to its end. */
export function middleWritingMs({ lanes }: Photo): number {
  const spans = lanes
    .flatMap(({ first_ms, crossed_ms }) => {
      const span = (crossed_ms ?? 0) - (first_ms ?? 0);
      return crossed_ms !== null && crossed_ms !== undefined && span > 0 ? [span] : [];
    })
    .sort((a, b) => a - b);
  return spans[spans.length >> 1] ?? 0;
}

/** Number of tokens that a lane had this many milliseconds after its own send. */
export function tokensAt({ replay }: LanePlayback, afterMs: number): number {
  const arrived = arrivedBy(replay.at_us, (replay.sent_us ?? 0) + afterMs * 1_000);
  return replay.tokens[arrived - 1] ?? 0;
}

/** A lane's progress at each notch, up to the line. */
export function notchesOf(of: LanePlayback | undefined, stepMs: number, line: number): number[] {
  const [first] = of?.replay.at_us ?? [];
  if (!of || first === undefined) return [];
  const sentUs = of.replay.sent_us ?? 0;
  const lastMs = ((of.replay.at_us.at(-1) ?? first) - sentUs) / 1_000;
  const notches: number[] = [];
  for (let at = Math.ceil((first - sentUs) / 1_000 / stepMs) * stepMs; at < lastMs; at += stepMs) {
    const tokens = tokensAt(of, at);
    if (tokens >= line) break;
    notches.push(tokens);
  }
  return notches;
}

/** Why a lane ended before the line; empty if it did not. */
function endingOf(lane: LiveLane, total: number, line: number): string {
  const { sample } = lane;
  if (!sample) return "";
  if (outcomeOf(sample.status) === "failed") {
    const why = sample.error ? faults[sample.error.class] : statuses[sample.status];
    return total > 0 ? strings.finish.failedAfter(why, total) : why;
  }
  if (isWrong(sample)) return strings.checks.wrongAnswer;
  return total < line ? strings.finish.stoppedAt(total) : "";
}

const rangeOf = (of: Interval | null | undefined): Range | null =>
  of && of.low !== null && of.high !== null ? { low: of.low, high: of.high } : null;

/** A single round has no interval. */
export const CERTAIN = { within: null, unsure: null, shared: null, tie: "" } as const;

function liveRow(lane: LiveLane, race: Race, line: number): RowPicture {
  const { sample, phase } = lane;
  const tokens = tokensSoFar(lane);
  const isThinking = !sample && phase === "thinking";
  const sentUs = firstSentUs(lane);
  const waits = !sample && lane.sentUs !== null && lane.firstAnyUs === null;
  const untilUs = lane.firstAnyUs ?? race.atUs;
  const said = endingOf(lane, tokens, line);
  return {
    waitMs: sample ? (sample.ttft_ms ?? null) : sentUs === null ? null : (untilUs - sentUs) / 1_000,
    waits,
    earlier: sample
      ? stepTexts(earlierOf(sample), sample.sent_at_ms ?? null)
      : stepTexts(lane.steps ?? [], sentUs === null ? null : sentUs / 1_000),
    written: tokens,
    reach: tokens,
    thought: isThinking ? tokens : Math.min(tokens, lane.thoughtTokens ?? 0),
    notches: [],
    beyond: 0,
    ...CERTAIN,
    wrong: isWrong(sample),
    said: sample || tokens > 0 || waits || race.stage === "planned" ? said : phases[phase],
    outcome: sample ? outcomeOf(sample.status) : "running",
  };
}

/** The current state of the lanes. */
export function liveRows(race: Race, line: number): RowPicture[] {
  return race.lanes.map((lane) => liveRow(lane, race, line));
}

/** Why a lane has no place over all rounds, or did not reach the line in each; empty if neither. */
function endingOfRounds(lane: LiveLane, { failed, crossed_ms }: LaneOfRounds): string {
  if (failed > 0) return strings.finish.failedOf(failed, crossed_ms.length);
  const wrong = wrongRounds(lane);
  return wrong > 0 ? strings.checks.wrongIn(wrong, lane.samples.length) : "";
}

function photoRow(
  lane: LiveLane,
  of: PhotoLane,
  line: number,
  over: LaneOfRounds | null,
): RowPicture {
  return {
    waitMs: of.first_ms ?? null,
    waits: false,
    earlier: (of.earlier ?? []).flatMap(({ from_ms: from, to_ms: to }) =>
      from === null || to === null ? [] : [{ from, to }],
    ),
    written: of.written,
    reach: of.total,
    thought: of.thought,
    notches: [],
    beyond: of.beyond,
    ...CERTAIN,
    within: rangeOf(over?.written_ci),
    wrong: over ? wrongRounds(lane) > 0 : isWrong(lane.sample),
    said: (over && endingOfRounds(lane, over)) || endingOf(lane, of.total, line),
    outcome:
      over && over.failed > 0 ? "failed" : lane.sample ? outcomeOf(lane.sample.status) : "running",
  };
}

/** The lanes at the photo. */
export function photoRows(
  race: Race,
  photo: Photo,
  over: PhotoOfRounds | null = null,
): RowPicture[] {
  const rows = race.lanes.flatMap((lane, index) => {
    const of = photo.lanes[index];
    return of ? [photoRow(lane, of, photo.tokens, over?.lanes[index] ?? null)] : [];
  });
  return over ? withTies(rows, over) : rows;
}

/**
 * Marks the lanes that share the first place over all rounds. What is uncertain about each begins at its interval or,
 * with too few rounds for one, where the last of them was.
 */
function withTies(rows: readonly RowPicture[], { photo, shared }: PhotoOfRounds): RowPicture[] {
  const { first } = photo.said;
  if (first.length < 2 || !shared) return [...rows];
  const least = Math.min(...first.map((index) => rows[index]?.written ?? 0));
  const last = orderAtLine(first, photo).at(-1);
  return rows.map((row, index) => {
    if (!first.includes(index)) return row;
    const unsure = row.within?.low ?? least;
    return { ...row, unsure, shared, tie: index === last ? strings.finish.shared[shared] : "" };
  });
}

/** These lanes as they crossed the line. */
function orderAtLine(lanes: readonly number[], photo: Photo): number[] {
  const at = (index: number) => photo.lanes[index]?.crossed_ms ?? Number.POSITIVE_INFINITY;
  return lanes.toSorted((one, other) => at(one) - at(other));
}

/** The lanes of the photo at another moment, this many milliseconds after each one's own send. */
export function rowsAt(
  rows: readonly RowPicture[],
  playback: Playback,
  afterMs: number,
): RowPicture[] {
  return rows.map((row, index) => {
    const of = playback.lanes[index];
    return of?.logged ? { ...row, written: tokensAt(of, afterMs) } : row;
  });
}

/** The text for such a moment: who is over the line or, otherwise, in front. */
export function sayOfMoment(
  race: Race,
  rows: readonly RowPicture[],
  photo: Photo,
  afterMs: number,
  nameOf: (index: number) => string,
): string {
  const over = photo.lanes.filter(({ crossed_ms }) => (crossed_ms ?? Infinity) <= afterMs).length;
  if (over > 0) return strings.finish.over(over, race.lanes.length);
  const most = Math.max(0, ...rows.map(({ written }) => written));
  if (most === 0) return strings.finish.silence;
  const leaders = rows.flatMap(({ written }, index) => (written === most ? [nameOf(index)] : []));
  return strings.finish.inFront(listOf(leaders), count(most));
}

/** The provisional line of a race in progress: the longest standard one that answers of this length exceed. */
export function lineBefore(race: Race): number {
  const most = race.plan.max_tokens ?? 512;
  return [512, 256, 128, 64].find((tokens) => tokens <= most / 2) ?? Math.max(1, most);
}

/** When a lane ended, in milliseconds since its own send. */
export function endedMs(of: LanePlayback | undefined): number {
  return of ? (of.ended_us - (of.replay.sent_us ?? 0)) / 1_000 : 0;
}

/** The end of the strip, in milliseconds since the send. */
export function stripEndMs({ lanes }: Playback): number {
  return Math.max(1, ...lanes.map(endedMs));
}

const GRID_MS = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000, 120_000, 600_000];

/** The positions of the strip's labels: at most six. */
export function stripGrid(endMs: number): { at: number; text: string }[] {
  const step = GRID_MS.find((each) => endMs / each <= 6) ?? endMs / 6;
  return Array.from({ length: Math.floor(endMs / step + 1e-6) }, (_, at) => {
    const ms = (at + 1) * step;
    return { at: ms, text: durationWithUnit(ms) };
  });
}

/** What a finished race shows: the photo of all rounds together, unless one of them is looked at alone. */
export interface Photographed {
  /** The photo of all rounds, if the race has one. */
  together: PhotoOfRounds | null;
  /** The same, if it is shown. */
  over: PhotoOfRounds | null;
  photo: Photo | null;
}

export function photoOf(
  race: Race,
  medals: Medals | undefined,
  playing: Playing | undefined,
  isOne: boolean,
): Photographed {
  if (race.run === null) return { together: null, over: null, photo: null };
  const together = (!playing && medals?.over_rounds) || null;
  const over = isOne ? null : together;
  return { together, over, photo: over?.photo ?? medals?.photos?.[race.round] ?? null };
}

/**
 * The lanes in the order they are shown: in line-up order while it runs, by finish once it is over, failed lanes last.
 */
export function orderOf(race: Race, photo: Photo | null): number[] {
  const all = race.lanes.map((_, index) => index);
  if (!photo) return all;
  const isFailed = (index: number) => photo.said.failed.includes(index);
  const key = (index: number) => {
    const { rank = null, crossed_ms = null } = photo.lanes[index] ?? {};
    return [isFailed(index) ? 2 : rank === null ? 1 : 0, rank ?? 0, crossed_ms ?? Infinity, index];
  };
  return all.sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    for (const [at, value] of one.entries()) {
      const difference = value - (other[at] ?? 0);
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
    }
    return 0;
  });
}
