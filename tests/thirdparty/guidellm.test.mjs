// Times and counts against an independent server with known timing: guidellm's mock server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lane, race } from "./paceline.mjs";
import { serveWithPython } from "./python.mjs";

const python = process.env.PACELINE_PYTHON_GUIDELLM;
const skip = python ? false : "guidellm could not be installed";

const ttft = 200;
const gap = 10;
const tokens = 30;
// Its own sleeps overrun on a busy machine, and Paceline reports what arrived; nothing ever comes early.
const late = 250;

let server;
let baseUrl;

before(async () => {
  if (!python) return;
  const timing = ["--ttft-ms", ttft, "--itl-ms", gap, "--output-tokens", tokens, "--fail-after-requests", 17];
  server = await serveWithPython(python, "/health", (port) => ["-m", "guidellm", "mock-server", "--port", port, ...timing]);
  baseUrl = `${server.origin}/v1`;
});
after(() => server?.stop());

const samples = (run) => run.lanes.flatMap((lane) => lane.samples);

function isAsTold(sample, name) {
  assert.equal(sample.status, "ok", `${name}: it finished`);
  assert.equal(sample.chunks, tokens, `${name}: it sends a token in each chunk`);
  assert.equal(sample.out_tokens_server, tokens, `${name}: and counts them`);
  assert.ok(sample.ttft_ms >= ttft && sample.ttft_ms < ttft + late, `${name}: the first token came after ${ttft} ms: ${sample.ttft_ms}`);
  assert.ok(sample.latency_ms >= ttft + (tokens - 1) * gap, `${name}: the last is no earlier than all its gaps: ${sample.latency_ms}`);
  // A first token read late on a busy machine makes the rest look slightly faster than it was sent.
  assert.ok(sample.tpot_ms > 0.75 * gap && sample.tpot_ms < 2 * gap, `${name}: one came every ${gap} ms: ${sample.tpot_ms}`);
  const first = sample.first_read_tokens;
  assert.ok(first > 0.3 && first < 4, `${name}: the first read brings about a token: ${first}`);
  const window = (tokens - first) * sample.tpot_ms;
  assert.ok(Math.abs(sample.latency_ms - sample.ttft_ms - window) < 1e-6, `${name}: and the last came at the end of that`);
  assert.ok(Math.abs(sample.decode_tps * sample.tpot_ms - 1_000) < 1e-6, `${name}: which is one speed said twice`);
}

test("a stream is timed as the server was told to send it", { skip }, async () => {
  for (const dialect of ["openai-chat", "openai-responses"]) {
    const { run } = await race([lane(dialect, baseUrl, "m")]);
    isAsTold(samples(run)[0], dialect);
  }
});

test("eight lanes side by side are timed as one is", { skip }, async () => {
  const { run } = await race(Array.from({ length: 8 }, () => lane("openai-chat", baseUrl, "m")));
  const all = samples(run);
  assert.equal(all.length, 8, "each is a result");
  all.forEach((sample, at) => isAsTold(sample, `lane ${at}`));
});

test("a server that fails in the middle of the rounds has its good rounds and its bad ones", { skip }, async () => {
  // Ten requests came before; the server answers seventeen, and from then on returns 500.
  const { status, run } = await race([lane("openai-chat", baseUrl, "m")], "--repeat", "9");
  assert.equal(status, 1, "scripts must notice");
  const statuses = samples(run).map((sample) => sample.status);
  assert.deepEqual(statuses, [...Array(7).fill("ok"), ...Array(2).fill("error_http")], "each is what it was");
  assert.equal(run.lanes[0].summary.ttft_ms.n, 7, "the good ones are summed up");
  assert.ok(run.lanes[0].summary.ttft_ms.p50 >= ttft, "and a refusal is never a fast first token");
});
