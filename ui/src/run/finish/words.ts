/** The sentences of a photo finish, from the engine's findings. */

import { type Medals, type Photo, type PhotoOfRounds, VERDICT_FROM } from "../../backend/backend";
import { durationWithUnit, share } from "../../strings/numbers";
import { clauses, listOf, sentence, sentences, told } from "../../strings/phrases";
import { faults, runStateStories } from "../../strings/results";
import { strings } from "../../strings/strings";
import { shortNameOf } from "../names";
import type { LiveLane, Race } from "../race";
import { isWrong, leftOut } from "../right";

const w = strings.finish;

/** Below this factor, the difference itself says more. */
const LEAST_TIMES = 1.1;

interface Verdict {
  headline: string;
  rest: string;
}

/** `rounds` is the number of measured rounds, `round` the index of this one, from 0. */
export function tell(
  photo: Photo,
  medals: Medals,
  rounds: { round: number; rounds: number },
  nameOf: (index: number) => string,
  lanes: readonly LiveLane[] = [],
): Verdict {
  const { said } = photo;
  const wrong = wrongInRound(lanes, nameOf);
  const failed = said.failed.length > 0 ? w.failed(listOf(said.failed.map(nameOf))) : null;
  const [winner] = said.first;
  if (winner === undefined) {
    const why = medals.unranked
      ? strings.stage.medals.unranked[medals.unranked]
      : w.over(0, photo.lanes.length);
    return { headline: why, rest: sentencesOf([failed, wrong]) };
  }
  const names = said.first.map(nameOf);
  const headline =
    names.length > 1
      ? w.deadHeat(listOf(names), photo.tokens)
      : w.first(nameOf(winner), photo.tokens);
  const silent = said.silent.filter((index) => !said.failed.includes(index));
  return {
    headline,
    rest: sentencesOf([
      behind(photo, nameOf),
      silent.length > 0 ? w.silent(listOf(silent.map(nameOf))) : null,
      failed,
      wrong,
      cheapest(photo, winner, nameOf),
      overRounds(medals, rounds, nameOf),
    ]),
  };
}

/** For all rounds together. */
export function tellRounds(
  { photo, lanes, shared }: PhotoOfRounds,
  rounds: number,
  nameOf: (index: number) => string,
  raced: readonly LiveLane[] = [],
): Verdict {
  const { said } = photo;
  const [winner = 0, ...others] = said.first;
  const failed = said.failed.map((index) =>
    w.whoFailedOf(nameOf(index), lanes[index]?.failed ?? 0, rounds),
  );
  return {
    headline:
      others.length > 0 && shared
        ? w.sharedFirst[shared](nameOf(winner), listOf(others.map(nameOf)), photo.tokens)
        : w.first(nameOf(winner), photo.tokens),
    rest: sentencesOf([
      behind(photo, nameOf),
      failed.length > 0 ? listOf(failed) : null,
      leftOut(raced, nameOf),
      cheapest(photo, winner, nameOf),
      rounds < VERDICT_FROM ? w.tooFew(rounds, VERDICT_FROM) : w.sure(rounds),
    ]),
  };
}

/** Whose answer of this round is wrong; null for nobody. */
function wrongInRound(
  lanes: readonly LiveLane[],
  nameOf: (index: number) => string,
): string | null {
  const names = lanes.flatMap(({ sample }, index) => (isWrong(sample) ? [nameOf(index)] : []));
  return names.length > 0 ? strings.checks.whoWrong(listOf(names)) : null;
}

/** Each clause as a sentence. */
function sentencesOf(parts: readonly (string | null)[]): string {
  return sentences(parts.map((part) => part && sentence(part)));
}

