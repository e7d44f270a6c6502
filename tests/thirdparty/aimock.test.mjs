// Paceline as the client of an independent server: @copilotkit/aimock.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import { lane, paceline, race } from "./paceline.mjs";

const answer = "Water in a bend runs faster on the outside. It carries the outer bank away and leaves sand on the inner one.";
const thoughts = "The user asks about rivers. Meanders grow by erosion outside and deposition inside.";
const usage = { prompt_tokens: 11, completion_tokens: 24, total_tokens: 35 };
const paced = { streamingProfile: { ttft: 80, tps: 50 }, chunkSize: 8 };

const server = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
let baseUrl;

before(async () => {
  const on = (model, response, options) => server.on({ model }, response, options);
  on("ok", { content: answer, usage }, paced);
  on("reasons", { content: answer, reasoning: thoughts, usage }, paced);
  on("calls", { toolCalls: [{ name: "look_up", arguments: { place: "Mäander" } }] }, paced);
  on("limited", { error: { message: "Slow down.", type: "requests", code: "rate_limit_exceeded" }, status: 429, retryAfter: 3 });
  on("broken", { error: { message: "The engine is gone.", type: "server_error" }, status: 500 });
  on("truncated", { content: answer }, { ...paced, truncateAfterChunks: 4 });
  on("cut", { content: answer }, { ...paced, disconnectAfterMs: 180 });
  on("gibberish", { content: answer }, { chaos: { malformedRate: 1 } });
  on("all-at-once", { content: answer, usage }, { chunkSize: 1_000 });
  await server.start();
  baseUrl = `${new URL(server.baseUrl).origin}/v1`;
});
after(() => server.stop());

const chat = (model) => lane("openai-chat", baseUrl, model);

/** The sample of the only lane, with this model. */
async function asked(model) {
  const { status, run } = await race([chat(model)]);
  return { status, lane: run.lanes[0], sample: run.lanes[0].samples[0] };
}

test("a stream is read whole, with the server's own count", async () => {
  const { status, sample } = await asked("ok");
  assert.equal(status, 0, "every lane finished");
  assert.equal(sample.status, "ok", "and well");
  assert.equal(sample.text, answer, "not a character is lost or added");
  assert.equal(sample.finish_reason, "stop", "in the server's word");
  assert.equal(sample.out_tokens_server, usage.completion_tokens, "as the server counted");
  assert.equal(sample.in_tokens_server, usage.prompt_tokens, "the prompt too");
  assert.equal(sample.token_source, "server", "and it says who counted");
  assert.ok(sample.out_tokens_neutral > 15, "our own count stands beside it");
  assert.ok(sample.ttft_ms >= 75, `the first token came after 80 ms, not after ${sample.ttft_ms}`);
  assert.ok(sample.latency_ms > sample.ttft_ms, "and the last one later");
  assert.equal(sample.attempts, 1, "it was asked once");
  assert.equal(sample.connection.ahead, true, "on a connection that stood before the gun");
});

test("reasoning is kept apart from the answer", async () => {
  const { sample } = await asked("reasons");
  assert.equal(sample.status, "ok", "it finished");
  assert.equal(sample.text, answer, "the answer is the answer");
  assert.equal(sample.reasoning, thoughts, "and the thoughts are the thoughts");
  assert.equal(sample.reasoning_type, "verbatim", "word for word");
  assert.ok(sample.ttft_ms < sample.ttfat_ms, "thinking came first");
});

test("a tool call is an answer", async () => {
  const { sample } = await asked("calls");
  assert.equal(sample.status, "ok", "it finished");
  assert.equal(sample.finish_reason, "tool_calls", "with a call");
  assert.match(sample.tools, /look_up/, "whose name is kept");
  assert.match(sample.tools, /Mäander/, "and its arguments");
});

test("a refusal is a result, told as what it was, and asked once", async () => {
  server.clearRequests();
  const { status, sample } = await asked("limited");
  assert.equal(status, 1, "a lane failed, and scripts must notice");
  assert.equal(sample.status, "throttled", "429 has a name of its own");
  assert.equal(sample.error.retry_after_ms, 3_000, "with the time to wait");
  assert.equal(server.getRequests().length, 1, "nothing is retried in hiding");
  assert.ok(!("ttft_ms" in sample), "what did not happen has no time, not even zero");
  const broken = await asked("broken");
  assert.equal(broken.sample.status, "error_http", "any other refusal is an HTTP error");
  assert.match(broken.sample.error.message, /engine is gone/, "in the server's words");
  const missing = await asked("nobody-serves-this");
  assert.equal(missing.status, 1, "a model that is not there is a failure");
});

test("a stream that breaks off is not counted as an answer", async () => {
  for (const model of ["truncated", "cut"]) {
    const { status, lane, sample } = await asked(model);
    assert.equal(status, 1, `${model}: the lane failed`);
    assert.ok(["truncated", "error_net"].includes(sample.status), `${model}: it is ${sample.status}`);
    assert.ok(answer.startsWith(sample.text) && sample.text.length < answer.length, `${model}: what came is kept`);
    assert.deepEqual(lane.summary, {}, `${model}: no aggregate counts it`);
  }
});

test("what is no stream is an error, whatever its status", async () => {
  const { status, sample } = await asked("gibberish");
  assert.equal(status, 1, "the lane failed");
  assert.ok(["error_stream", "error_http"].includes(sample.status), `it is ${sample.status}`);
  assert.equal(sample.text, "", "and nobody's answer");
});

test("an answer in one piece has no speed of decoding", async () => {
  const { sample } = await asked("all-at-once");
  assert.equal(sample.status, "ok", "it is an answer");
  assert.equal(sample.chunks, 1, "in one chunk");
  assert.ok(!("decode_tps" in sample), "so there is no pace to tell");
  assert.equal(sample.text, answer, "and all of it is there");
});

test("lanes that fail leave the others as they are, and every round is a result", async () => {
  const { status, run } = await race(["ok", "broken", "reasons", "cut"].map(chat), "--repeat", "2");
  assert.equal(status, 1, "some lane failed");
  const statuses = run.lanes.map((lane) => lane.samples.map((sample) => sample.status));
  assert.deepEqual(statuses[0], ["ok", "ok"], "the good ones are good");
  assert.deepEqual(statuses[1], ["error_http", "error_http"], "the broken one is broken");
  assert.deepEqual(statuses[2], ["ok", "ok"], "both times");
  assert.equal(run.lanes[0].samples[1].connection.reused, true, "on the connection of the round before");
});

test("the history keeps what was raced, and verifies it", async () => {
  const raced = await paceline("race", "--json", "--prompt", "Why do rivers bend?", "--lane", chat("ok"));
  assert.equal(raced.status, 0, "it finished");
  const run = JSON.parse(raced.stdout);
  const shown = await paceline("history", "show", run.id, "--json");
  assert.deepEqual(JSON.parse(shown.stdout), run, "what is kept is what was shown");
  const verified = await paceline("history", "verify");
  assert.equal(verified.status, 0, `every number follows from its raw log: ${verified.stdout}`);
});
