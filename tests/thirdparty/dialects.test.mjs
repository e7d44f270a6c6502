// Paceline as the client of one independent server, in seven dialects side by side: @copilotkit/aimock.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import { lane, paceline, race } from "./paceline.mjs";

const answer = "Water in a bend runs faster on the outside. It carries the outer bank away and leaves sand on the inner one.";
const thoughts = "The user asks about rivers. Meanders grow by erosion outside and deposition inside.";
const usage = { prompt_tokens: 11, completion_tokens: 24, total_tokens: 35 };
const paced = { streamingProfile: { ttft: 80, tps: 50 }, chunkSize: 8 };

// Where each dialect is served, its words for the end of an answer, and how it shows its reasoning.
const dialects = {
  "openai-chat": { path: "/v1", stop: "stop", called: "tool_calls", thinks: "verbatim" },
  "openai-responses": { path: "/v1", stop: "completed", called: "completed", thinks: "summary" },
  anthropic: { path: "", stop: "end_turn", called: "tool_use", thinks: "summary" },
  gemini: { path: "/v1beta", stop: "STOP", called: "FUNCTION_CALL", thinks: "summary" },
  // The mock has no reasoning here.
  "gemini-interactions": { path: "/v1beta", stop: "completed", called: "requires_action", thinks: "none" },
  // The mock sends Cohere's reasoning as text; Cohere sends it as `thinking`.
  cohere: { path: "", stop: "COMPLETE", called: "TOOL_CALL", thinks: "none", text: thoughts + answer },
  // The mock calls Ollama's `thinking` `reasoning_content`, which is not a field of Ollama's, says `stop` after a call,
  // and counts no tokens.
  ollama: { path: "", stop: "stop", called: "stop", thinks: "none", counts: false },
};
const names = Object.keys(dialects);

const server = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
let origin;

before(async () => {
  const on = (model, response, options) => server.on({ model }, response, options);
  on("ok", { content: answer, usage }, paced);
  on("reasons", { content: answer, reasoning: thoughts, usage }, paced);
  on("calls", { toolCalls: [{ name: "look_up", arguments: { place: "Mäander" } }] }, paced);
  on("limited", { error: { message: "Slow down.", type: "requests", code: "rate_limit_exceeded" }, status: 429, retryAfter: 3 });
  on("broken", { error: { message: "The engine is gone.", type: "server_error" }, status: 500 });
  on("truncated", { content: answer }, { ...paced, truncateAfterChunks: 8 });
  on("cut", { content: answer }, { ...paced, disconnectAfterMs: 300 });
  on("gibberish", { content: answer }, { chaos: { malformedRate: 1 } });
  on("dropped", { content: answer }, { chaos: { dropRate: 1 } });
  on("hung-up", { content: answer }, { chaos: { disconnectRate: 1 } });
  await server.start();
  origin = new URL(server.baseUrl).origin;
});
after(() => server.stop());

const lanes = (model) => names.map((name) => lane(name, origin + dialects[name].path, model));

/** One race of all dialects, with this model: the exit status, and the lane and sample of each by its name. */
async function raced(model, ...options) {
  const { status, run } = await race(lanes(model), ...options);
  assert.equal(run.lanes.length, names.length, "every dialect has its lane");
  return { status, each: names.map((name, at) => [name, run.lanes[at].samples[0], run.lanes[at]]) };
}

test("seven dialects read one answer, with the server's count where it counts", async () => {
  const { status, each } = await raced("ok");
  assert.equal(status, 0, "every lane finished");
  for (const [name, sample, { dialect }] of each) {
    const { stop, counts = true } = dialects[name];
    assert.equal(dialect, name, "in the dialect that was asked for");
    assert.equal(sample.status, "ok", `${name}: it finished well`);
    assert.equal(sample.text, answer, `${name}: not a character is lost or added`);
    assert.equal(sample.finish_reason, stop, `${name}: in its own word`);
    assert.equal(sample.token_source, counts ? "server" : "neutral", `${name}: it says who counted`);
    if (counts) {
      assert.equal(sample.out_tokens_server, usage.completion_tokens, `${name}: as the server counted`);
      assert.equal(sample.in_tokens_server, usage.prompt_tokens, `${name}: the prompt too`);
    }
    assert.ok(!sample.doubts.includes("no_terminator"), `${name}: it ended as its dialect ends`);
    assert.ok(sample.ttft_ms >= 75, `${name}: nobody saw a token before 80 ms: ${sample.ttft_ms}`);
    assert.ok(sample.latency_ms > sample.ttft_ms, `${name}: and the last one came later`);
    assert.ok(sample.chunks > 5, `${name}: it was a stream, in ${sample.chunks} chunks`);
    assert.ok(!("cost_usd" in sample), `${name}: an address of one's own has no price, which is not zero`);
  }
});

