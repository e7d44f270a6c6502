/** Words for how requests and runs went. A new value in Rust fails to compile here until it has its words. */

import type {
  CostSource,
  Dialect,
  Doubt,
  Effort,
  FaultClass,
  Phase,
  ReasoningType,
  RunState,
  Status,
  TokenSource,
} from "../backend/backend";

export const phases: Record<Phase, string> = {
  connecting: "connecting",
  ready: "on the line",
  waiting: "waiting",
  thinking: "thinking",
  writing: "writing",
  ended: "ended",
};

export const statuses: Record<Status, string> = {
  ok: "finished",
  ok_empty: "finished without text",
  truncated: "cut off",
  error_stream: "failed mid-answer",
  error_http: "refused",
  throttled: "throttled",
  error_net: "network failed",
  timeout_first: "no first token",
  timeout_idle: "went silent",
  cancelled: "stopped by you",
  interrupted: "interrupted",
};

export const runStates: Record<RunState, string> = {
  running: "running",
  finished: "finished",
  stopped: "stopped",
  interrupted: "interrupted",
};

export const runStateStories: Record<RunState, string> = {
  running: "This race is under way.",
  finished: "Every lane ended by itself.",
  stopped: "You stopped this race. What had arrived is kept.",
  interrupted: "Paceline was closed in the middle of this race. What had arrived is kept.",
};

/** What a failure is called on a badge; the sentence and the advice come with the fault itself. */
export const faults: Record<FaultClass, string> = {
  dns: "Host not found",
  tcp: "No connection",
  tls: "TLS failed",
  proxy: "Proxy failed",
  connection_lost: "Connection lost",
  not_http: "Not an HTTP server",
  wrong_key: "Key refused",
  no_credit: "No credit left",
  forbidden: "Not allowed",
  model_not_found: "Unknown model",
  path_not_found: "Wrong address",
  bad_parameter: "Parameter refused",
  throttled: "Too many requests",
  redirected: "Redirected",
  server_error: "Server error",
  other_status: "Refused",
  not_a_stream: "Not a stream",
  in_stream: "Failed mid-answer",
  too_large: "Answer too large",
  truncated: "Cut off",
  timeout_first: "No first token",
  timeout_idle: "Went silent",
};

/** How much a reasoning model is asked to think, in the field's own words. */
export const efforts: Record<Effort, string> = {
  none: "none",
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
  max: "max",
};

/** What a wire protocol is called. */
export const dialects: Record<Dialect, string> = {
  "openai-chat": "OpenAI Chat Completions",
  "openai-responses": "OpenAI Responses",
  anthropic: "Anthropic Messages",
  gemini: "Gemini generateContent",
  "gemini-interactions": "Gemini Interactions",
  cohere: "Cohere v2 Chat",
  ollama: "Ollama Chat",
  replicate: "Replicate Predictions",
};

interface DoubtWords {
  tag: string;
  advice: string;
}

export const doubts: Record<Doubt, DoubtWords> = {
  buffered: {
    tag: "buffered",
    advice:
      "The text arrived in bursts, so no decode speed is shown; look for a proxy or gateway that buffers.",
  },
  not_streamed: {
    tag: "not streamed",
    advice:
      "The server answered with one JSON body; there is no first token to time. Check that it can stream.",
  },
  usage_missing: {
    tag: "no usage sent",
    advice: "The server sent no usage, so tokens are counted here with o200k_base.",
  },
  counts_disagree: {
    tag: "counts disagree",
    advice:
      "The server's token count differs from o200k_base by more than 10 %; compare lanes by one of the two.",
  },
  tokens_bundled: {
    tag: "several tokens per chunk",
    advice: "Several tokens arrive per chunk, so gaps between chunks are not inter-token latency.",
  },
  tpot_approx: {
    tag: "speed approximate",
    advice: "The first chunk's tokens are estimated, so speed is approximate for short answers.",
  },
  prompt_cached: {
    tag: "prompt cached",
    advice: "Part of the prompt was cached by the provider, which shortens time to first token.",
  },
  connected_late: {
    tag: "connected late",
    advice: "The connection had to be made after the start gun; it is not part of TTFT.",
  },
  stopped_at_limit: {
    tag: "hit the token limit",
    advice: "The answer was cut at the token limit; raise max tokens to see it whole.",
  },
  second_attempt: {
    tag: "second attempt",
    advice:
      "The server refused an option, so the request was sent again without it and the clock restarted.",
  },
  stale_connection: {
    tag: "sent again",
    advice:
      "The server had closed the kept connection, so the request was sent again on a new one and the clock restarted; the first may be billed too.",
  },
  no_terminator: {
    tag: "no end marker",
    advice: "The stream closed without its end marker; the last words may be missing.",
  },
  reasoning_hidden: {
    tag: "hidden reasoning",
    advice: "The model reasoned without showing it; that time is inside TTFT.",
  },
  cost_estimated: {
    tag: "cost estimated",
    advice: "The request failed after producing tokens; what it cost is an estimate.",
  },
  not_steady: {
    tag: "not steady",
    advice: "The load stood for less than 80 % of the level's time; take more samples.",
  },
  client_limited: {
    tag: "client-limited",
    advice:
      "This machine was late to send or to read, so the numbers are partly its own; use fewer streams or a quieter machine.",
  },
  clock_gap: {
    tag: "clock gap",
    advice:
      "The machine slept, or its clock was set, while this ran; its times are left out of every summary. Run it again.",
  },
  short: {
    tag: "short",
    advice:
      "Fewer than 20 tokens came after the first chunk, too few for a speed to mean much; ask for a longer answer.",
  },
  adjusted: {
    tag: "asked otherwise",
    advice:
      "The model does not take what the plan asks, so something else was sent; what, is said with the lane. Compare it only with lanes asked the same.",
  },
  stopped_early: {
    tag: "stopped early",
    advice:
      "The answer ended before the length that was asked for; compare speeds, not total times.",
  },
  stray_tag: {
    tag: "stray think tag",
    advice:
      "A closing thinking tag stands in the answer and nothing opened it; what comes before it may be reasoning, so time to first answer token may be too short.",
  },
  prompt_cut: {
    tag: "prompt cut",
    advice:
      "The server counted far fewer input tokens than were sent: it cut the prompt, or leaves out what it had cached. Prefill speed and price are of the shorter prompt.",
  },
  tiers_mixed: {
    tag: "service tiers mixed",
    advice:
      "Requests of this lane were answered by different service tiers, which differ in speed and price; do not read them as one.",
  },
};

export const tokenSources: Record<TokenSource, { tag: string; story: string }> = {
  server: {
    tag: "server counted",
    story: "Tokens as the server counts and bills them, from the usage it sent.",
  },
  neutral: {
    tag: "counted here",
    story: "Tokens counted here with o200k_base over the whole text: comparable between lanes.",
  },
  chunks: {
    tag: "chunks counted",
    story: "One token assumed per chunk that arrived: an estimate, and a poor one.",
  },
};

export const costSources: Record<CostSource, string> = {
  reported: "reported by the provider",
  computed: "token counts times the price",
  self_hosted: "the time your own machine was busy",
};

export const reasoningTypes: Record<ReasoningType, string> = {
  none: "none seen",
  verbatim: "streamed word for word",
  summary: "streamed as a summary",
  redacted: "streamed encrypted",
  hidden: "counted, never shown",
  inline_think: "inside the answer, between think tags",
};
