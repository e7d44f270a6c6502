/** Every number of a sample with its name and unit, for the details of a lane and for the table of a run. */

import type { Price, Sample, ServerReport } from "../../backend/backend";
import {
  count,
  decimal,
  dollars,
  durationWithUnit,
  milliseconds,
  percent,
  rate,
  UNKNOWN,
} from "../../strings/numbers";
import {
  costSources,
  doubts,
  faults,
  reasoningTypes,
  statuses,
  tokenSources,
} from "../../strings/results";
import { strings } from "../../strings/strings";

export interface Measurement {
  id: string;
  name: string;
  text: (sample: Sample) => string;
}

const w = strings.numbersTable;

type NumberKey = {
  [Key in keyof Sample]-?: Sample[Key] extends number | null | undefined ? Key : never;
}[keyof Sample];

function one(
  id: NumberKey,
  name: string,
  format: (value: number | null | undefined) => string,
): Measurement {
  return { id, name, text: (sample) => format(sample[id]) };
}

const tps = (value: number | null | undefined) => {
  const text = rate(value);
  return text === UNKNOWN ? text : `${text} ${w.tps}`;
};

// A price crosses in micro-dollars per million tokens.
const perMillion = (microUsd: number) => dollars(microUsd / 1e6);

function priceLine(price: Price | null | undefined): string {
  if (!price) return UNKNOWN;
  if (price.per_hour) return w.pricePerHour(perMillion(price.per_hour), price.dated);
  const { input, output, source, dated, service_tier } = price;
  return w.priceLine(perMillion(input), perMillion(output), service_tier ?? null, source, dated);
}

type ReportKey = Exclude<keyof ServerReport, "rate_limits">;

/** What the server says of itself stands apart, under its own names. */
function said<Key extends ReportKey>(
  key: Key,
  name: string,
  format: (value: NonNullable<ServerReport[Key]>) => string,
): Measurement {
  return {
    id: `server_${key}`,
    name,
    text: ({ server }) => {
      const value = server?.[key] ?? null;
      return value === null ? UNKNOWN : format(value);
    },
  };
}

type ConnectionPart = "dns_us" | "tcp_us" | "proxy_us" | "tls_us";

/** A part of connecting, where an earlier request had not paid for it. */
function connecting(part: ConnectionPart, name: string): Measurement {
  const us = ({ connection }: Sample) => (connection?.reused ? null : connection?.[part]);
  return {
    id: part,
    name,
    text: (sample) => {
      const took = us(sample);
      return took === null || took === undefined ? UNKNOWN : milliseconds(took / 1e3);
    },
  };
}

function connectionLine({ connection }: Sample): string {
  if (!connection) return UNKNOWN;
  const how = connection.reused ? w.reused : connection.ahead ? w.ahead : w.late;
  const line = w.connectionLine(connection.http_version, connection.remote);
  return [line, connection.via ? w.via(connection.via) : null, how].filter(Boolean).join(" · ");
}

