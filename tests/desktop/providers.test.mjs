/** Keys, addresses and endpoints, through the window and into a real Secret Service. */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { assertAsRecorded, person } from "./lib/person.mjs";
import { DONE, said, serve, usage } from "./lib/provider.mjs";
import { shoot } from "./lib/shots.mjs";
import { freshHome, open, removeHome } from "./lib/window.mjs";

const freshKey = () => `test-${randomBytes(16).toString("hex")}`;
const WORDS = "Loopback is the shortest road there is.".split(/(?<= )/);
const ANSWER = WORDS.join("");

async function showProvider(me, window, id) {
  await me.go("providers");
  await me.click(`provider-${id}`);
  await window.browser.waitUntil(async () => (await me.testIds("key-status")).length === 1);
}

describe("keys", () => {
  const home = freshHome();
  const key = freshKey();
  let window;
  let me;

  before(async () => {
    window = await open({ home });
    me = person(window);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("go to the keyring, and only their last four characters come back", async () => {
    await showProvider(me, window, "groq");
    await shoot(window.browser, "providers-keyring");
    assert.equal(
      await (await me.see("keyring-state")).getAttribute("data-state"),
      "ready",
      "the keyring of this session is there",
    );
    await me.type("key-input", key);
    await me.click("save-key");
    await me.see("forget-key");
    await window.browser.waitUntil(async () => (await me.textOf("key-status")).includes(key.slice(-4)), {
      timeoutMsg: "the last four characters tell keys apart",
    });
    const status = await me.textOf("key-status");
    assert.match(status, /keyring/i, "and it says where the key is");
    const html = await window.browser.execute(() => document.documentElement.outerHTML);
    assert.ok(!html.includes(key.slice(5, 25)), "the rest of the key is nowhere in the window");
    assert.equal(await me.at("key-input").getValue(), "", "the field is empty again");
    await shoot(window.browser, "providers-key-kept");
  });

  it("outlive the app", async () => {
    await window.close();
    window = await open({ home });
    me = person(window);
    await showProvider(me, window, "groq");
    assert.ok((await me.textOf("key-status")).includes(key.slice(-4)), "the key is still there");
  });

  it("are forgotten when the user says so", async () => {
    await me.click("forget-key");
    await me.see("ask");
    await me.click("ask-no");
    assert.match(await me.textOf("key-status"), /keyring/i, "a key that cannot be brought back is asked about");
    await me.click("forget-key");
    await me.click("ask-go");
    await me.see("forget-key", { reverse: true });
    assert.match(await me.textOf("key-status"), /no key/i, "there is none any more");
  });

  it("can be kept for a session only, and then are gone with it", async () => {
    await me.click("session-only");
    await me.type("key-input", key);
    await me.click("save-key");
    await me.see("forget-key");
    assert.match(await me.textOf("key-status"), /session/i, "it says that this key will not stay");
    await window.close();
    window = await open({ home });
    me = person(window);
    await showProvider(me, window, "groq");
    assert.match(await me.textOf("key-status"), /no key/i, "the key went with the session");
  });

  it("are asked for before a race that needs them", async () => {
    await me.load({ prompt: "Hello?", lanes: [{ provider: "groq", model: "llama-3.1-8b-instant" }] });
    await window.browser.waitUntil(async () => /key/.test(await me.textOf("preflight")), {
      timeoutMsg: "the line beside the button says that a key is missing",
    });
    await me.press("Control", "Enter");
    await window.browser.waitUntil(async () => /needs a key/.test(await me.textOf("preflight")), {
      timeoutMsg: "a race without it is refused, in words",
    });
    await shoot(window.browser, "race-key-missing");
  });
});

describe("where there is no keyring", () => {
  it("the window says why and how to fix it, and takes a key for this session", async (t) => {
    const window = await open({ env: { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent/bus" } });
    t.after(window.close);
    const me = person(window);
    assert.equal(
      await (await me.see("keyring-state")).getAttribute("data-state"),
      "missing",
      "the status bar says it on every screen",
    );
    await showProvider(me, window, "groq");
    const told = await me.textOf("keyring-panel");
    assert.ok(told.length > 120, "there is a reason, and something to do about it");
    await shoot(window.browser, "providers-no-keyring");
    await me.type("key-input", freshKey());
    await me.click("save-key");
    await me.see("forget-key");
    assert.match(await me.textOf("key-status"), /session/i, "the key is kept in memory");
  });
});

describe("an endpoint of one's own", () => {
  const key = freshKey();
  let provider;
  let window;
  let me;

  before(async () => {
    provider = await serve(
      { prose: () => ({ stream: [...WORDS.map((word) => said(word)), said(null, "stop"), usage(9, 8), DONE] }) },
      { accepts: (authorization) => authorization === `Bearer ${key}` },
    );
    window = await open();
    me = person(window);
  });
  after(async () => {
    await window?.close();
    provider?.close();
  });

  it("is refused when its address is none", async () => {
    await me.go("providers");
    await me.click("add-endpoint");
    await me.type("endpoint-label", "Next door");
    await me.type("endpoint-url", "ftp://next.door/v1");
    await me.click("save-endpoint");
    await window.browser.waitUntil(
      async () => /http/.test((await me.textOf("endpoint-problem")) ?? ""),
      { timeoutMsg: "the form says beside its field that it must be an http address" },
    );
    await shoot(window.browser, "providers-bad-address");
  });

  it("is added, given a key, and checked by listing its models", async () => {
    await me.type("endpoint-url", provider.url);
    await me.click("endpoint-key-needed");
    await me.click("save-endpoint");
    await me.see("provider-next-door");
    await me.see("key-input");
    await me.type("key-input", freshKey());
    await me.click("save-key");
    await me.see("forget-key");
    await me.click("check-key");
    await window.browser.waitUntil(async () => /key/i.test(await me.textOf("check-result")), {
      timeoutMsg: "a wrong key is found out",
    });
    await shoot(window.browser, "providers-wrong-key");

    await me.type("key-input", key);
    await me.click("save-key");
    assert.match(await (await me.see("ask")).getText(), /cannot be restored/, "another goes for it, which is asked");
    await me.click("ask-go");
    await window.browser.waitUntil(async () => (await me.textOf("key-status")).includes(key.slice(-4)));
    await me.click("check-key");
    await window.browser.waitUntil(async () => /1 model/.test(await me.textOf("check-result")), {
      timeoutMsg: "the right one is answered with the list",
    });
    await shoot(window.browser, "providers-endpoint");
  });

  it("is raced for real", async () => {
    await me.load({ prompt: "Is anybody there?", lanes: [{ provider: "simulated", model: "wafer-scale" }] });
    await me.addLane("next-door/prose");
    await me.press("Control", "Enter");
    await me.lanesWhen((lanes) => lanes.length === 2 && lanes.every(({ status }) => status), "both ended");
    await me.raceIsOver();
    const shown = await me.lanes();
    const [id] = await me.runs();
    const run = await me.history(id);
    for (const [index, lane] of run.lanes.entries()) assertAsRecorded(shown[index], lane);
    assert.equal(shown[1].text, ANSWER, "what the server sent is what the window shows");
    assert.equal(shown[1].figures.tokens, 8, "the server's own count is taken");
    const asked = provider.requests.filter(({ path }) => path === "/v1/chat/completions");
    assert.equal(asked.length, 1, "one lane is one request");
    assert.equal(asked[0].authorization, `Bearer ${key}`, "the key is in the header");
    assert.ok(!JSON.stringify(asked[0].body).includes(key), "and nowhere else");
    assert.equal(asked[0].body.messages.at(-1).content, "Is anybody there?", "the prompt is as written");
  });

  it("says what is wrong when nobody answers at its address any more", async () => {
    provider.close();
    await me.go("race");
    await me.press("Control", "Enter");
    await me.lanesWhen((lanes) => lanes.length === 2 && lanes.every(({ status }) => status), "both ended");
    const [, lane] = await me.lanes();
    assert.equal(lane.status, "error_net", "it is the network's failure");
    assert.match(lane.fault, /127\.0\.0\.1/, "and the address is named");
    await me.raceIsOver();
  });

  it("is removed with its key", async () => {
    await showProvider(me, window, "next-door");
    await me.click("remove-endpoint");
    // Its key is removed with it and cannot be restored.
    await me.click("ask-go");
    await me.see("provider-next-door", { reverse: true });
    const again = await window.browser.execute(
      (endpoint) => window.__TAURI_INTERNALS__.invoke("save_endpoint", { endpoint }),
      { id: null, label: "Next door", dialect: "openai-chat", base_url: provider.url, key_needed: true, confirm_plain_http: false },
    );
    assert.equal(again.id, "next-door", "the name is free again");
    assert.equal(again.kept ?? null, null, "and whoever takes it does not get the old key with it");
  });
});

describe("a provider's address", () => {
  it("can be another one, and its own again", async (t) => {
    const window = await open();
    t.after(window.close);
    const me = person(window);
    await showProvider(me, window, "groq");
    const own = await me.at("address").getValue();
    await me.type("address", "http://127.0.0.1:9/v1");
    await me.click("save-address");
    const shown = async () => (await me.textOf("provider-detail")).includes(`Default: ${own}`);
    await window.browser.waitUntil(shown, { timeoutMsg: "it says that the address is not its own" });
    await window.browser.$("button=Back to the default").click();
    await window.browser.waitUntil(async () => (await me.at("address").getValue()) === own, {
      timeoutMsg: "its own address is back",
    });
  });
});
