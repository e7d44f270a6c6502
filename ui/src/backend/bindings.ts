// Written by hand until the shell generates it; the names and shapes are those of the Rust types.

import { invoke as __TAURI_INVOKE, Channel } from "@tauri-apps/api/core";

export const commands = {
	startup: () => typedError<Startup, Failure>(__TAURI_INVOKE("startup")),
	providers: () => typedError<ProviderView[], Failure>(__TAURI_INVOKE("providers")),
	listModels: (provider: string) => typedError<Model[], Failure>(__TAURI_INVOKE("list_models", { provider })),
	setKey: (provider: string, key: string, sessionOnly: boolean) => typedError<ProviderView, Failure>(__TAURI_INVOKE("set_key", { provider, key, sessionOnly })),
	forgetKey: (provider: string) => typedError<ProviderView, Failure>(__TAURI_INVOKE("forget_key", { provider })),
	setAddress: (provider: string, baseUrl: string | null) => typedError<ProviderView, Failure>(__TAURI_INVOKE("set_address", { provider, baseUrl })),
	saveEndpoint: (endpoint: Endpoint) => typedError<ProviderView, Failure>(__TAURI_INVOKE("save_endpoint", { endpoint })),
	removeEndpoint: (id: string) => typedError<null, Failure>(__TAURI_INVOKE("remove_endpoint", { id })),
	preflight: (plan: Plan) => typedError<Preflight, Failure>(__TAURI_INVOKE("preflight", { plan })),
	savePlan: (plan: Plan) => typedError<null, Failure>(__TAURI_INVOKE("save_plan", { plan })),
	startRace: (plan: Plan, events: Channel<RaceEvent>) => typedError<string, Failure>(__TAURI_INVOKE("start_race", { plan, events })),
	stopLane: (runId: string, lane: number) => typedError<null, Failure>(__TAURI_INVOKE("stop_lane", { runId, lane })),
	stopRace: (runId: string) => typedError<null, Failure>(__TAURI_INVOKE("stop_race", { runId })),
	listRuns: (offset: number, limit: number) => typedError<RunPage, Failure>(__TAURI_INVOKE("list_runs", { offset, limit })),
	openRun: (id: string) => typedError<Run, Failure>(__TAURI_INVOKE("open_run", { id })),
	deleteRun: (id: string) => typedError<null, Failure>(__TAURI_INVOKE("delete_run", { id })),
	restoreRun: (id: string) => typedError<null, Failure>(__TAURI_INVOKE("restore_run", { id })),
};

export type Dialect = "openai-chat" | "openai-responses" | "anthropic" | "gemini" | "cohere" | "ollama" | "replicate";

export type Startup = {
	version: string,
	keyring: KeyringState,
	data_dir: string,
	plan: Plan,
	first_run: boolean,
	safe_rendering: string,
};

export type KeyringState = { state: "ready", backend: string } | { state: "locked", why: string, fix: string } | { state: "missing", why: string, fix: string };

export type ProviderView = {
	id: string,
	label: string,
	dialect: Dialect,
	base_url: string,
	default_base_url?: string | null,
	key: KeyNeed,
	kept?: KeyKept | null,
	tail?: string | null,
	key_url?: string | null,
	models: string[],
	local: boolean,
	simulated: boolean,
	custom: boolean,
	proven: boolean,
	note?: string | null,
};

export type KeyNeed = "none" | "optional" | "required";
export type KeyKept = "keyring" | "session";

export type Model = {
	id: string,
	deprecated?: string | null,
	price?: ModelPrice | null,
};

export type ModelPrice = { input_usd_per_million: number | null, output_usd_per_million: number | null };

export type Endpoint = {
	id?: string | null,
	label: string,
	dialect: Dialect,
	base_url: string,
	key_needed: boolean,
};

export type Plan = {
	prompt: string,
	system?: string | null,
	max_tokens?: number | null,
	temperature?: number | null,
	repeat: number,
	warmup: number,
	lanes: LanePlan[],
};

export type LanePlan = {
	provider: string,
	model: string,
	dialect?: Dialect | null,
	base_url?: string | null,
	max_tokens?: number | null,
	temperature?: number | null,
	muted: boolean,
};

export type Preflight = {
	lanes: number,
	requests: number,
	prompt_tokens: number,
	most_tokens?: number | null,
	most_usd?: number | null,
	unpriced: number[],
	missing_keys: number[],
	problems: Problem[],
};

export type Problem = { lane?: number | null, message: string };

export type RunState = "running" | "finished" | "stopped" | "interrupted";

export type Run = {
	schema: string,
	id: string,
	kind: string,
	started_at: string,
	state: RunState,
	simulated: boolean,
	def_version: number,
	plan: Plan,
	lanes: Lane[],
};

export type Lane = {
	place: number,
	provider: string,
	label: string,
	model: string,
	dialect: Dialect,
	base_url: string,
	simulated: boolean,
	samples: Sample[],
	summary: { [key in string]: Spread },
};

export type Status = "ok" | "ok_empty" | "truncated" | "error_stream" | "error_http" | "throttled" | "error_net" | "timeout_first" | "timeout_idle" | "cancelled" | "interrupted";

