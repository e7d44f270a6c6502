/** The five numbers of a lane on track and card: selected and formatted, never computed. */

import type { Sample } from "../backend/backend";
import { count, dollars, duration, rate } from "../strings/numbers";
import { strings } from "../strings/strings";
import type { LiveLane, Race } from "./race";

export interface Figure {
  /** What it is in the catalogue of metrics; null for values that change until the end. */
  id: string | null;
  label: string;
  text: string;
  /** As received, for tests and tooltips; absent when unknown. */
  raw: number | null;
}

export interface Figures {
  tps: Figure;
  ttft: Figure;
  total: Figure;
  tokens: Figure;
  cost: Figure;
}

/** The token count that the sample's speeds use, whatever its source. */
export function tokensOf(sample: Sample): number | null {
  switch (sample.token_source) {
    case "server":
      return sample.out_tokens_server ?? null;
    case "neutral":
      return sample.out_tokens_neutral ?? null;
    case "chunks":
      return sample.chunks;
    default:
      return null;
  }
}

function figure(
  id: string | null,
  label: string,
  raw: number | null | undefined,
  format: (raw: number | null) => string,
): Figure {
  const known = raw ?? null;
  return { id, label, text: format(known), raw: known };
}

/** The running count is an estimate until the lane has ended, and is marked as one. */
const estimate = (tokens: number | null) => (tokens === null ? count(tokens) : `~${count(tokens)}`);

const inMs = (us: number | null) => (us === null ? null : us / 1_000);

/** While a lane runs, its TTFT and time are read from the shared clock; afterwards its own numbers apply. */
export function figuresOf(lane: LiveLane, race: Race): Figures {
  const { sample } = lane;
  if (sample) {
    return {
      tps: figure("decode_tps", strings.lane.tps, sample.decode_tps, rate),
      ttft: figure("ttft_ms", strings.lane.ttft, sample.ttft_ms, duration),
      total: figure("latency_ms", strings.lane.total, sample.latency_ms, duration),
      tokens: figure("out_tokens", strings.lane.tokens, tokensOf(sample), count),
      cost: figure("cost_usd", strings.lane.cost, sample.cost_usd, dollars),
    };
  }
  const isOut = lane.sentUs !== null;
  return {
    tps: figure("decode_tps", strings.lane.tps, lane.liveTps, rate),
    ttft: figure("ttft_ms", strings.lane.first, inMs(lane.firstAnyUs), duration),
    total: figure(null, strings.lane.elapsed, isOut ? inMs(race.atUs) : null, duration),
    tokens: figure(
      "out_tokens",
      strings.lane.tokens,
      lane.tokens > 0 ? lane.tokens : null,
      estimate,
    ),
    cost: figure("cost_usd", strings.lane.cost, null, dollars),
  };
}
