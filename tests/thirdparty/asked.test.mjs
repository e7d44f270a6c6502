// The official SDKs as independent writers: the same call is made with the SDK and with Paceline, against a server that
// only writes down what it is asked, and both must have asked the same. Where Paceline asks for more, the table says why.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { ask, installed, speaks } from "./ask_with_sdks.mjs";
import { lane, paceline, race } from "./paceline.mjs";

const python = process.env.PACELINE_PYTHON_SDKS;
const skip = python ? false : "the SDKs could not be installed";
const prompt = "Why do rivers bend?";
const messages = [{ role: "user", content: prompt }];

// What is asked beside what the SDK was told to ask, by dialect.
const beside = {
  "openai-chat": { stream_options: { include_usage: true } },
  "openai-responses": { store: false },
  anthropic: {},
  gemini: {},
  cohere: {},
  // A prompt that does not fit is refused and not cut.
  ollama: { truncate: false, shift: false },
};

const cases = [
  {
    name: "openai",
    dialect: "openai-chat",
    sdk: "openai-chat",
    model: "m",
    options: ["--max-tokens", "64", "--temperature", "0.5", "--effort", "low"],
    call: { model: "m", messages, max_tokens: 64, temperature: 0.5, reasoning_effort: "low" },
  },
  {
    name: "groq",
    dialect: "openai-chat",
    sdk: "groq",
    base: "/openai/v1",
    model: "m",
    options: ["--max-tokens", "64", "--effort", "xhigh"],
    call: { model: "m", messages, max_tokens: 64, reasoning_effort: "xhigh" },
  },
  {
    name: "mistral",
    dialect: "openai-chat",
    sdk: "mistral",
    base: "/v1",
    model: "m",
    options: ["--max-tokens", "64", "--temperature", "0.5"],
    call: { model: "m", messages, max_tokens: 64, temperature: 0.5 },
    // It is asked for no usage under its own name, and sends it anyway.
    theirs: {},
  },
  {
    name: "openai-six",
    dialect: "openai-responses",
    sdk: "openai-responses",
    model: "gpt-6-sol",
    options: ["--max-tokens", "64", "--effort", "max"],
    call: { model: "gpt-6-sol", input: prompt, max_output_tokens: 64, reasoning: { effort: "max", summary: "auto" } },
  },
  {
    name: "claude-shown",
    dialect: "anthropic",
    sdk: "anthropic",
    model: "claude-opus-5-5",
    options: ["--max-tokens", "64", "--effort", "xhigh"],
    call: {
      model: "claude-opus-5-5",
      messages,
      max_tokens: 64,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "xhigh" },
    },
  },
  {
    name: "claude-budget",
    dialect: "anthropic",
    sdk: "anthropic",
    model: "claude-haiku-4-5",
    options: ["--max-tokens", "64", "--effort", "low"],
    call: { model: "claude-haiku-4-5", messages, max_tokens: 1088, thinking: { type: "enabled", budget_tokens: 1024 } },
  },
  {
    name: "gemini",
    dialect: "gemini",
    sdk: "gemini",
    base: "/v1beta",
    model: "gemini-3.8-flash",
    options: ["--max-tokens", "64", "--effort", "low"],
    call: {
      model: "gemini-3.8-flash",
      contents: prompt,
      config: { max_output_tokens: 64, thinking_config: { thinking_level: "LOW", include_thoughts: true } },
    },
  },
  {
    name: "cohere",
    dialect: "cohere",
    sdk: "cohere",
    model: "command-a-reasoning-08-2025",
    options: ["--max-tokens", "64", "--effort", "low"],
    call: {
      model: "command-a-reasoning-08-2025",
      messages,
      max_tokens: 64,
      thinking: { type: "enabled", token_budget: 2048 },
    },
  },
  {
    name: "ollama",
    dialect: "ollama",
    sdk: "ollama",
    model: "qwen3:8b",
    options: ["--max-tokens", "64", "--temperature", "0.5", "--effort", "high"],
    call: { model: "qwen3:8b", messages, think: "high", options: { num_predict: 64, temperature: 0.5 } },
  },
];