/** The groups in reading order. Server and own counts stand next to each other. */
export const measurements: readonly (readonly Measurement[])[] = [
  [
    {
      id: "status",
      name: w.status,
      text: ({ status, error }) =>
        error ? `${statuses[status]}: ${faults[error.class].toLowerCase()}` : statuses[status],
    },
    { id: "finish_reason", name: w.finish, text: ({ finish_reason }) => finish_reason ?? UNKNOWN },
  ],
  [
    one("ttft_ms", w.ttft, durationWithUnit),
    one("ttfat_ms", w.ttfat, durationWithUnit),
    one("ttft_perceived_ms", w.perceived, durationWithUnit),
    one("ttfs_ms", w.sentence, durationWithUnit),
    one("thinking_time_ms", w.thinking, durationWithUnit),
    one("latency_ms", w.total, durationWithUnit),
    one("decode_time_ms", w.decode, durationWithUnit),
    one("connect_time_ms", w.connect, milliseconds),
    connecting("dns_us", w.dns),
    connecting("tcp_us", w.tcp),
    connecting("proxy_us", w.proxy),
    connecting("tls_us", w.tls),
    one("request_written_ms", w.written, milliseconds),
    one("create_time_ms", w.create, milliseconds),
    one("ttfb_ms", w.firstByte, milliseconds),
    one("ttfb_headers_ms", w.headers, milliseconds),
    one("first_event_ms", w.firstEvent, milliseconds),
    one("stream_tail_ms", w.tail, milliseconds),
  ],
  [
    one("decode_tps", w.speed, tps),
    one("answer_tps", w.answerSpeed, tps),
    one("reasoning_tps", w.reasoningSpeed, tps),
    one("e2e_tps", w.e2e, tps),
    one("tpot_ms", w.tpot, milliseconds),
    one("prefill_tps", w.prefill, tps),
    one("tokens_per_chunk", w.tokensPerChunk, (value) => decimal(value, 2)),
    one("chunks", w.chunks, count),
    one("icl_p50_ms", w.gap, milliseconds),
    one("icl_p99_ms", w.slowGap, milliseconds),
    one("max_gap_ms", w.maxGap, milliseconds),
    one("stalls", w.stalls, count),
  ],
  [
    one("out_tokens_server", w.serverTokens, count),
    one("out_tokens_neutral", w.neutralTokens, count),
    one("count_diff_pct", w.difference, percent),
    one("osl_diff_pct", w.lengthMissed, percent),
    {
      id: "token_source",
      name: w.counted,
      text: ({ token_source }) => (token_source ? tokenSources[token_source].tag : UNKNOWN),
    },
    one("reasoning_tokens_server", w.reasoningTokens, count),
    one("in_tokens_server", w.inputTokens, count),
    one("cached_read_tokens", w.cachedTokens, count),
    one("cached_write_tokens", w.cacheWrites, count),
    {
      id: "reasoning_type",
      name: w.reasoning,
      text: ({ reasoning_type }) => reasoningTypes[reasoning_type],
    },
  ],
  [
    one("cost_usd", w.cost, dollars),
    {
      id: "cost_source",
      name: w.costSource,
      text: ({ cost_source }) => (cost_source ? costSources[cost_source] : UNKNOWN),
    },
    { id: "price", name: w.price, text: ({ price }) => priceLine(price) },
  ],
  [
    { id: "connection", name: w.connection, text: connectionLine },
    one("attempts", w.attempts, count),
    {
      id: "lag",
      name: w.lag,
      text: ({ strain }) => (strain ? milliseconds(strain.lag_us / 1e3) : UNKNOWN),
    },
    {
      id: "cpu",
      name: w.processors,
      text: ({ strain }) => {
        const share = decimal(strain?.cpu_pct, 0);
        return share === UNKNOWN ? share : w.share(share);
      },
    },
    {
      id: "doubts",
      name: w.doubts,
      text: (sample) => sample.doubts.map((doubt) => doubts[doubt].tag).join(", ") || w.none,
    },
  ],
  [
    said("queue_ms", w.serverQueue, milliseconds),
    said("load_ms", w.serverLoad, milliseconds),
    said("prompt_ms", w.serverPrompt, milliseconds),
    said("completion_ms", w.serverCompletion, milliseconds),
    said("ttft_ms", w.serverTtft, milliseconds),
    said("total_ms", w.serverTotal, milliseconds),
    said("processing_ms", w.serverProcessing, milliseconds),
    said("tps", w.serverSpeed, tps),
    said("model", w.serverModel, String),
    said("backend", w.serverBackend, String),
    said("service_tier", w.serverTier, String),
    said("system_fingerprint", w.serverFingerprint, String),
    said("request_id", w.requestId, String),
    {
      id: "server_rate_limits",
      name: w.rateLimits,
      text: ({ server }) => {
        const limits = Object.entries(server?.rate_limits ?? {});
        return limits.map(([name, value]) => `${name}: ${value}`).join(", ") || UNKNOWN;
      },
    },
  ],
];
