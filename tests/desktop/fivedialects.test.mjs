/**
 * A new user's first whole request: a curl line with a key is pasted, the key kept, a picture attached, a tool added; four
 * dialects race it, and the window says why the fifth cannot. The key is in the keyring and in one header, and nowhere else.
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { inspector } from "./lib/inspect.mjs";
import { person } from "./lib/person.mjs";
import { binary, open } from "./lib/window.mjs";

const run = promisify(execFile);
const KEY = `sk-proj-${randomBytes(24).toString("hex")}`;

/** A red square of ten pixels. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR42mM4IaeBBzGMSmNDAB8eaXkhbqN9AAAAAElFTkSuQmCC";

const stream = (name) => readFileSync(path.join(import.meta.dirname, "..", "wire", name), "utf8").split(/(?<=\n\n)/);

/** What each dialect asks, by the end of its path, and an answer with tool calls in it. */
const ANSWERS = [
  [/\/chat\/completions$/, "openai-chat", stream("openai_chat_tools.sse")],
  [/\/responses$/, "openai-responses", stream("openai_responses_tools.sse")],
  [/\/v1\/messages$/, "anthropic", stream("anthropic_tools.sse")],
  [/:streamGenerateContent/, "gemini", stream("gemini_tools.sse")],
];

const TOOL = {
  type: "function",
  function: {
    name: "find_order",
    description: "Finds an order by its number.",
    parameters: { type: "object", properties: { order: { type: "integer" } }, required: ["order"] },
  },
};
const BODY = {
  model: "gpt-house",
  stream: true,
  max_tokens: 300,
  tool_choice: "required",
  messages: [
    { role: "system", content: "You are the support agent of a shop." },
    { role: "user", content: "Where is order 4711?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "find_order", arguments: '{"order":4711}' } }],
    },
    { role: "tool", tool_call_id: "call_1", content: '{"state":"shipped"}' },
    { role: "user", content: "And what is on this picture?" },
  ],
  tools: [TOOL],
};

