// LiteLLM's proxy as a receiver: it reads our requests in one format, writes them to its upstream in another, and translates the
// stream that comes back. What reaches the upstream is what was asked, and what comes through is read as what was called.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { lane, paceline } from "./paceline.mjs";
import { serveWithPython } from "./python.mjs";

const python = process.env.PACELINE_PYTHON_LITELLM;
const skip = python ? false : "LiteLLM could not be installed";

const folder = mkdtempSync(join(tmpdir(), "paceline-translated-"));
const file = join(folder, "request.json");
const stream = (name) => readFileSync(new URL(`../wire/${name}`, import.meta.url));
// The upstreams, by the beginning of their paths: each answers with two tool calls in its own dialect.
const answers = { openai: "openai_chat_tools.sse", anthropic: "anthropic_tools.sse", gemini: "gemini_tools.sse" };
const heard = [];
const upstream = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text) => (body += text));
  request.on("end", () => {
    // The proxy also looks whether somebody is there.
    if (body === "") return response.writeHead(404, { connection: "close" }).end();
    const who = request.url.split("/")[1];
    heard.push({ who, body: JSON.parse(body) });
    response.writeHead(200, { "content-type": "text/event-stream", connection: "close" });
    // From two of its formats the proxy asks OpenAI in a third.
    response.end(stream(request.url.endsWith("/responses") ? "openai_responses_tools.sse" : answers[who]));
  });
});
let server;