// The rows of the catalogue themselves, with today's suggested models, at the recording server in place of their own address.
const rows = [
  {
    name: "row-openai",
    row: "openai",
    sdk: "openai-chat",
    model: "gpt-6-luna",
    options: ["--max-tokens", "64", "--effort", "xhigh", "--service-tier", "flex"],
    call: {
      model: "gpt-6-luna",
      messages,
      max_completion_tokens: 64,
      reasoning_effort: "xhigh",
      service_tier: "flex",
      stream_options: { include_usage: true, include_obfuscation: false },
    },
  },
  {
    name: "row-openai-responses",
    row: "openai-responses",
    sdk: "openai-responses",
    model: "gpt-6.1-terra",
    options: ["--max-tokens", "64", "--effort", "low", "--service-tier", "priority"],
    call: {
      model: "gpt-6.1-terra",
      input: prompt,
      max_output_tokens: 64,
      reasoning: { effort: "low", summary: "auto" },
      service_tier: "priority",
      store: false,
      stream_options: { include_obfuscation: false },
    },
  },
  {
    name: "row-anthropic",
    row: "anthropic",
    sdk: "anthropic",
    model: "claude-sonnet-5-5",
    options: [],
    call: {
      model: "claude-sonnet-5-5",
      messages,
      max_tokens: 32768,
      thinking: { type: "adaptive", display: "summarized" },
    },
  },
  {
    name: "row-anthropic-fast",
    row: "anthropic",
    sdk: "anthropic",
    model: "claude-opus-5-5",
    options: ["--max-tokens", "64", "--effort", "max", "--service-tier", "fast"],
    call: {
      model: "claude-opus-5-5",
      messages,
      max_tokens: 64,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "max" },
      speed: "fast",
      extra_headers: { "anthropic-beta": "fast-mode-2026-02-01" },
    },
  },
  {
    name: "row-azure",
    row: "azure",
    sdk: "openai-chat",
    base: "/openai/v1",
    model: "gpt-6-sol",
    options: ["--max-tokens", "64", "--effort", "high", "--service-tier", "flex"],
    call: {
      model: "gpt-6-sol",
      messages,
      max_completion_tokens: 64,
      reasoning_effort: "high",
      service_tier: "flex",
      stream_options: { include_usage: true },
    },
  },
  {
    name: "row-bedrock",
    row: "bedrock",
    sdk: "openai-chat",
    base: "/openai/v1",
    model: "openai.gpt-oss-120b-1:0",
    options: ["--max-tokens", "64", "--effort", "low", "--service-tier", "priority"],
    call: {
      model: "openai.gpt-oss-120b-1:0",
      messages,
      max_completion_tokens: 64,
      reasoning_effort: "low",
      service_tier: "priority",
      stream_options: { include_usage: true },
    },
  },
  {
    name: "row-gemini",
    row: "gemini",
    sdk: "gemini",
    base: "/v1beta",
    model: "gemini-3.8-flash",
    options: ["--max-tokens", "64", "--service-tier", "flex"],
    call: { model: "gemini-3.8-flash", contents: prompt, config: { max_output_tokens: 64, service_tier: "flex" } },
  },
  {
    name: "row-gemini-interactions",
    row: "gemini-interactions",
    sdk: "gemini-interactions",
    base: "/v1beta",
    model: "gemini-3.8-flash",
    options: ["--max-tokens", "64", "--effort", "low", "--service-tier", "priority"],
    call: {
      model: "gemini-3.8-flash",
      input: prompt,
      store: false,
      service_tier: "priority",
      generation_config: { max_output_tokens: 64, thinking_level: "low", thinking_summaries: "auto" },
    },
  },
  {
    name: "row-mistral",
    row: "mistral",
    sdk: "mistral",
    base: "/v1",
    model: "mistral-medium-latest",
    options: ["--max-tokens", "64", "--effort", "high", "--service-tier", "standard_only"],
    call: {
      model: "mistral-medium-latest",
      messages,
      max_tokens: 64,
      reasoning_effort: "high",
      service_tier: "standard_only",
    },
  },
  {
    name: "row-groq",
    row: "groq",
    sdk: "groq",
    base: "/openai/v1",
    model: "openai/gpt-oss-120b",
    options: ["--max-tokens", "64", "--effort", "high", "--service-tier", "flex"],
    call: {
      model: "openai/gpt-oss-120b",
      messages,
      max_completion_tokens: 64,
      reasoning_effort: "high",
      service_tier: "flex",
    },
    theirs: { stream_options: { include_usage: true } },
  },
  {
    name: "row-cerebras",
    row: "cerebras",
    sdk: "cerebras",
    base: "/v1",
    model: "gpt-oss-120b",
    options: ["--max-tokens", "64", "--effort", "medium", "--service-tier", "auto"],
    call: {
      model: "gpt-oss-120b",
      messages,
      max_completion_tokens: 64,
      reasoning_effort: "medium",
      service_tier: "auto",
      stream_options: { include_usage: true },
    },
  },
  {
    name: "row-cohere",
    row: "cohere",
    sdk: "cohere",
    model: "command-a-plus-05-2026",
    options: ["--max-tokens", "64", "--effort", "none"],
    call: { model: "command-a-plus-05-2026", messages, max_tokens: 64, thinking: { type: "disabled" } },
  },
];

/** The headers that carry a key, or change what is asked. */
const telling = ["authorization", "x-api-key", "x-goog-api-key", "anthropic-beta"];
// Since version 2 Anthropic's SDK sends an API key as a bearer token; x-api-key, which its documentation names, is what all
// servers of the dialect take.
// Azure documents its own header for a key, and the bearer for a token of its directory.
const inPlaceOf = { anthropic: { authorization: "x-api-key" }, azure: { authorization: "api-key" } };

