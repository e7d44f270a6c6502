/**
 * Refusals a new user is likely to meet, in the vendors' recorded words: each lane says what to do, and offers it
 * visibly.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { serve } from "./lib/provider.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

const RECORDED = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "..", "wire", "error_bodies.json"), "utf8"),
);

/** Refusals by recording, and what is offered first. */
const FIRST = {
  openai_401: "key",
  openai_429_quota: "console",
  openai_403_region: "network",
  openai_400_unverified: "console",
  openai_403_project: "console",
  openai_404_responses: "lane",
  openai_400_context: "prompt",
  openai_429: "retry",
  // Vendors behind other rows, whose words come with a status that suggests something else.
  anthropic_400_credit: "console",
  gemini_400_key: "key",
  azure_404_deployment: "lane",
  in_200_key: "key",
};
const NAMES = Object.keys(FIRST);
/** An answer to a wrong key with a success status, in MiniMax's words. */
const IN_200 = { base_resp: { status_code: 1004, status_msg: "login fail: Please carry the API secret key" } };
const refusalOf = (name) =>
  name === "in_200_key" ? { status: 200, body: IN_200 } : { status: RECORDED[name].status, body: RECORDED[name].body };

describe("a refusal of the first hour", () => {
  let provider;
  let window;
  let me;

  before(async () => {
    const answers = NAMES.map((name) => [name, () => refusalOf(name)]);
    provider = await serve(Object.fromEntries(answers));
    window = await open();
    me = person(window);
    const invoke = (name, words) =>
      window.browser.execute((n, w) => window.__TAURI_INTERNALS__.invoke(n, w), name, words);
    await invoke("set_address", { provider: "openai", baseUrl: provider.url, confirmPlainHttp: false });
    await invoke("set_key", { provider: "openai", key: "test-0123456789abcdef", sessionOnly: true });
  });
  after(async () => {
    await window?.close();
    provider?.close();
  });

  const offered = () =>
    window.browser.execute(() =>
      [...document.querySelectorAll("article[data-testid^='lane-']")].map((card) => {
        const button = card.querySelector("[data-testid^='remedy-']");
        const [inner, outer] = [button, card].map((each) => each?.getBoundingClientRect());
        return {
          first: button?.dataset.testid.slice("remedy-".length) ?? null,
          isWithin:
            inner !== undefined && inner.top >= outer.top && inner.bottom <= outer.bottom &&
            inner.left >= outer.left && inner.right <= outer.right,
        };
      }),
    );

  it("is told with what to do about it, and the button for that is in its card at any size", async () => {
    await me.load({
      prompt: "Say hello.",
      lanes: NAMES.map((model) => ({ provider: "openai", model })),
    });
    await me.press("Control", "Enter");
    await me.lanesWhen((lanes) => lanes.every(({ status }) => status), "all have ended");
    await me.raceIsOver();
    for (const [theme, width, height] of [["light", 1280, 800], ["dark", 900, 600], ["light", 1600, 1000]]) {
      await wear(window.browser, theme);
      await window.browser.setWindowRect(0, 0, width, height);
      await window.browser.waitUntil(() => window.browser.execute((w) => window.innerWidth === w, width));
      await shoot(window.browser, `race-refused-${theme}-${width}`);
      for (const [index, { first, isWithin }] of (await offered()).entries()) {
        const name = NAMES[index];
        assert.equal(first, FIRST[name], `${name}: what helps is offered first`);
        assert.ok(isWithin, `${name}: the button is inside its card at ${width} × ${height}`);
      }
      await window.browser.execute(
        (lane) => document.querySelector(`[data-testid='lane-${lane}']`).scrollIntoView({ block: "end" }),
        NAMES.indexOf("in_200_key"),
      );
      await shoot(window.browser, `race-refused-cards-${theme}-${width}`);
    }
  });

  it("is told as a refusal where the server calls it a success", async () => {
    const card = await me.textOf(`lane-${NAMES.indexOf("in_200_key")}`);
    assert.match(card, /Key refused/, "not as an answer that broke off");
    assert.doesNotMatch(card, /What had arrived is kept/, "nothing had");
  });

  it("stands in the history as what it was, without a number", async () => {
    const [id] = await me.runs();
    const row = await me.textOf(`run-${id}`);
    assert.match(row, /failed/, "each lane says so");
    assert.doesNotMatch(row, /tok\/s|\d ms/, "and none has a speed");
    for (const [at, { summary, samples }] of (await me.history(id)).lanes.entries()) {
      assert.deepEqual(summary, {}, `${NAMES[at]}: it stands in no average`);
      const throttled = NAMES[at] === "openai_429";
      assert.equal(samples[0].status === "throttled", throttled, `${NAMES[at]}: only the one that was asked to wait`);
    }
    await me.go("race");
  });

  it("leads from a refused key to the field for a new one", async () => {
    await window.browser.setWindowRect(0, 0, 1280, 800);
    await window.browser.$("[data-testid='lane-0'] [data-testid='remedy-key']").click();
    await me.see("key-input");
    await window.browser.waitUntil(
      () => window.browser.execute(() => document.activeElement?.dataset.testid === "key-input"),
      { timeoutMsg: "the caret is in the field" },
    );
    assert.match(await me.textOf("provider-detail"), /OpenAI/, "of the provider that refused it");
  });

  it("leads from a wrong dialect to the lane's settings", async () => {
    await me.go("race");
    const lane = NAMES.indexOf("openai_404_responses");
    await window.browser.$(`[data-testid='lane-${lane}'] [data-testid='remedy-lane']`).click();
    await me.see("lane-settings");
    assert.match(await me.textOf("lane-settings"), /openai_404_responses/, "of the lane that failed");
  });
});