export type Speed = {
	ttft_ms?: number | null,
	ttfat_ms?: number | null,
	ttft_perceived_ms?: number | null,
	ttfb_headers_ms?: number | null,
	connect_time_ms?: number | null,
	thinking_time_ms?: number | null,
	ttfs_ms?: number | null,
	latency_ms?: number | null,
	latency_perceived_ms?: number | null,
	stream_tail_ms?: number | null,
	decode_time_ms?: number | null,
	tpot_ms?: number | null,
	decode_tps?: number | null,
	answer_tps?: number | null,
	reasoning_tps?: number | null,
	e2e_tps?: number | null,
	stalls?: number | null,
	max_gap_ms?: number | null,
	burst_ratio?: number | null,
	tokens_per_chunk?: number | null,
	chunks: number,
};

export type Sample = {
	status: Status,
	token_source?: TokenSource | null,
	out_tokens_server?: number | null,
	reasoning_tokens_server?: number | null,
	answer_tokens_server?: number | null,
	out_tokens_neutral?: number | null,
	count_diff_pct?: number | null,
	in_tokens_server?: number | null,
	cached_read_tokens?: number | null,
	cached_write_tokens?: number | null,
	reasoning_type: ReasoningType,
	finish_reason?: string | null,
	cost_usd?: number | null,
	cost_source?: CostSource | null,
	price?: Price | null,
	doubts: Doubt[],
	connection?: Connection | null,
	server?: ServerReport | null,
	attempts: number,
	ticks_ms: (number | null)[],
	sent_at_ms?: number | null,
	ended_at_ms?: number | null,
	text: string,
	reasoning: string,
	error?: Fault | null,
} & Speed;

export type TokenSource = "server" | "neutral" | "chunks";
export type CostSource = "reported" | "computed";
export type ReasoningType = "none" | "verbatim" | "summary" | "redacted" | "hidden" | "inline_think";

export type Price = {
	id: string,
	dated: string,
	source: string,
	input: number,
	output: number,
	cache_read?: number | null,
	cache_write?: number | null,
	reasoning?: number | null,
	holds_up_to?: number | null,
	varies_by_hour: boolean,
};

export type Doubt = "buffered" | "not_streamed" | "usage_missing" | "counts_disagree" | "tokens_bundled" | "tpot_approx" | "prompt_cached" | "connected_late" | "stopped_at_limit" | "stopped_early" | "second_attempt" | "no_terminator" | "reasoning_hidden" | "cost_estimated";

export type Connection = {
	dns_us?: number | null,
	tcp_us?: number | null,
	tls_us?: number | null,
	reused: boolean,
	ahead: boolean,
	remote: string,
	http_version: string,
};

export type ServerReport = {
	queue_ms?: number | null,
	prompt_ms?: number | null,
	completion_ms?: number | null,
	ttft_ms?: number | null,
	total_ms?: number | null,
	processing_ms?: number | null,
	tps?: number | null,
	model?: string | null,
	backend?: string | null,
	system_fingerprint?: string | null,
	request_id?: string | null,
	rate_limits: { [key in string]: string },
};

export type FaultClass = "dns" | "tcp" | "tls" | "connection_lost" | "not_http" | "wrong_key" | "no_credit" | "forbidden" | "model_not_found" | "path_not_found" | "bad_parameter" | "throttled" | "redirected" | "server_error" | "other_status" | "not_a_stream" | "in_stream" | "too_large" | "truncated" | "timeout_first" | "timeout_idle";

export type Fault = {
	class: FaultClass,
	message: string,
	advice: string,
	http_status?: number | null,
	code?: string | null,
	parameter?: string | null,
	retry_after_ms?: number | null,
	request_id?: string | null,
	body?: string | null,
};

export type Spread = {
	n: number,
	mean: number | null,
	p5?: number | null,
	p50?: number | null,
	p90?: number | null,
	p95?: number | null,
	p99?: number | null,
	min: number | null,
	max: number | null,
};

export type Phase = "connecting" | "ready" | "waiting" | "thinking" | "writing" | "ended";

export type RaceEvent =
	| { type: "started", id: string }
	| ({ type: "frame" } & Frame)
	| { type: "lane_ended", lane: number, round: number, sample: Sample }
	| { type: "ended", run: Run, not_saved?: string | null };

export type Frame = {
	at_us: number,
	round: number,
	warmup: boolean,
	lanes: LaneFrame[],
};

export type LaneFrame = {
	lane: number,
	phase: Phase,
	reasoning: string,
	answer: string,
	replaces: boolean,
	tokens: number,
	live_tps?: number | null,
	sent_us?: number | null,
	first_any_us?: number | null,
	first_answer_us?: number | null,
	last_us?: number | null,
	ticks_us: number[],
};

export type RunPage = { total: number, runs: RunRow[] };

export type RunRow = {
	id: string,
	started_at: string,
	state: RunState,
	simulated: boolean,
	prompt: string,
	lanes: RunRowLane[],
};

export type RunRowLane = {
	label: string,
	model: string,
	status: Status,
	ttft_ms?: number | null,
	decode_tps?: number | null,
	cost_usd?: number | null,
	simulated: boolean,
	place: number,
};

export type Failure =
	| { kind: "plan", problems: Problem[] }
	| { kind: "key", message: string, fix: string }
	| { kind: "provider", fault: Fault }
	| { kind: "history", message: string }
	| { kind: "not_found", message: string }
	| { kind: "busy", message: string };

async function typedError<T, E>(result: Promise<T>): Promise<{ status: "ok"; data: T } | { status: "error"; error: E }> {
    try {
        return { status: "ok", data: await result };
    } catch (e) {
        if (e instanceof Error) throw e;
        return { status: "error", error: e as any };
    }
}
