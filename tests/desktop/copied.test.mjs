/**
 * "Copy as curl" in the real window: the line is copied by its button, pasted elsewhere, run by a real shell with a real curl, and what
 * arrives is held byte for byte against what the race sends.
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { DONE, said, usage } from "./lib/provider.mjs";
import { open } from "./lib/window.mjs";

const KEY = `sk-proj-${randomBytes(24).toString("hex")}`;

/** What a shell, a terminal or a JSON reader might change. */
const SPELT = "It's \"50 %\" of $HOME, `id` $(id) \\n !! é 漢字 👍\ton two\nlines; {{a}} &amp; <b> #";

const TOOL = {
  function: {
    name: "find_order",
    description: "Finds an order; it's `read-only`.",
    parameters: { type: "object", properties: { order: { type: "integer", maximum: 9_007_199_254_740_991 } } },
  },
};

/** Runs a line in a shell as a terminal would: by its input, because no program takes a word of megabytes. */
async function ran(line, env) {
  const shell = spawn("sh", ["-s"], { stdio: ["pipe", "ignore", "pipe"], env: { ...process.env, ...env } });
  let printed = "";
  shell.stderr.on("data", (bytes) => (printed += bytes));
  shell.stdin.end(`${line}\n`);
  const [status] = await once(shell, "close");
  assert.equal(status, 0, `the line was run: ${printed.slice(-300)}`);
}

describe("a request that is copied as a curl line", () => {
  const heard = [];
  let server;
  let window;
  let me;

  const invoke = (name, words) =>
    window.browser.execute((n, w) => window.__TAURI_INTERNALS__.invoke(n, w), name, words);

  before(async () => {
    server = http.createServer(async (request, response) => {
      const pieces = [];
      for await (const bytes of request) pieces.push(bytes);
      heard.push({ url: request.url, headers: request.headers, body: Buffer.concat(pieces) });
      response.writeHead(200, { "content-type": "text/event-stream" });
      // So that the race is seen to run.
      await sleep(300);
      response.end([said("Yes."), said(null, "stop"), usage(9, 2), DONE].join(""));
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
    window = await open();
    me = person(window);
    await invoke("set_address", { provider: "openai", baseUrl, confirmPlainHttp: false });
    await invoke("set_key", { provider: "openai", key: KEY, sessionOnly: true });
  });
  after(async () => {
    await invoke("forget_key", { provider: "openai" });
    await window?.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** What the clipboard holds, pasted by the keys of a person into a field that reads nothing into it. */
  const pasted = async () => {
    await me.go("sweep");
    await me.click("sweep-prompt");
    const text = () => window.browser.execute(() => document.querySelector("[data-testid='sweep-prompt']").value);
    const before = await text();
    await me.press("Control", "a");
    await me.press("Control", "v");
    await window.browser.waitUntil(async () => (await text()) !== before, { timeoutMsg: "the clipboard is pasted" });
    return text();
  };

  /** The text of the request as it is sent, and the line that the button copies. */
  const copied = async () => {
    await me.click("view-sent");
    await me.see("sent-head");
    const head = await me.textOf("sent-head");
    assert.ok(!head.includes(KEY) && head.includes("********"), "the key is masked");
    await me.at("copy-curl").waitForEnabled();
    await me.click("copy-curl");
    await me.press("Escape");
    return pasted();
  };

  const raced = async (plan) => {
    await me.load(plan);
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    return heard.splice(0).at(-1);
  };

  const letters = (many) => {
    let text = "";
    while (text.length < many) text += `${text.length}: ${SPELT}\n`;
    return text;
  };

  for (const [what, turns] of [
    ["of a few lines", [{ role: "assistant", parts: [{ content: { type: "text", text: SPELT } }] }]],
    [
      "of a megabyte",
      Array.from({ length: 40 }, (_, at) => ({
        role: at % 2 ? "assistant" : "user",
        parts: [{ content: { type: "text", text: letters(25_000) } }],
      })),
    ],
  ]) {
    it(`${what} sends by curl what the race sends, to the byte`, async () => {
      const lanes = [{ provider: "openai", model: "gpt-house" }];
      const plan = { prompt: SPELT, system: SPELT, max_tokens: 64, lanes, payload: { turns, tools: [TOOL], seed: 7 } };
      const sent = await raced(plan);
      const line = await copied();
      assert.ok(!line.includes(KEY), "the line holds no key");
      assert.match(line, /\$OPENAI_API_KEY/, "but a variable");
      await ran(line, { OPENAI_API_KEY: KEY });
      const [received] = heard.splice(0);
      assert.equal(received.url, sent.url, "at the same address");
      assert.ok(received.body.equals(sent.body), `${received.body.length} bytes as the ${sent.body.length} of the race`);
      assert.equal(received.headers.authorization, sent.headers.authorization, "with the key from the variable");
      for (const name of ["content-type", "accept", "user-agent"])
        assert.equal(received.headers[name], sent.headers[name], `${name} as well`);
    });
  }
});