test("thoughts are kept apart from the answer wherever a dialect puts them", async () => {
  const { each } = await raced("reasons");
  for (const [name, sample] of each) {
    const { thinks, text = answer } = dialects[name];
    assert.equal(sample.status, "ok", `${name}: it finished`);
    assert.equal(sample.text, text, `${name}: the answer is the answer`);
    assert.equal(sample.reasoning_type, thinks, `${name}: and its thoughts are what they are`);
    assert.equal(sample.reasoning, thinks === "none" ? "" : thoughts, `${name}: whole`);
    if (thinks !== "none") assert.ok(sample.ttft_ms < sample.ttfat_ms, `${name}: thinking came first`);
  }
});

test("a call of a tool is an answer in every dialect", async () => {
  const { each } = await raced("calls");
  for (const [name, sample] of each) {
    assert.equal(sample.status, "ok", `${name}: it finished`);
    assert.equal(sample.finish_reason, dialects[name].called, `${name}: in its own word`);
    assert.match(sample.tools, /look_up.*Mäander/s, `${name}: its name and its arguments are kept`);
    assert.ok("ttfat_ms" in sample, `${name}: and the answer began with it`);
  }
});

test("a refusal is told as what it was in every dialect, and asked once", async () => {
  server.clearRequests();
  const limited = await raced("limited");
  assert.equal(limited.status, 1, "scripts must notice");
  assert.equal(server.getRequests().length, names.length, "nothing is retried in hiding");
  for (const [name, sample] of limited.each) {
    assert.equal(sample.status, "throttled", `${name}: 429 has a name of its own`);
    assert.equal(sample.error.retry_after_ms, 3_000, `${name}: with the time to wait`);
    assert.match(sample.error.message, /Slow down\./, `${name}: in the server's words`);
    assert.ok(!("ttft_ms" in sample), `${name}: what did not happen has no time, not even zero`);
  }
  for (const [name, sample] of (await raced("broken")).each) {
    assert.equal(sample.status, "error_http", `${name}: any other refusal is an HTTP error`);
    assert.match(sample.error.message, /engine is gone/, `${name}: in the server's words`);
  }
});

test("a stream that breaks off is an answer in no dialect", async () => {
  for (const model of ["truncated", "cut"]) {
    const { status, each } = await raced(model);
    assert.equal(status, 1, `${model}: the lanes failed`);
    for (const [name, sample, { summary }] of each) {
      assert.ok(["truncated", "error_net"].includes(sample.status), `${name}, ${model}: it is ${sample.status}`);
      assert.ok(answer.startsWith(sample.text) && sample.text.length < answer.length, `${name}, ${model}: what came is kept`);
      assert.ok(sample.text.length > 0, `${name}, ${model}: some of it came`);
      assert.ok(!("finish_reason" in sample), `${name}, ${model}: nobody said why it ended`);
      assert.deepEqual(summary, {}, `${name}, ${model}: no aggregate counts it`);
    }
  }
});

test("what is no stream of its dialect is a failure that says so", async () => {
  for (const model of ["gibberish", "dropped", "hung-up"]) {
    const { status, each } = await raced(model);
    assert.equal(status, 1, `${model}: the lanes failed`);
    for (const [name, sample] of each) {
      assert.match(sample.status, /^error_/, `${name}, ${model}: it is ${sample.status}`);
      assert.equal(sample.text, "", `${name}, ${model}: nobody's answer`);
      assert.ok(sample.error.message && sample.error.advice, `${name}, ${model}: it says what happened and what to do`);
      assert.ok(!("ttft_ms" in sample) && !("out_tokens_server" in sample), `${name}, ${model}: nothing came, and nothing is not zero`);
    }
  }
});

test("the history keeps every dialect, and verifies it", async () => {
  const words = lanes("reasons").flatMap((lane) => ["--lane", lane]);
  const raced = await paceline("race", "--json", "--prompt", "Why do rivers bend?", ...words);
  assert.equal(raced.status, 0, "they finished");
  const run = JSON.parse(raced.stdout);
  const shown = await paceline("history", "show", run.id, "--json");
  assert.deepEqual(JSON.parse(shown.stdout), run, "what is kept is what was shown");
  const verified = await paceline("history", "verify");
  assert.equal(verified.status, 0, `every number follows from its raw log: ${verified.stdout}`);
});