const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const asked = {
  model: "m",
  max_tokens: 300,
  messages: [
    { role: "system", content: "Use the tools." },
    {
      role: "user",
      content: [
        { type: "text", text: "Weather in Bern and in Zürich?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${picture}` } },
      ],
    },
    { role: "assistant", content: null, tool_calls: [{ id: "call_bern1", type: "function", function: { name: "weather", arguments: '{"city":"Bern"}' } }] },
    { role: "tool", tool_call_id: "call_bern1", content: "18 degrees and dry" },
    { role: "user", content: "Now the other one." },
  ],
  tools: [
    {
      type: "function",
      function: { name: "weather", description: "Reads a forecast", parameters: { type: "object", properties: { city: { type: "string", description: "Where it is" } }, required: ["city"] } },
    },
  ],
  tool_choice: "auto",
};
const said = ["Use the tools.", "Weather in Bern and in Zürich?", picture, "Bern", "18 degrees and dry", "Now the other one.", "weather", "Reads a forecast", "Where it is"];

before(async () => {
  if (!python) return;
  writeFileSync(file, JSON.stringify(asked));
  await new Promise((listening) => upstream.listen(0, "127.0.0.1", listening));
  const at = (who) => `http://127.0.0.1:${upstream.address().port}/${who}`;
  const model = (who, name) => ({ model_name: who, litellm_params: { model: name, api_key: "none", api_base: at(who) } });
  const config = {
    model_list: [model("openai", "openai/gpt-5.4-mini"), model("anthropic", "anthropic/claude-sonnet-4-5"), model("gemini", "gemini/gemini-3.7-flash")],
    general_settings: { dangerously_permit_weak_or_unset_master_key: true },
    router_settings: { num_retries: 0 },
  };
  const settings = join(folder, "config.yaml");
  writeFileSync(settings, JSON.stringify(config));
  const start = (port) => ["-c", "from litellm import run_server; run_server()", "--config", settings, "--host", "127.0.0.1", "--port", port];
  server = await serveWithPython(python, "/health/liveliness", start, { LITELLM_LOCAL_MODEL_COST_MAP: "True" });
});
after(async () => {
  await server?.stop();
  upstream.closeAllConnections();
  upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const [dialect, path] of [
  ["openai-chat", "/v1"],
  ["anthropic", ""],
  ["openai-responses", "/v1"],
]) {
  for (const who of Object.keys(answers)) {
    test(`what is asked as ${dialect} reaches ${who} through the proxy, and its calls come back`, { skip }, async () => {
      heard.length = 0;
      const words = ["race", "--json", "--no-save", "--request", file, "--lane", lane(dialect, server.origin + path, who)];
      const { stdout, stderr } = await paceline(...words);
      assert.notEqual(stdout, "", `it raced: ${stderr}`);
      const sample = JSON.parse(stdout).lanes[0].samples[0];
      assert.equal(heard.length, 1, `the proxy took it: ${JSON.stringify(sample.error)}`);
      const text = JSON.stringify(heard[0].body);
      const lost = said.filter((part) => !text.includes(part));
      assert.deepEqual(lost, [], `everything reaches the upstream: ${text.slice(0, 2000)}`);
      assert.equal(sample.status, "ok", `it is an answer: ${JSON.stringify(sample.error)}`);
      assert.equal(sample.tool_calls, 2, `with both calls: ${sample.tools}`);
      assert.ok(sample.tools.includes("weather") && sample.tools.includes("Zürich") && sample.tools.includes("now"), sample.tools);
      assert.ok(sample.tool_call_ms > 0 && sample.tool_calls_ms >= sample.tool_arguments_ms, "each of them timed");
    });
  }
}

const contract = "JVBERi0xLjQKMSAwIG9iago8PC9UeXBlL0NhdGFsb2c+PgplbmRvYmoKdHJhaWxlcjw8L1Jvb3QgMSAwIFI+Pg==";
const schema = {
  type: "object",
  properties: { rent: { type: "number", description: "Francs a month" }, tenants: { type: "array", items: { type: "string", description: "A tenant" } } },
  required: ["rent", "tenants"],
  additionalProperties: false,
};
const readInto = {
  model: "m",
  max_tokens: 300,
  messages: [
    { role: "system", content: "Read contracts." },
    {
      role: "user",
      content: [
        { type: "file", file: { filename: "lease.pdf", file_data: `data:application/pdf;base64,${contract}` } },
        { type: "text", text: "Who, and how much?" },
      ],
    },
  ],
  response_format: { type: "json_schema", json_schema: { name: "lease", strict: true, schema } },
};
const ofContract = ["Read contracts.", contract, "Who, and how much?", "Francs a month", "A tenant"];

/** What of these texts did not reach the upstream `who` of a body that a lane of this dialect was asked. */
async function lost(body, texts, dialect, path, who) {
  heard.length = 0;
  const other = join(folder, "other.json");
  writeFileSync(other, JSON.stringify(body));
  const words = ["race", "--json", "--no-save", "--request", other, "--lane", lane(dialect, server.origin + path, who)];
  const { stdout, stderr } = await paceline(...words);
  assert.notEqual(stdout, "", `it raced: ${stderr}`);
  const sample = JSON.parse(stdout).lanes[0].samples[0];
  assert.equal(heard.length, 1, `the proxy took it: ${JSON.stringify(sample.error)}`);
  const text = JSON.stringify(heard[0].body);
  return { lost: texts.filter((part) => !text.includes(part)), text };
}

for (const [dialect, path] of [
  ["openai-chat", "/v1"],
  ["anthropic", ""],
  ["openai-responses", "/v1"],
]) {
  for (const who of Object.keys(answers)) {
    test(`a document and the schema of its answer reach ${who} through the proxy as ${dialect}`, { skip }, async () => {
      const reached = await lost(readInto, ofContract, dialect, path, who);
      assert.deepEqual(reached.lost, [], `everything reaches the upstream: ${reached.text.slice(0, 2000)}`);
    });
  }
}

const severalTexts = {
  model: "m",
  max_tokens: 300,
  messages: [
    { role: "system", content: [{ type: "text", text: "Keep the stock." }, { type: "text", text: "Shelves are letters." }] },
    { role: "user", content: [{ type: "text", text: "How many bells," }, { type: "text", text: "and where?" }] },
    { role: "assistant", content: [{ type: "text", text: "Four are left." }, { type: "text", text: "They lie on C." }] },
    { role: "user", content: "Order two." },
  ],
};
const ofTexts = severalTexts.messages.flatMap(({ content }) => (typeof content === "string" ? content : content.map(({ text }) => text)));

for (const [dialect, path] of [
  ["openai-chat", "/v1"],
  ["anthropic", ""],
  ["openai-responses", "/v1"],
]) {
  for (const who of Object.keys(answers)) {
    test(`every text of turns with several reaches ${who} through the proxy as ${dialect}`, { skip }, async () => {
      const reached = await lost(severalTexts, ofTexts, dialect, path, who);
      assert.deepEqual(reached.lost, [], `everything reaches the upstream: ${reached.text.slice(0, 2000)}`);
    });
  }
}

test("cache marks of turns and of tools reach Anthropic through the proxy", { skip }, async () => {
  const mark = { type: "ephemeral" };
  const marked = {
    model: "m",
    max_tokens: 300,
    system: [{ type: "text", text: "A long manual.", cache_control: mark }],
    messages: [{ role: "user", content: [{ type: "text", text: "Page 3?", cache_control: { ...mark, ttl: "1h" } }] }],
    tools: [{ name: "page", description: "Shows a page", input_schema: { type: "object", properties: {} }, cache_control: mark }],
  };
  const { lost: missing, text } = await lost(marked, ["A long manual.", "Page 3?", "Shows a page"], "anthropic", "", "anthropic");
  assert.deepEqual(missing, [], text);
  assert.equal(text.match(/"cache_control"/g)?.length, 3, `with all three: ${text}`);
});
