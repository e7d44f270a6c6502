// What other benchmark tools report of a stream, held to what Paceline says that they would report. The clients and the formulas
// are those of the tools' own packages, in the versions that Paceline names; the streams are the simulator's.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { lane, paceline, simulate } from "./paceline.mjs";

const python = process.env.PACELINE_PYTHON_PEERS;
const skip = python ? false : "the clients of other benchmark tools could not be installed";

/** Each tool as Paceline names it, and as it is called here. */
const tools = [
  ["AIPerf", "0.13.0", "aiperf"],
  ["GuideLLM", "0.8.1", "guidellm"],
  ["vLLM bench serve", "0.33.0", "vllm"],
  ["SGLang bench_serving", "0.5.23", "sglang"],
  ["genai-bench", "0.0.5", "genai_bench"],
  ["llmeter", "0.2.0", "llmeter"],
];

/** Role, first thought, first word, last word, finish reason and end are so far apart that to take one for another is an error of
 * 5 % at least, and the times are so long that 1 % of each is more than a machine is late at. */
const streams = [
  { requests: 5, model: "reasoning=25&tokens=75&think_as=reasoning" },
  { requests: 3, model: "tokens=100&per_chunk=5" },
].map((stream) => ({ ...stream, model: `scripted?ttft=4s&gap=25ms&tail=600ms&done=600ms&${stream.model}` }));

/** Share of a number by which it may differ. */
const within = 0.01;
/** How often the requests are sent anew. A process that had to wait for a busy processor reads late, and never early; that can spoil an
 * agreement, and cannot make one between formulas that differ by 5 %. */
const attempts = 5;

let server;

before(async () => {
  if (python) server = await simulate();
});
after(() => server?.stop());

/** What Paceline says that each tool would report of this stream: an object for each request. */
async function foretold(model) {
  const raced = await paceline("race", "--json", "--prompt", "Why do rivers bend?", "--lane", lane("openai-chat", server.baseUrl, model));
  assert.equal(raced.status, 0, raced.stderr);
  const shown = await paceline("history", "show", JSON.parse(raced.stdout).id, "--as-peers", "--json");
  assert.equal(shown.status, 0, shown.stderr);
  return JSON.parse(shown.stdout).requests.map(({ reports }) => reports);
}

/** What the tool itself reports of as many requests. */
async function reported(name, model, requests) {
  const PYTHONPATH = join(dirname(python), "..", "parts");
  const words = [join(import.meta.dirname, "python", "report_as_peers.py"), name, server.baseUrl, model, String(requests)];
  const env = { ...process.env, PYTHONPATH, NO_PROXY: "127.0.0.1" };
  const { stdout } = await promisify(execFile)(python, words, { env, timeout: 60_000 });
  const json = stdout.slice(stdout.lastIndexOf("[{"));
  return JSON.parse(json);
}

/** By how much the worst number of `theirs` differs from that of `ours`, as a share of it. */
function difference(theirs, ours) {
  const shares = Object.entries(theirs).map(([metric, value]) => Math.abs(value / ours[metric] - 1));
  return shares.every(Number.isFinite) ? Math.max(...shares) : Infinity;
}

/** The median of each number over `requests`, of which there is an odd number. */
function medians(requests) {
  const middle = (metric) => requests.map((one) => one[metric]).toSorted((a, b) => a - b)[(requests.length - 1) / 2];
  return Object.fromEntries(Object.keys(requests[0]).map((metric) => [metric, middle(metric)]));
}

/** Holds what one tool reports of a stream to what Paceline says that it would. */
async function agrees([tool, edition, name], { requests, model }) {
  const seen = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [[reports], theirs] = await Promise.all([foretold(model), reported(name, model, requests)]);
    const ours = reports.find((report) => report.tool === tool);
    assert.equal(ours?.edition, edition, "the version that is installed here is the one that is named");
    assert.equal(theirs.length, requests, "each request is reported");
    for (const { tokens } of theirs) assert.equal(tokens, ours.tokens, "tokens are counted, and never late");
    const typical = medians(theirs);
    if (difference(typical, ours) <= within) return;
    seen.push({ ours, typical });
  }
  assert.fail(`${model}: the medians of ${attempts} attempts do not agree within ${within * 100} %: ${JSON.stringify(seen)}`);
}

for (const tool of tools) {
  test(`${tool[0]} ${tool[1]} reports what Paceline says it would`, { skip, timeout: 200_000 }, async () => {
    await Promise.all(streams.map((stream) => agrees(tool, stream)));
  });
}

test("the streams tell the tools' formulas apart", { skip }, async () => {
  const [reports] = await foretold(streams[0].model);
  const of = (tool, edition) => reports.find((report) => report.tool === tool && (!edition || report.edition === edition));
  const apart = (one, other, metric) => Math.abs(one[metric] / other[metric] - 1) > 5 * within;
  assert.ok(apart(of("vLLM bench serve", "0.33.0"), of("vLLM bench serve", "0.32.0"), "ttft_ms"), "a role is no token");
  assert.ok(apart(of("GuideLLM"), of("llmeter"), "ttft_ms"), "nor is a thought a visible one");
  assert.ok(apart(of("GuideLLM"), of("genai-bench"), "latency_ms"), "the count of tokens is not the end");
  assert.ok(apart(of("genai-bench"), of("vLLM bench serve", "0.33.0"), "latency_ms"), "nor is it the last word");
  assert.ok(apart(of("SGLang bench_serving"), of("genai-bench"), "ms_per_token"), "and each divides its own span");
});
