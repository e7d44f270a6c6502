/** What the engine reads off a raw log, made up evenly from a sample that never had one. */

import type { Conditions, LanePlayback, Medal, Medals, Playback, Run, Sample } from "../bindings";

const RATE_EVERY_MS = 100;

const pieces = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

function lengths(texts: readonly string[]): number[] {
  let sum = 0;
  return texts.map((text) => {
    sum += text.length;
    return sum;
  });
}

function lanePlayback(sample: Sample): LanePlayback {
  const thoughts = pieces(sample.reasoning);
  const answer = pieces(sample.text);
  const howMany = thoughts.length + answer.length;
  const sent = sample.sent_at_ms ?? 0;
  const first = sent + (sample.ttft_ms ?? 0);
  const last = sent + (sample.latency_ms ?? 0);
  const step = howMany > 1 ? (last - first) / (howMany - 1) : 0;
  const total = sample.out_tokens_server ?? sample.out_tokens_neutral ?? 0;
  const [thoughtTo, answerTo] = [lengths(thoughts), lengths(answer)];
  const all = Array.from({ length: howMany }, (_, index) => index);
  const at = all.map((index) => Math.round((first + index * step) * 1_000));
  const ended = Math.round((sample.ended_at_ms ?? last) * 1_000);
  const tps = sample.decode_tps ?? null;
  return {
    logged: true,
    replay: {
      sent_us: Math.round(sent * 1_000),
      first_any_us: at[0] ?? null,
      first_answer_us: at[thoughts.length] ?? null,
      closed_us: ended,
      at_us: at,
      tokens: all.map((index) => Math.round(((index + 1) * total) / howMany)),
      reasoning_to: all.map((index) => thoughtTo[Math.min(index, thoughts.length - 1)] ?? 0),
      answer_to: all.map((index) => answerTo[index - thoughts.length] ?? 0),
      tools_to: all.map(() => 0),
      ticks_us: sample.ticks_ms.flatMap((tick) => (tick === null ? [] : [tick * 1_000])),
      rates: Array.from({ length: Math.floor(last / RATE_EVERY_MS) + 1 }, (_, index) =>
        index * RATE_EVERY_MS > first + 200 ? tps : null,
      ),
    },
    barcode: {
      chunks: howMany,
      per_column: 1,
      stalls: 0,
      stall_from_ms: 500,
      median_gap_ms: howMany > 1 ? step : null,
      longest_gap_ms: howMany > 1 ? step : null,
      at_us: at,
      gap_ms: all.map((index) => (index === 0 ? null : step)),
      tokens: all.map(() => total / howMany),
    },
    ended_us: ended,
    thought_tokens: Math.round((thoughts.length * total) / Math.max(1, howMany)),
  };
}

const EMPTY: LanePlayback = {
  logged: false,
  replay: {
    at_us: [],
    tokens: [],
    reasoning_to: [],
    answer_to: [],
    tools_to: [],
    ticks_us: [],
    rates: [],
  },
  barcode: {
    chunks: 0,
    per_column: 1,
    stalls: 0,
    stall_from_ms: 500,
    at_us: [],
    gap_ms: [],
    tokens: [],
  },
  ended_us: 0,
  thought_tokens: 0,
};

export function replayConditions(run: Run): Conditions {
  const { plan, simulated, lanes, started_at } = run;
  return {
    prompt_hash: "0123456789",
    prompt_tokens: 23,
    max_tokens: plan.max_tokens ?? null,
    temperature: plan.temperature ?? null,
    measured: lanes.reduce((sum, lane) => sum + lane.samples.length, 0),
    token_sources: ["server"],
    protocols: ["HTTP/1.1"],
    cold: null,
    unique_prompts: null,
    machine: run.machine ?? null,
    ttft_error_ms: run.ttft_error_ms ?? null,
    def_version: 1,
    started_at,
    simulated,
  };
}

export function replayPlayback(run: Run, round: number): Playback {
  const lanes = run.lanes.map(({ samples }) => {
    const sample = samples[round];
    return sample ? lanePlayback(sample) : EMPTY;
  });
  return {
    conditions: replayConditions(run),
    lanes,
    overtakes: lanes.length > 1 ? [{ lane: 1, passed: 0, tokens: 118, at_ms: 2_400 }] : [],
    by_length: [
      { lane: 0, alike: [], from_tokens: 0 },
      ...(lanes.length > 1 ? [{ lane: 1, alike: [], from_tokens: 118.2 }] : []),
    ],
    most_tokens: Math.max(0, ...lanes.map(({ replay }) => replay.tokens.at(-1) ?? 0)),
    ended_us: Math.max(0, ...lanes.map((lane) => lane.ended_us)),
  };
}

/** A stand-in for the engine's rules: the least of each, without ties. */
export function replayMedals(run: Run, distance: number | null): Medals {
  const finished = run.lanes.flatMap(({ samples }, lane) =>
    samples.length > 0 && samples.every(({ status }) => status === "ok") ? [lane] : [],
  );
  const least = (
    honour: Medal["honour"],
    key: "ttft_ms" | "ttfat_ms" | "latency_ms" | "cost_usd",
  ) => {
    const known = finished
      .map((lane) => ({ lane, value: run.lanes[lane]?.samples.at(-1)?.[key] ?? null }))
      .filter((entry): entry is { lane: number; value: number } => entry.value !== null)
      .sort((a, b) => a.value - b.value);
    const [best] = known;
    return best && known.length > 1 ? [{ honour, lanes: [best.lane], value: best.value }] : [];
  };
  const unranked = finished.length === 0 ? "nobody" : finished.length === 1 ? "alone" : null;
  return {
    medals: unranked
      ? []
      : [
          ...least("first_word", "ttft_ms"),
          ...least("first_answer", "ttfat_ms"),
          ...least("first_to", "latency_ms"),
          ...least("cheapest", "cost_usd"),
        ],
    unranked,
    distance: distance ?? 128,
    distances: [64, 128, 256],
    longest_common: 300,
    to_distance_ms: run.lanes.map(({ samples }) => samples.at(-1)?.latency_ms ?? null),
  };
}
