/** The state of a race at the play-head: pure functions of the raw log and the position. */

import type {
  LanePlayback,
  Phase,
  Playback,
  Run,
  Sample,
  StepPlayback,
  StreamHistory,
} from "../backend/backend";
import { arrivedBy } from "../run/arrivals";
import type { Part } from "../run/laneStore";
import { type LiveLane, type Race, raceOfRun } from "../run/race";
import type { StepMarks } from "../run/steps";

/** Interval of a playback's speeds, in microseconds. */
const RATE_EVERY_US = 100_000;

const by = (stamp: number | null | undefined, atUs: number): number | null =>
  stamp !== null && stamp !== undefined && stamp <= atUs ? stamp : null;

function phaseOf(sent: number | null, any: number | null, answer: number | null): Phase {
  if (answer !== null) return "writing";
  if (any !== null) return "thinking";
  return sent === null ? "ready" : "waiting";
}

/** One request of a lane, as it is played back. */
interface Played {
  replay: StreamHistory;
  sentUs: number | null;
  thoughtTokens: number;
  /** Which of the sample's requests it is, from 0; the last, whose answer it is, for a single request. */
  request: number;
  /** Which step of its chain that was, from 0. */
  step: number;
}

/** The request under way at that moment: of a chain, the last that had been sent. `sample` is that of the lane. */
function playedAt(of: LanePlayback, sample: Sample | null | undefined, atUs: number): Played {
  const { earlier = [], replay } = of;
  const answer = sample?.steps?.at(-1);
  const own = answer?.sample.sent_at_ms ?? null;
  const ownUs = own === null ? null : own * 1_000;
  const sentUs = earlier.length === 0 ? (replay.sent_us ?? null) : ownUs;
  const thoughtTokens = of.thought_tokens;
  const last = { replay, sentUs, thoughtTokens, request: earlier.length, step: answer?.step ?? 0 };
  if (earlier.length === 0 || (sentUs !== null && sentUs <= atUs)) return last;
  const sent = earlier.findLastIndex((step) => (step.replay.sent_us ?? Infinity) <= atUs);
  const request = Math.max(0, sent);
  const under = earlier[request];
  if (!under) return last;
  return {
    replay: under.replay,
    sentUs: under.replay.sent_us ?? null,
    thoughtTokens: under.thought_tokens,
    request,
    step: under.step,
  };
}

const inMs = (us: number | null | undefined) => (us === null || us === undefined ? null : us / 1e3);

function marksOf({ step, replay, ended_us }: StepPlayback): StepMarks {
  const { sent_us, first_any_us } = replay;
  return { step, sent: inMs(sent_us), firstAny: inMs(first_any_us), ended: inMs(ended_us) };
}

/** A lane at that moment; `ended` is its final state. */
export function laneAt(ended: LiveLane, of: LanePlayback, atUs: number): LiveLane {
  if (atUs >= of.ended_us) return ended;
  const { replay, thoughtTokens, request, step, ...played } = playedAt(of, ended.sample, atUs);
  const sentUs = by(played.sentUs, atUs);
  const firstAnyUs = by(replay.first_any_us, atUs);
  const firstAnswerUs = by(replay.first_answer_us, atUs);
  const arrived = arrivedBy(replay.at_us, atUs);
  return {
    ...ended,
    phase: phaseOf(sentUs, firstAnyUs, firstAnswerUs),
    tokens: replay.tokens[arrived - 1] ?? 0,
    liveTps: replay.rates[Math.floor(atUs / RATE_EVERY_US)] ?? null,
    sentUs,
    firstAnyUs,
    firstAnswerUs,
    lastUs: replay.at_us[arrived - 1] ?? null,
    ticksUs: replay.ticks_us.slice(0, arrivedBy(replay.ticks_us, atUs)),
    thoughtTokens: firstAnswerUs === null ? null : thoughtTokens,
    step,
    steps: (of.earlier ?? []).slice(0, request).map(marksOf),
    sample: null,
  };
}

/** A round at that moment. The winner is not shown before the last lane has ended. */
export function raceAt(run: Run, round: number, playback: Playback, atUs: number): Race {
  const ended = raceOfRun(run, round);
  const lanes = ended.lanes.map((lane, index) => {
    const of = playback.lanes[index];
    return of ? laneAt(lane, of, atUs) : lane;
  });
  if (atUs >= playback.ended_us) return { ...ended, atUs, lanes };
  return { ...ended, stage: "running", atUs, lanes, run: null };
}

/** The text that a lane had shown by then. */
export function textAt(
  sample: Sample | null | undefined,
  of: LanePlayback | undefined,
  part: Part,
  atUs: number,
): string {
  if (!sample || !of) return "";
  const isOver = atUs >= of.ended_us;
  const { replay, request } = playedAt(of, sample, atUs);
  const isLast = isOver || request === (of.earlier ?? []).length;
  const {
    text,
    reasoning,
    tools = "",
  } = isLast ? sample : (sample.steps?.[request]?.sample ?? sample);
  if (isOver) return part === "reasoning" ? reasoning : text + tools;
  const { at_us, reasoning_to, answer_to, tools_to } = replay;
  const step = arrivedBy(at_us, atUs) - 1;
  if (part === "reasoning") return reasoning.slice(0, reasoning_to[step] ?? 0);
  return text.slice(0, answer_to[step] ?? 0) + tools.slice(0, tools_to[step] ?? 0);
}