/** Every file below a folder. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe("a new user's whole request", () => {
  const heard = [];
  let server;
  let origin;
  let window;
  let me;
  let inspect;

  const invoke = (name, words) =>
    window.browser.execute((n, w) => window.__TAURI_INTERNALS__.invoke(n, w), name, words);

  before(async () => {
    server = http.createServer(async (request, response) => {
      let body = "";
      for await (const bytes of request) body += bytes;
      const [, dialect, pieces] = ANSWERS.find(([end]) => end.test(request.url.split("?")[0])) ?? [];
      if (!dialect) return response.writeHead(404).end();
      heard.push({ dialect, headers: request.headers, body });
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const piece of pieces) {
        response.write(piece);
        await sleep(15);
      }
      response.end();
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    origin = `http://127.0.0.1:${server.address().port}`;
    window = await open();
    me = person(window);
    inspect = inspector(window);
    await invoke("set_address", { provider: "openai", baseUrl: `${origin}/v1`, confirmPlainHttp: false });
  });
  after(async () => {
    // The keyring outlives the window, and other tests start without this key.
    await invoke("forget_key", { provider: "openai" });
    await window?.close();
    server?.closeAllConnections();
    server?.close();
  });

  it("is pasted with its key, which is offered to the keyring for the address it was sent to", async () => {
    const at = (dialect, below, model) => ({ provider: "custom", dialect, base_url: origin + below, model });
    await me.load({
      prompt: "Before.",
      lanes: [
        at("openai-responses", "/v1", "gpt-answers"),
        at("anthropic", "", "claude-house"),
        at("gemini", "/v1beta", "gemini-house"),
        at("ollama", "", "llama-house"),
      ],
    });
    const line = `curl ${origin}/v1/chat/completions -H 'Authorization: Bearer ${KEY}' -H 'Content-Type: application/json' -d '${JSON.stringify(BODY)}'`;
    await me.paste({ text: line });
    await me.see("captured-report");
    assert.match(await me.textOf("captured-key"), new RegExp(origin), "it says for whom");
    await inspect("five-captured");
    await me.click("keep-captured-key");
    await window.browser.waitUntil(
      async () => !(await me.at("keep-captured-key").isExisting()),
      { timeoutMsg: "the key is kept" },
    );
    await me.click("captured-done");
    assert.equal((await me.testIds("chip-")).length, 5, "the line's contender joined the others");
  });

  it("takes a picture and a tool", async () => {
    await me.paste({ png: PNG });
    await me.see("attachments");
    const isDrawn = () =>
      window.browser.execute(
        () => document.querySelector("[data-testid='thumbnail'] img")?.naturalWidth === 10,
      );
    await window.browser.waitUntil(isDrawn, { timeoutMsg: "the picture is drawn" });
    await me.click("edit-strip");
    await me.click("request-tab-tools");
    await me.click("add-tool");
    await me.type("tool-1-name", "refund");
    await me.click("tool-1-done");
    await me.press("Escape");
  });

  it("says why the fifth dialect cannot be asked this, and what to change", async () => {
    let said = "";
    const isTold = async () => {
      said = (await me.textOf("preflight")) ?? "";
      return /choice of tools/.test(said);
    };
    await window.browser.waitUntil(isTold).catch(() => undefined);
    assert.match(said, /Ollama Chat has no choice of tools\. Leave it to the model for this lane\./);
    assert.match(await me.textOf("race-button"), /4/, "and offers to race the others");
    await inspect("five-refused");
  });

  it("is raced by the four others, each asked all of it in its own dialect", async () => {
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    const lanes = await me.lanes();
    assert.deepEqual(
      lanes.map(({ status, fault }) => `${status} ${fault}`),
      lanes.map(() => "ok null"),
      "every lane answered",
    );
    assert.deepEqual(heard.map(({ dialect }) => dialect).sort(), ANSWERS.map(([, dialect]) => dialect).sort());
    for (const { dialect, body, headers } of heard) {
      for (const part of ["support agent", "4711", "shipped", "what is on this picture", PNG, "find_order", "refund"])
        assert.ok(body.includes(part), `${dialect} was asked all of it: ${part}`);
      const isWithKey = JSON.stringify(headers).includes(KEY);
      assert.equal(isWithKey, dialect === "openai-chat", `${dialect}: the key goes where it belongs`);
    }
    await inspect("five-raced");
    const [id] = await me.runs();
    const { lanes: kept } = await me.history(id);
    assert.equal(kept.length, 4, "four raced");
    for (const { model, samples } of kept) {
      assert.ok(samples[0].tool_calls >= 1, `${model} called a tool`);
      assert.ok(samples[0].tool_call_ms > 0, `${model}: the first byte of the call is timed`);
      assert.ok(samples[0].tool_arguments_ms >= samples[0].tool_call_ms, `${model}: and its arguments`);
    }
    await me.openRun(id);
    await inspect("five-opened");
  });

  it("leaves its key in no file, no export and no page", async () => {
    const [id] = await me.runs();
    const data = ["--data-dir", path.join(window.home, "data")];
    for (const format of ["json", "csv", "md", "html"]) {
      const { stdout } = await run(binary("PACELINE_CLI"), ["history", "export", id, "--format", format, ...data], {
        maxBuffer: 1 << 26,
      });
      assert.ok(stdout.length > 200 && !stdout.includes(KEY), `${format} holds no key`);
    }
    const files = filesIn(window.home);
    const holding = files.filter((file) => readFileSync(file).includes(KEY));
    assert.ok(files.length > 3, "there are files to look at");
    assert.deepEqual(holding, [], "no file holds it");
    const page = await window.browser.execute(() => document.documentElement.outerHTML);
    assert.ok(!page.includes(KEY), "nor the page");
    assert.ok(!window.output().includes(KEY), "nor what was printed");
  });
});
