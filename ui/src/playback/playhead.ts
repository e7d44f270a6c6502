/** The state of a race at the play-head: pure functions of the raw log and the position. */

import type { LanePlayback, Phase, Playback, Run, Sample } from "../backend/backend";
import { arrivedBy } from "../run/arrivals";
import type { Part } from "../run/laneStore";
import { type LiveLane, type Race, raceOfRun } from "../run/race";

/** Interval of a playback's speeds, in microseconds. */
const RATE_EVERY_US = 100_000;

const by = (stamp: number | null | undefined, atUs: number): number | null =>
  stamp !== null && stamp !== undefined && stamp <= atUs ? stamp : null;

function phaseOf(sent: number | null, any: number | null, answer: number | null): Phase {
  if (answer !== null) return "writing";
  if (any !== null) return "thinking";
  return sent === null ? "ready" : "waiting";
}

/** A lane at that moment; `ended` is its final state. */
export function laneAt(ended: LiveLane, of: LanePlayback, atUs: number): LiveLane {
  if (atUs >= of.ended_us) return ended;
  const { replay } = of;
  const sentUs = by(replay.sent_us, atUs);
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
    thoughtTokens: firstAnswerUs === null ? null : of.thought_tokens,
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
  const tools = sample.tools ?? "";
  if (atUs >= of.ended_us) return part === "reasoning" ? sample.reasoning : sample.text + tools;
  const { at_us, reasoning_to, answer_to, tools_to } = of.replay;
  const step = arrivedBy(at_us, atUs) - 1;
  if (part === "reasoning") return sample.reasoning.slice(0, reasoning_to[step] ?? 0);
  return sample.text.slice(0, answer_to[step] ?? 0) + tools.slice(0, tools_to[step] ?? 0);
}