/** Who came next, how much later, and who had the first text. */
function behind({ said, lanes }: Photo, nameOf: (index: number) => string): string | null {
  const { second, times, spoke_first } = said;
  const spokeAt = durationWithUnit(lanes[spoke_first ?? -1]?.first_ms);
  const spoke =
    spoke_first === null || spoke_first === undefined
      ? null
      : w.spoke(nameOf(spoke_first), spokeAt);
  if (second === null || second === undefined) return spoke;
  const next =
    times && times >= LEAST_TIMES
      ? w.took(nameOf(second), times)
      : w.later(nameOf(second), durationWithUnit(lanes[second]?.gap_ms));
  if (spoke === null) return next;
  return second === spoke_first ? `${next}${w.althoughFirst(spokeAt)}` : clauses([next, spoke]);
}

function cheapest({ said }: Photo, winner: number, nameOf: (index: number) => string) {
  const { cheapest: who, cost_share } = said;
  if (who === null || who === undefined || !cost_share) return null;
  return w.cheapest(nameOf(who), share(cost_share), nameOf(winner));
}

function overRounds(
  { medals, over_rounds }: Medals,
  { round, rounds }: { round: number; rounds: number },
  nameOf: (index: number) => string,
): string {
  if (rounds < 2) return w.oneRound;
  const lanes = medals.find(({ honour }) => honour === "first_to")?.lanes ?? [];
  const names = lanes.map(nameOf);
  const which = w.round(round + 1, rounds);
  if (names.length === 0) return which;
  const [name = ""] = names;
  return clauses([
    which,
    names.length > 1
      ? w.overallTie[over_rounds?.shared ?? "not_told_apart"](listOf(names), rounds)
      : w.overall(name, rounds),
  ]);
}

/** The headline without a photo. */
export function toldWithout(race: Race, medals: Medals | undefined): Verdict {
  if (race.run) {
    // A race that did not end normally says so itself.
    const rest = race.run.state === "finished" ? runStateStories.finished : "";
    const causes = causesOf(race);
    if (causes !== null) return { headline: w.allFailed(race.lanes.length), rest: causes };
    if (medals?.unranked) {
      const wrong = leftOut(race.lanes, (index) => nameIn(race, index));
      const why = strings.stage.medals.unranked[medals.unranked];
      return { headline: why, rest: sentences([rest, wrong && sentence(wrong)]) };
    }
    if (medals) return { headline: w.noLine, rest };
    return { headline: race.notSaved === null ? w.reading : w.notKept, rest };
  }
  const { commands } = strings.checks;
  if (race.isAsked) return { headline: commands.asked, rest: commands.asking };
  // What the judge has said so far stands below.
  if (race.judging) return { headline: w.ended, rest: "" };
  if (race.checking) {
    const { ended, of } = race.checking;
    return { headline: w.ended, rest: sentence(commands.running(ended, of)) };
  }
  const { repeat, warmup, until_settled } = race.plan;
  if (race.stage === "planned") return { headline: w.planned, rest: w.plannedHint };
  const round = until_settled ? strings.track.roundAtMost : strings.track.round;
  const which = race.warmup
    ? strings.track.warmup
    : repeat > 1
      ? round(race.round - warmup + 1, repeat)
      : "";
  return { headline: w.racing, rest: which };
}

function nameIn({ lanes }: Race, index: number): string {
  const lane = lanes[index];
  return lane ? shortNameOf(lane, lanes) : "";
}

/** How many lanes of a finished race failed in the round that is shown. */
export function failuresOf({ run, lanes }: Race): number {
  return run === null ? 0 : lanes.filter(({ sample }) => sample?.error).length;
}

/** Whether every lane did, so that there is nothing to draw but why. */
export function failedAll(race: Race): boolean {
  return race.lanes.length > 0 && failuresOf(race) === race.lanes.length;
}

/** Why every lane failed, each cause once; null if one did not. */
function causesOf({ lanes }: Race): string | null {
  const byCause = new Map<string, string[]>();
  for (const lane of lanes) {
    const { error = null } = lane.sample ?? {};
    if (!error) return null;
    const cause = faults[error.class];
    byCause.set(cause, [...(byCause.get(cause) ?? []), shortNameOf(lane, lanes)]);
  }
  return sentencesOf([...byCause].map(([cause, names]) => told(cause, listOf(names))));
}
