/** The figures at the end of a row of the photo finish: for one round, or medians over all. */

import type { Interval, LaneOfRounds, Medals, Spread } from "../../backend/backend";
import { dollars, duration, rate } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { figuresOf } from "../figures";
import { bestOf } from "../numbers/ranking";
import type { LiveLane, Race } from "../race";

export interface RowFigures {
  speed: { text: string; label: string };
  cost: { text: string; label: string; raw: number | null };
}

const middleOf = (spread: Spread | undefined) => spread?.p50 ?? spread?.mean ?? null;

export function rowFigures(
  lane: LiveLane,
  race: Race,
  over: LaneOfRounds | null,
  index: number,
): RowFigures {
  if (over) {
    const { decode_tps, cost_usd } = race.run?.lanes[index]?.summary ?? {};
    // What is paid adds up, so that its typical value is the mean.
    const cost = cost_usd?.mean ?? null;
    return {
      speed: { text: rate(middleOf(decode_tps)), label: strings.lane.tps },
      cost: { text: dollars(cost), label: strings.lane.cost, raw: cost },
    };
  }
  const { tps, cost } = figuresOf(lane, race);
  return { speed: tps, cost };
}

export type Best = Record<"wait" | "speed" | "cost", ReadonlySet<number>>;

const NOBODY: ReadonlySet<number> = new Set();
export const NO_BEST: Best = { wait: NOBODY, speed: NOBODY, cost: NOBODY };

/** The best lanes of a round. */
export function bestOfRound({ lanes }: Race): Best {
  return {
    wait: bestOf(lanes, "ttft_ms"),
    speed: bestOf(lanes, "decode_tps"),
    cost: bestOf(lanes, "cost_usd"),
  };
}

/** The best lanes over all rounds, by the engine's own rule for ties; speed is not included. */
export function bestOfRounds({ medals }: Medals): Best {
  const of = (honour: string) => {
    const medal = medals.find((each) => each.honour === honour);
    return medal ? new Set(medal.lanes) : NOBODY;
  };
  return { wait: of("first_token"), speed: NOBODY, cost: of("cheapest") };
}

/** An interval of times; one that begins before zero in words, since two signs beside a dash cannot be read. */
function withinText({ low, high }: Interval): string {
  const { within, from } = strings.finish;
  if (low === null || high === null || low >= 0) return within(duration(low), duration(high));
  const [before, after] = [duration(Math.abs(low)), duration(Math.abs(high))];
  // The same on either side is written once, and has room beside the time at the line.
  if (high > 0 && before === after) return `±${after}`;
  return from(`−${before}`, `${high < 0 ? "−" : "+"}${after}`);
}

/** How much later than the winner: the difference and, with enough rounds, its interval. */
export function gapTexts(gapMs: number | null | undefined, over: LaneOfRounds | null) {
  if (gapMs === null || gapMs === undefined) return null;
  const sign = gapMs < 0 ? "−" : "+";
  const ci = over?.gap_ci;
  return {
    gap: `${sign}${duration(Math.abs(gapMs))}`,
    within: ci ? withinText(ci) : null,
  };
}
