/** Applies an event to a race. Pure. */

import type { Frame, LaneFrame, RaceEvent } from "../backend/backend";
import {
  type LiveLane,
  nextRound,
  nextStep,
  type Race,
  raceOfRun,
  roundsOf,
  thoughtOf,
} from "./race";
import { marksOfFrame } from "./steps";

function replaced<T>(items: readonly T[], index: number, change: (item: T) => T): readonly T[] {
  const item = items[index];
  return item === undefined ? items : items.with(index, change(item));
}

function withFrame(lane: LiveLane, frame: LaneFrame): LiveLane {
  // A lane's sample is final; a frame still on its way when it ended brings nothing new.
  if (lane.sample) return lane;
  // The step that begins has nothing of the one before it.
  if (frame.earlier?.length)
    return withFrame(
      { ...nextStep(lane), step: frame.step ?? 0, steps: frame.earlier.map(marksOfFrame) },
      { ...frame, earlier: [] },
    );
  // Text taken as the answer may turn out to be reasoning.
  const isThinking = frame.phase === "thinking";
  return {
    ...lane,
    phase: frame.phase,
    tokens: frame.tokens,
    liveTps: frame.live_tps ?? null,
    sentUs: frame.sent_us ?? lane.sentUs,
    firstAnyUs: frame.first_any_us ?? lane.firstAnyUs,
    firstAnswerUs: isThinking ? null : (frame.first_answer_us ?? lane.firstAnswerUs),
    lastUs: frame.last_us ?? lane.lastUs,
    // Accurate to a frame: the tokens shown when the answer began.
    thoughtTokens: isThinking
      ? null
      : (lane.thoughtTokens ?? ((frame.first_answer_us ?? null) === null ? null : lane.tokens)),
    ticksUs: frame.ticks_us.length > 0 ? [...lane.ticksUs, ...frame.ticks_us] : lane.ticksUs,
  };
}

function advance(race: Race, frame: Frame): Race {
  const { at_us: atUs, round, warmup } = frame;
  const before = round === race.round ? race.lanes : nextRound(race);
  const lanes = frame.lanes.reduce(
    (lanes, change) => replaced(lanes, change.lane, (lane) => withFrame(lane, change)),
    before,
  );
  return { ...race, stage: "running", atUs, round, warmup, lanes };
}

export function reduce(race: Race, event: RaceEvent): Race {
  switch (event.type) {
    case "asking_leave":
      return { ...race, isAsked: true };
    case "started":
      return { ...race, id: event.id, stage: "running", isAsked: false };
    case "not_started":
      return { ...race, stage: "ended", notSaved: event.message };
    case "frame":
      return advance(race, event);
    case "lane_ended": {
      const { sample } = event;
      const ended = (lane: LiveLane): LiveLane => ({
        ...lane,
        phase: "ended",
        liveTps: null,
        thoughtTokens: thoughtOf(sample) ?? lane.thoughtTokens,
        sample,
        samples: [...lane.samples, sample],
      });
      return { ...race, lanes: replaced(race.lanes, event.lane, ended) };
    }
    case "checking": {
      const { ended, of } = event;
      return { ...race, checking: { ended, of } };
    }
    case "judging": {
      const { ended, of } = event;
      return { ...race, judging: { ended, of } };
    }
    case "ended": {
      const whole = raceOfRun(event.run, roundsOf(event.run) - 1);
      // Values that no sample contains were seen while it ran.
      const lanes = whole.lanes.map((lane, index) => ({
        ...lane,
        thoughtTokens: lane.thoughtTokens ?? race.lanes[index]?.thoughtTokens ?? null,
      }));
      return { ...whole, lanes, notSaved: event.not_saved ?? null };
    }
  }
}
