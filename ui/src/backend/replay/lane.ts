/** One lane of a replay: what it will have said by any moment, and what that comes to. */

import type { Doubt, LaneFrame, LanePlan, Phase, Plan, Sample } from "../bindings";
import { type Profile, profileOf } from "./profiles";
import { answerWords, thoughtWords } from "./prose";

const SENT_MS = 0.2;
const PROMPT_TOKENS = 23;

export interface ReplayLane {
  /** What it has to say since the last call, at so many milliseconds after the gun; null when nothing changed. */
  frame(atMs: number): LaneFrame | null;
  /** Its result, once it has ended by itself. */
  ended(atMs: number): Sample | null;
  /** Ends it now. */
  stop(atMs: number): Sample;
}

function limitOf(plan: Plan, lane: LanePlan): number {
  return lane.max_tokens ?? plan.max_tokens ?? Number.POSITIVE_INFINITY;
}

/** The same lane of the same round always behaves the same, a little unlike its neighbours. */
function jitter(profile: Profile, seed: number): Profile {
  const by = 1 + (((seed * 37) % 11) - 5) / 100;
  return { ...profile, ttftMs: profile.ttftMs * by, tps: profile.tps / by };
}

export function replayLane(plan: Plan, lane: LanePlan, index: number, seed: number): ReplayLane {
  const profile = jitter(profileOf(lane.provider, lane.model), seed);
  const wanted = profile.reasoningTokens + profile.answerTokens;
  const total = Math.min(wanted, limitOf(plan, lane));
  const thoughts = thoughtWords(seed, Math.min(profile.reasoningTokens, total));
  const answer = answerWords(seed, total - thoughts.length);
  const fails = profile.fails;
  const lastToken = fails ? Math.floor(total * fails.after) : total;
  const msPerToken = 1_000 / profile.tps;
  const arrival = (token: number) =>
    profile.ttftMs + SENT_MS + Math.floor(token / profile.bundle) * profile.bundle * msPerToken;
  const endsAt = lastToken > 0 ? arrival(lastToken - 1) + 2 : profile.ttftMs + SENT_MS;
  let shown = 0;
  let over = false;

  const tokensBy = (atMs: number) => {
    if (atMs < profile.ttftMs + SENT_MS) return 0;
    const bundles = Math.floor((atMs - profile.ttftMs - SENT_MS) / msPerToken / profile.bundle) + 1;
    return Math.min(lastToken, bundles * profile.bundle);
  };
  const ticksTo = (from: number, to: number) => {
    const ticks: number[] = [];
    for (let token = Math.ceil((from + 1) / 100) * 100; token <= to; token += 100)
      ticks.push(arrival(token - 1));
    return ticks;
  };
  const thoughtsIn = (from: number, to: number) => thoughts.slice(from, to).join("");
  const answerIn = (from: number, to: number) =>
    answer.slice(Math.max(0, from - thoughts.length), Math.max(0, to - thoughts.length)).join("");

  const sample = (atMs: number, status: Sample["status"]): Sample => {
    over = true;
    const tokens = tokensBy(atMs);
    const firstAnswer = tokens > thoughts.length ? arrival(thoughts.length) : null;
    const last = tokens > 0 ? arrival(tokens - 1) : null;
    const first = tokens > 0 ? arrival(0) : null;
    const window = first !== null && last !== null ? last - first : 0;
    const tps = window > 5 ? ((tokens - profile.bundle) / window) * 1_000 : null;
    const counted = profile.sendsUsage && status === "ok";
    const cut = status === "ok" && total < wanted;
    const doubts: Doubt[] = [];
    if (profile.bundle > 1 && tokens > 0) doubts.push("tokens_bundled");
    if (!counted && tokens > 0) doubts.push("usage_missing");
    if (cut) doubts.push("stopped_at_limit");
    return {
      status,
      ttft_ms: first === null ? null : first - SENT_MS,
      ttfat_ms: firstAnswer === null ? null : firstAnswer - SENT_MS,
      ttft_perceived_ms: first,
      latency_ms: last === null ? null : last - SENT_MS,
      latency_perceived_ms: last,
      connect_time_ms: 31.4,
      thinking_time_ms:
        firstAnswer !== null && thoughts.length > 0 && first !== null ? firstAnswer - first : null,
      decode_time_ms: window > 0 ? window : null,
      tpot_ms: tps === null ? null : 1_000 / tps,
      decode_tps: tps,
      e2e_tps: last === null ? null : (tokens / (last - SENT_MS)) * 1_000,
      tokens_per_chunk: tokens > 0 ? profile.bundle : null,
      chunks: Math.ceil(tokens / profile.bundle),
      stalls: tokens > 1 ? 0 : null,
      max_gap_ms: tokens > 1 ? msPerToken * profile.bundle : null,
      token_source: tokens > 0 ? (counted ? "server" : "neutral") : null,
      out_tokens_server: counted ? tokens : null,
      reasoning_tokens_server:
        counted && thoughts.length > 0 ? Math.min(tokens, thoughts.length) : null,
      out_tokens_neutral: tokens > 0 ? Math.round(tokens * 0.98) : null,
      count_diff_pct: counted ? 2.0 : null,
      in_tokens_server: counted ? PROMPT_TOKENS : null,
      reasoning_type: thoughts.length > 0 ? "verbatim" : "none",
      finish_reason: status === "ok" ? (cut ? "length" : "stop") : null,
      cost_usd:
        counted && profile.price
          ? (PROMPT_TOKENS * profile.price.input + tokens * profile.price.output) / 1e6
          : null,
      cost_source: counted && profile.price ? "computed" : null,
      price: profile.price && {
        id: `${lane.provider}/${lane.model}`,
        dated: "2026-11-12",
        source: "replay",
        input: profile.price.input * 1e6,
        output: profile.price.output * 1e6,
      },
      doubts,
      connection: {
        tcp_us: 11_200,
        tls_us: 20_200,
        reused: false,
        ahead: true,
        remote: "198.51.100.7:443",
        http_version: "HTTP/1.1",
      },
      server: lane.provider === "groq" ? { queue_ms: 21.3, rate_limits: {} } : null,
      attempts: 1,
      ticks_ms: ticksTo(0, tokens),
      sent_at_ms: SENT_MS,
      ended_at_ms: atMs,
      text: answerIn(0, tokens),
      reasoning: thoughtsIn(0, tokens),
      error: status === "ok" || status === "cancelled" ? null : (fails?.fault ?? null),
    };
  };

  const failedStatus = (): Sample["status"] => {
    if (!fails) return "ok";
    if (fails.fault.class === "throttled") return "throttled";
    return fails.fault.http_status ? "error_http" : "error_net";
  };

  return {
    frame: (atMs) => {
      if (over) return null;
      const tokens = tokensBy(atMs);
      const from = shown;
      shown = tokens;
      const phase: Phase =
        tokens === 0 ? "waiting" : tokens <= thoughts.length ? "thinking" : "writing";
      return {
        lane: index,
        phase,
        reasoning: thoughtsIn(from, tokens),
        answer: answerIn(from, tokens),
        replaces: false,
        tokens,
        live_tps: tokens > profile.bundle ? profile.tps : null,
        sent_us: SENT_MS * 1_000,
        first_any_us: tokens > 0 ? Math.round(arrival(0) * 1_000) : null,
        first_answer_us:
          tokens > thoughts.length ? Math.round(arrival(thoughts.length) * 1_000) : null,
        last_us: tokens > 0 ? Math.round(arrival(tokens - 1) * 1_000) : null,
        ticks_us: ticksTo(from, tokens).map((tick) => Math.round(tick * 1_000)),
      };
    },
    ended: (atMs) => (!over && atMs >= endsAt ? sample(endsAt, failedStatus()) : null),
    stop: (atMs) => sample(atMs, "cancelled"),
  };
}
