/** The first hour's refusals, as vendors were recorded to word them: each lane says what to do, and offers it in sight. */

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

/** Refusals by their recording, and what is offered first. */
const FIRST = {
  openai_401: "key",
  openai_429_quota: "console",
  openai_403_region: "network",
  openai_400_unverified: "console",
  openai_403_project: "console",
  openai_404_responses: "lane",
  openai_400_context: "prompt",
  openai_429: "retry",
};
const NAMES = Object.keys(FIRST);

describe("a refusal of the first hour", () => {
  let provider;
  let window;
  let me;

  before(async () => {
    const answers = NAMES.map((name) => [name, () => ({ status: RECORDED[name].status, body: RECORDED[name].body })]);
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
    }
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
