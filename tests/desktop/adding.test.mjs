/** A new user adds providers: with the right key and a wrong one, at wrong addresses, and without a network. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import http from "node:http";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { DONE, said, serve, usage } from "./lib/provider.mjs";
import { shoot } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

const groqKey = () => `gsk_${randomBytes(26).toString("hex")}`;
const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`;

/** An answer in Anthropic's dialect. */
const MESSAGE = [
  event("message_start", { message: { id: "m1", model: "test", usage: { input_tokens: 9, output_tokens: 1 } } }),
  event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
  event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "Good " } }),
  event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "morning." } }),
  event("content_block_stop", { index: 0 }),
  event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4 } }),
  event("message_stop", {}),
];

describe("somebody new", () => {
  const key = groqKey();
  let provider;
  let window;
  let me;

  const invoke = (name, words) =>
    window.browser.execute((n, w) => window.__TAURI_INTERNALS__.invoke(n, w), name, words);

  /** Waits until a part of the window matches. */
  const says = async (testId, pattern) => {
    let text = "";
    const said = async () => {
      text = (await me.textOf(testId)) ?? "";
      return pattern.test(text);
    };
    await window.browser.waitUntil(said, { timeout: 15_000 }).catch(() => assert.match(text, pattern, testId));
  };

  const addEndpoint = async ({ label, url, dialect = null, keyNeeded = false }) => {
    await me.go("providers");
    await me.click("add-endpoint");
    await me.type("endpoint-label", label);
    if (dialect) await me.at("endpoint-dialect").selectByAttribute("value", dialect);
    await me.type("endpoint-url", url);
    if (keyNeeded) await me.click("endpoint-key-needed");
    await me.click("save-endpoint");
  };

  const raced = async () => {
    await me.press("Control", "Enter");
    const ended = await me.lanesWhen((lanes) => lanes.every(({ status }) => status), "it ended");
    await me.raceIsOver();
    return ended;
  };

  before(async () => {
    provider = await serve(
      {
        prose: () => ({ stream: [said("Good "), said("morning."), said(null, "stop"), usage(9, 2), DONE] }),
        message: () => ({ stream: MESSAGE }),
      },
      { accepts: (authorization) => ["", key, `Bearer ${key}`].includes(authorization) },
    );
    window = await open({ env: { DEEPSEEK_API_KEY: key } });
    me = person(window);
    await invoke("set_address", { provider: "groq", baseUrl: provider.url, confirmPlainHttp: false });
  });
  after(async () => {
    // The keyring outlives the window, and other tests start without these keys.
    for (const id of ["groq", "deepseek", "house-messages"]) await invoke("forget_key", { provider: id });
    await window?.close();
    provider?.close();
  });

  it("pastes a key, which is recognised, kept and checked in one go", async () => {
    await me.go("providers");
    await me.click("add-endpoint");
    await shoot(window.browser, "adding");
    await me.type("pasted-key", groqKey());
    await says("recognised", /a key of Groq/);
    await shoot(window.browser, "adding-recognised");
    await me.click("keep-pasted");
    await says("pasted-result", /Groq: .*key/);
    await shoot(window.browser, "adding-wrong-key");
    assert.match(await me.textOf("pasted-result"), /set another/, "a wrong key is followed by what to do");

    await me.type("pasted-key", key);
    await me.click("keep-pasted");
    await me.click("ask-go");
    await says("pasted-result", /lists 2 models/);
    const html = await window.browser.execute(() => document.documentElement.outerHTML);
    assert.ok(!html.includes(key.slice(5, 25)), "and the key is nowhere in the window");
  });

  it("is asked whose a key is when several begin like it", async () => {
    await me.type("pasted-key", `sk-${randomBytes(16).toString("hex")}`);
    await says("recognised", /Whose is it/);
    const names = await me.textOf("whose-key");
    assert.match(names, /OpenAI.*DeepSeek|DeepSeek.*OpenAI/, "those whose keys begin so are offered");
    assert.ok(!names.includes("Groq"), "and no others");
    assert.equal(await me.at("keep-pasted").isEnabled(), false, "nothing is kept before the answer");
  });

  it("copies a key from the environment by its name", async () => {
    assert.match(await me.textOf("environment-keys"), /DEEPSEEK_API_KEY/, "the variable is named");
    await me.click("copy-deepseek");
    await says("environment-keys", /has a key/);
  });

  it("finds a server on this machine, with its models", async (t) => {
    const tags = { models: [{ name: "llama3.2:3b" }] };
    const ollama = http.createServer((request, response) => {
      const known = { "/api/tags": tags, "/api/ps": tags, "/api/version": { version: "0.9.0" } }[request.url];
      response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
      response.end(known ? JSON.stringify(known) : "404 page not found");
    });
    ollama.listen(11_434, "127.0.0.1");
    const bound = await Promise.race([
      once(ollama, "listening").then(() => true),
      once(ollama, "error").then(() => false),
    ]);
    if (!bound) {
      t.skip("Ollama's port is taken on this machine");
      return;
    }
    t.after(() => ollama.close());
    await me.click("find-servers");
    await says("local-servers", /Ollama.*llama3\.2:3b/);
    await shoot(window.browser, "adding-local");
    await me.click("use-ollama");
    await says("provider-detail", /Ollama/);
  });

  it("adds a server that speaks another dialect, and races it", async () => {
    await addEndpoint({
      label: "House messages",
      url: provider.url.replace("/v1", ""),
      dialect: "anthropic",
      keyNeeded: true,
    });
    await me.type("key-input", key);
    await me.click("save-key");
    assert.match(await (await me.see("ask")).getText(), /key of Groq.*127\.0\.0\.1/s, "whose key goes where is asked");
    await me.click("ask-go");
    await me.see("forget-key");
    await me.load({ prompt: "Hello?", lanes: [{ provider: "house-messages", model: "message" }] });
    const [lane] = await raced();
    assert.equal(lane.status, "ok", lane.fault);
    assert.equal(lane.text, "Good morning.", "the words of its events");
    assert.equal(lane.figures.tokens, 4, "and its own count");
  });

  it("is told which part of an address is missing", async () => {
    await addEndpoint({ label: "No version", url: provider.url.replace("/v1", "") });
    await me.click("check-key");
    await says("check-result", /\/v1/);
    await shoot(window.browser, "adding-no-version");
  });

  it("is told that there is no such host, and what to look at", async () => {
    await addEndpoint({ label: "Nowhere", url: "https://models.invalid/v1" });
    await me.click("check-key");
    await says("check-result", /models\.invalid does not resolve.*online/);
    await shoot(window.browser, "adding-no-network");
  });

  it("is asked before anything crosses a public network in the clear", async () => {
    await addEndpoint({ label: "In the clear", url: "http://models.example.com/v1" });
    await says("plain-http", /models\.example\.com.*not encrypted/);
    await shoot(window.browser, "adding-plain-http");
    await me.click("allow-plain-http");
    await says("provider-detail", /In the clear/);
    await me.click("pane-network");
    await says("network-pane", /models\.example\.com:80/);
    await shoot(window.browser, "adding-network");
  });

  it("is offered the model that was meant, at one click", async () => {
    await addEndpoint({ label: "House", url: provider.url });
    await me.click("check-key");
    await says("check-result", /2 models/);
    await me.load({ prompt: "Hello?", lanes: [{ provider: "house", model: "porse" }] });
    const [lane] = await raced();
    assert.match(lane.fault, /no such model.*Nearest names: prose/i, "the nearest name is said");
    await shoot(window.browser, "race-model-not-found");
    await window.browser.$("button=Race with prose").click();
    const [again] = await me.lanesWhen(([only]) => only?.status === "ok", "it raced");
    assert.equal(again.text, "Good morning.", "and is raced");
    await me.raceIsOver();
    assert.match(await me.textOf("chip-0"), /prose/, "the line-up has the right name from now on");
  });

  it("sets a price, and sees what the next race may cost", async () => {
    await me.go("providers");
    await me.click("provider-house");
    await me.click("price-of-prose");
    await me.type("price-input_usd", "2");
    await me.type("price-output_usd", "10");
    await shoot(window.browser, "adding-price");
    await me.click("save-price");
    await says("provider-detail", /yours/);
    await me.load({ prompt: "Hello?", max_tokens: 1_000, lanes: [{ provider: "house", model: "prose" }] });
    await says("preflight", /\$0\.01/);
    const [lane] = await raced();
    // 9 tokens in at $2 and 2 out at $10 per million.
    assert.equal(lane.figures.cost, (9 * 2 + 2 * 10) / 1e6, "the price of one's own is charged");
    await me.go("providers");
    await me.click("pane-prices");
    await says("own-prices", /House · prose.*\$2/);
    await shoot(window.browser, "adding-prices");
  });

  it("sees that it is the proxy which fails, and goes around it", async () => {
    await me.go("providers");
    await me.click("pane-network");
    await me.click("proxy-custom");
    await me.type("proxy-url", "http://127.0.0.1:9");
    await me.click("save-proxy");
    await me.load({ prompt: "Hello?", lanes: [{ provider: "nowhere", model: "any" }] });
    const [lane] = await raced();
    assert.match(lane.fault, /proxy.*127\.0\.0\.1:9/i, "the proxy is named, and not the provider");
    await shoot(window.browser, "race-proxy-failed");
    await me.go("providers");
    await me.click("pane-network");
    await me.click("proxy-direct");
    await me.load({ prompt: "Hello?", lanes: [{ provider: "nowhere", model: "any" }] });
    const [direct] = await raced();
    assert.match(direct.fault, /does not resolve/, "without it, the name is looked up here");
  });
});