const asked = new Map();
const server = createServer((request, response) => {
  const [, who, name, ...path] = request.url.split("/");
  let heard = "";
  request.setEncoding("utf8").on("data", (text) => (heard += text));
  request.on("end", () => {
    asked.set(`${who} ${name}`, { path: `/${path.join("/")}`, headers: request.headers, body: JSON.parse(heard) });
    response.writeHead(400, { "content-type": "application/json", connection: "close" });
    response.end('{"error":{"message":"Written down."}}');
  });
});
let baseUrl;

before(async () => {
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  baseUrl = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

async function askWithSdks() {
  const script = new URL("python/ask_with_sdks.py", import.meta.url).pathname;
  const child = spawn(python, [script, `${baseUrl}/theirs`], { stdio: ["pipe", "inherit", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
  child.stdin.end(JSON.stringify([...cases, ...rows].map(({ name, sdk, call }) => ({ name, sdk, call }))));
  const status = await new Promise((closed) => child.on("close", closed));
  assert.equal(status, 0, said);
}

/** What is one to the vendor: Gemini reads a field under either of its names and a level in either case; a message is a text or
 * a list of one; and no tools are no tools. */
function plain(value) {
  const text = JSON.stringify(value).replace('"include_thoughts"', '"includeThoughts"').replace('"thinking_level"', '"thinkingLevel"');
  return JSON.parse(
    JSON.stringify(JSON.parse(text), (name, field) => {
      if (name === "thinkingLevel") return field.toLowerCase();
      if (name === "content" && Array.isArray(field)) return field.map(({ text }) => text).join("");
      return field === null || (Array.isArray(field) && field.length === 0) ? undefined : field;
    }),
  );
}

/** Paceline's own requests, once for both tests. */
let askedByPaceline;
function askWithPaceline() {
  askedByPaceline ??= (async () => {
    for (const { name, dialect, base = "", model, options } of cases) {
      await race([lane(dialect, `${baseUrl}/ours/${name}${base}`, model)], ...options);
    }
    // The key that every SDK is given too.
    process.env.PACELINE_RECORDED_KEY = "none";
    for (const { name, row, base = "", model, options } of rows) {
      const { status, stderr } = await paceline("providers", "at", row, `${baseUrl}/ours/${name}${base}`);
      assert.equal(status, 0, stderr);
      await race([`${row}/${model}`], "--key-env", `${row}=PACELINE_RECORDED_KEY`, ...options);
    }
  })();
  return askedByPaceline;
}

/** Asserts that each was asked as `who` asked it, but for what the tables above name. */
function assertAlike(who, tasks) {
  for (const { name, row, base = "", sdk, dialect, theirs: more } of tasks) {
    const [ours, theirs] = [asked.get(`ours ${name}`), asked.get(`${who} ${name}`)];
    assert.ok(ours && theirs, `${name}: both asked`);
    const expected = { ...beside[dialect], ...more };
    assert.deepEqual(plain(ours.body), plain({ ...theirs.body, ...expected }), `${name}: the body, field by field`);
    // OpenAI's SDK is given the whole base address where a cloud's is longer than its own.
    const path = sdk === "openai-chat" && row ? `${base}${theirs.path}` : theirs.path;
    assert.equal(ours.path, path, `${name}: the path`);
    assert.equal(ours.headers["content-type"], theirs.headers["content-type"], `${name}: content-type`);
    for (const header of row ? telling : []) {
      const ownHeader = inPlaceOf[row]?.[header] ?? header;
      const key = (value) => value?.replace(/^Bearer /, "");
      if (header !== "x-api-key" || !inPlaceOf[row])
        assert.equal(key(ours.headers[ownHeader]), key(theirs.headers[header]), `${name}: ${header}`);
    }
    // The newest SDK asks for version 2026-10-21, which takes no temperature from any model; the version that all models and
    // all servers of the dialect take is 2023-06-01.
    if (theirs.headers["anthropic-version"]) assert.equal(ours.headers["anthropic-version"], "2023-06-01", `${name}: the version`);
  }
}

test("the same is asked as the official SDKs ask it", { skip }, async () => {
  await askWithSdks();
  await askWithPaceline();
  assertAlike("theirs", [...cases, ...rows]);
});

test("the same is asked as the vendors' SDKs for JavaScript ask it", { skip: installed ? false : "npm could not install them" }, async () => {
  const tasks = [...cases, ...rows].filter(speaks);
  assert.ok(tasks.length >= 13, `each vendor's, with each of its dialects: ${tasks.length}`);
  await ask(`${baseUrl}/node`, tasks);
  await askWithPaceline();
  assertAlike("node", tasks);
});
