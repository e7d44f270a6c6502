// A proxy that many users put before their providers, with its own peculiarities: LiteLLM's, with canned answers.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { lane, race } from "./paceline.mjs";
import { serveWithPython } from "./python.mjs";

const python = process.env.PACELINE_PYTHON_LITELLM;
const skip = python ? false : "LiteLLM could not be installed";

const answer = "Water in a bend runs faster on the outside.";
const canned = (model, mock_response) => ({
  model_name: model,
  litellm_params: { model: `openai/${model}`, api_key: "none", mock_response },
});

const folder = mkdtempSync(join(tmpdir(), "paceline-litellm-"));
let server;

before(async () => {
  if (!python) return;
  const config = {
    model_list: [canned("odd", answer), canned("limited", "litellm.RateLimitError")],
    general_settings: { dangerously_permit_weak_or_unset_master_key: true },
    router_settings: { num_retries: 0 },
  };
  const file = join(folder, "config.yaml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(config));
  const start = (port) => ["-c", "from litellm import run_server; run_server()", "--config", file, "--host", "127.0.0.1", "--port", port];
  server = await serveWithPython(python, "/health/liveliness", start, { LITELLM_LOCAL_MODEL_COST_MAP: "True" });
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The one sample of one lane. */
async function asked(dialect, path, model) {
  const { run } = await race([lane(dialect, server.origin + path, model)]);
  return run.lanes[0].samples[0];
}

test("an answer of the proxy is read in the dialects it streams", { skip }, async () => {
  for (const [dialect, path, finish] of [
    ["openai-chat", "/v1", "stop"],
    ["gemini", "/v1beta", "STOP"],
  ]) {
    const sample = await asked(dialect, path, "odd");
    assert.equal(sample.status, "ok", `${dialect}: it finished`);
    assert.equal(sample.text, answer, `${dialect}: with its text`);
    assert.equal(sample.finish_reason, finish, `${dialect}: and its reason`);
  }
});

test("the proxy's counts are those of the server", { skip }, async () => {
  for (const [dialect, path] of [
    ["openai-chat", "/v1"],
    ["gemini", "/v1beta"],
  ]) {
    const sample = await asked(dialect, path, "odd");
    assert.equal(sample.token_source, "server", `${dialect}: they come with the stream`);
    assert.ok(sample.out_tokens_server > 0, `${dialect}: a text has tokens`);
  }
});

test("an answer in one piece where a stream was asked for has no first token", { skip }, async () => {
  // Its Messages route answers a canned model with one JSON body.
  const sample = await asked("anthropic", "", "odd");
  assert.equal(sample.status, "ok", "it is an answer");
  assert.equal(sample.text, answer, "with its text");
  assert.ok(sample.doubts.includes("not_streamed"), "and says how it came");
  assert.ok(!("ttft_ms" in sample), "a time to first token would be made up");
});

test("a refusal is told in words wherever the proxy puts them", { skip }, async () => {
  const limited = await asked("openai-chat", "/v1", "limited");
  assert.equal(limited.status, "throttled", "429 is 429");
  assert.match(limited.error.message, /mock rate limit error/, "in the proxy's words");
  const unknown = await asked("openai-chat", "/v1", "nobody");
  assert.equal(unknown.status, "error_http", "a model it does not know is refused");
  assert.match(unknown.error.message, /Invalid model name/, "in the proxy's words");
  // Its Responses route fails on a canned model, with a status of 200 and the error as the only event of a stream.
  const broken = await asked("openai-responses", "/v1", "odd");
  assert.equal(broken.status, "error_stream", "a success that only holds a failure is none");
  assert.match(broken.error.message, /has no attribute '__aiter__'/, "in the proxy's words");
});
