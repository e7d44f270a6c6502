/** Texts for outcomes of requests and runs. A new value in Rust fails to compile here until it has a text. */

import type {
  CostSource,
  Effort,
  FaultClass,
  Phase,
  ReasoningType,
  RunState,
  Status,
  TokenSource,
} from "../../backend/backend";

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
  filtered: "filtered",
  refused: "model refused",
  truncated: "cut off",
  error_stream: "failed in stream",
  error_http: "failed",
  throttled: "throttled",
  error_net: "network failed",
  timeout_first: "no first token",
  timeout_idle: "went silent",
  deadline: "took too long",
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

/** Names of failures on badges; the sentence and the advice come with the fault itself. */
export const faults: Record<FaultClass, string> = {
  dns: "Host not found",
  tcp: "No connection",
  tls: "TLS failed",
  proxy: "Proxy failed",
  connection_lost: "Connection lost",
  not_http: "Not an HTTP server",
  wrong_key: "Key refused",
  no_credit: "No credit left",
  region: "Region not served",
  unverified: "Not verified",
  model_gated: "Model is gated",
  forbidden: "Not allowed",
  model_not_found: "Unknown model",
  data_policy: "Excluded by policy",
  no_such_backend: "No such backend",
  no_such_deployment: "No such deployment",
  wrong_api: "Wrong dialect",
  path_not_found: "Wrong address",
  bad_parameter: "Parameter refused",
  too_long: "Prompt too long",
  filtered: "Filtered",
  throttled: "Too many requests",
  capacity: "No capacity now",
  loading: "Model is loading",
  out_of_memory: "Too little memory",
  timeout_server: "Server timed out",
  redirected: "Redirected",
  server_error: "Server error",
  other_status: "Refused",
  not_a_stream: "Not understood",
  in_stream: "Failed mid-answer",
  too_large: "Answer too large",
  refused: "Model refused",
  empty: "No text came",
  truncated: "Cut off",
  timeout_first: "No first token",
  timeout_idle: "Went silent",
  deadline: "Took too long",
};

/** The reasoning efforts, in the field's own words. */
export const efforts: Record<Effort, string> = {
  none: "none",
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
  max: "max",
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
