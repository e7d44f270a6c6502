/** Every number of a sample with its name and unit, for the details of a lane and for the table of a run. */

import type { Price, Sample, ServerReport } from "../../backend/backend";
import { type Metric, metrics, written } from "../../strings/catalogue";
import { count, decimal, dollars, milliseconds, rate, UNKNOWN } from "../../strings/numbers";
import { commas, told } from "../../strings/phrases";
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

/** A number of the engine's catalogue. */
function numbered({ id, name, unit }: Metric): Measurement {
  return {
    id,
    name,
    text: (sample) => {
      const value = (sample as unknown as Record<string, unknown>)[id];
      return written(unit, typeof value === "number" ? value : null);
    },
  };
}

/** The units that begin a part of the catalogue: times come first, then speeds, tokens and money. */
const OPENING: readonly Metric["unit"][] = ["tokens_per_second", "tokens", "dollars"];

/** Every number of the catalogue, part by part. `out_tokens` is one of two counts that have their own rows. */
function catalogue(): Measurement[][] {
  const parts: Measurement[][] = [[]];
  const opened = new Set<string>();
  for (const metric of metrics.filter(({ id }) => id !== "out_tokens")) {
    if (OPENING.includes(metric.unit) && !opened.has(metric.unit)) {
      opened.add(metric.unit);
      parts.push([]);
    }
    parts.at(-1)?.push(numbered(metric));
  }
  return parts;
}

const tps = (value: number | null | undefined) => {
  const text = rate(value);
  return text === UNKNOWN ? text : `${text} ${w.tps}`;
};

// Prices arrive in micro-dollars per million tokens.
const perMillion = (microUsd: number) => dollars(microUsd / 1e6);

function priceLine(price: Price | null | undefined): string {
  if (!price) return UNKNOWN;
  if (price.per_hour) return w.pricePerHour(perMillion(price.per_hour), price.dated);
  const { input, output, source, dated, service_tier } = price;
  return w.priceLine(perMillion(input), perMillion(output), service_tier ?? null, source, dated);
}

type ReportKey = Exclude<keyof ServerReport, "rate_limits">;

/** The server's own report is separate, under its own names. */
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

/** A part of connecting, if an earlier request had not already made the connection. */
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

/** The groups in reading order. The server's and our own counts are next to each other. */
export const measurements: readonly (readonly Measurement[])[] = [
  [
    {
      id: "status",
      name: w.status,
      text: ({ status, error }) => {
        const [said, fault] = [statuses[status], error && faults[error.class].toLowerCase()];
        return fault && fault !== said ? told(said, fault) : said;
      },
    },
    { id: "finish_reason", name: w.finish, text: ({ finish_reason }) => finish_reason ?? UNKNOWN },
  ],
  ...catalogue(),
  [
    {
      id: "token_source",
      name: w.counted,
      text: ({ token_source }) => (token_source ? tokenSources[token_source].tag : UNKNOWN),
    },
    {
      id: "reasoning_type",
      name: w.reasoning,
      text: ({ reasoning_type }) => reasoningTypes[reasoning_type],
    },
    {
      id: "cost_source",
      name: w.costSource,
      text: ({ cost_source }) => (cost_source ? costSources[cost_source] : UNKNOWN),
    },
    { id: "price", name: w.price, text: ({ price }) => priceLine(price) },
  ],
  [
    { id: "connection", name: w.connection, text: connectionLine },
    connecting("dns_us", w.dns),
    connecting("tcp_us", w.tcp),
    connecting("proxy_us", w.proxy),
    connecting("tls_us", w.tls),
    { id: "attempts", name: w.attempts, text: ({ attempts }) => count(attempts) },
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
      text: (sample) => commas(sample.doubts.map((doubt) => doubts[doubt].tag)) || w.none,
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
