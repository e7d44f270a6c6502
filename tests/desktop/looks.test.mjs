/** Every screen, dark and light, wide and narrow: checked by axe for accessibility, and saved as pictures. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inspector } from "./lib/inspect.mjs";
import { person } from "./lib/person.mjs";
import { open } from "./lib/window.mjs";

describe("every screen", () => {
  let window;
  let me;
  let inspect;

  before(async () => {
    window = await open();
    me = person(window);
    inspect = inspector(window);
  });
  after(() => window?.close());

  it("History, before there is any", async () => {
    await me.go("history");
    await inspect("looks-history-empty");
  });

  it("Race, on the first run", async () => {
    await me.go("race");
    await inspect("looks-race-first");
  });

  it("Race, under way", async () => {
    const simulated = (model) => ({ provider: "simulated", model });
    await me.load({
      prompt: "Explain the trade-offs between synchronous and asynchronous I/O in production web services.",
      max_tokens: 4_000,
      lanes: [
        simulated("wafer-scale"),
        simulated("gpu-cloud"),
        simulated("scripted?ttft=300ms&tps=100&reasoning=300&tokens=4000"),
        simulated("scripted?ttft=800ms&tps=60&tokens=4000"),
        simulated("scripted?fault=429"),
        simulated("gpu-cloud?fault=reset@30%"),
      ],
    });
    await me.press("Control", "Enter");
    await me.lanesWhen((lanes) => lanes.filter(({ status }) => status).length >= 2, "some have ended");
    await inspect("looks-race-mid");
    assert.notEqual((await me.lane(3)).phase, "ended", "the race ran all the while");
    await me.press("Control", ".");
    await me.raceIsOver();
  });

  it("Race, over", async () => {
    await inspect("looks-race-over");
  });

  it("History, with runs, and with one open", async () => {
    await me.load({
      prompt: "A short one.",
      lanes: [
        { provider: "simulated", model: "wafer-scale" },
        { provider: "simulated", model: "scripted?tps=400" },
      ],
    });
    for (let times = 0; times < 3; times += 1) {
      await me.press("Control", "Enter");
      await me.see("stop-all");
      await me.raceIsOver();
    }
    const runs = await me.runs();
    assert.equal(runs.length, 4, "every race is in the history");
    await inspect("looks-history");
    await me.openRun(runs.at(-1));
    await inspect("looks-run");
    await window.browser.setWindowRect(0, 0, 900, 600);
    await window.browser.waitUntil(() => window.browser.execute(() => window.innerWidth === 900));
    const high = await window.browser.execute(
      () => document.querySelector("[data-testid^='opened-'] > header").clientHeight,
    );
    assert.ok(high <= 56, `the head of a run takes two lines of a small window, not ${high} px`);
    await me.click("view-numbers");
    const scrolling = await window.browser.execute(() =>
      [...document.querySelectorAll("[data-testid^='opened-'] *")]
        .filter((each) => each.scrollHeight > each.clientHeight + 1)
        .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
        .map((each) => each.getAttribute("aria-label") ?? each.className),
    );
    assert.deepEqual(scrolling, [], "its numbers are whole in the page, which alone is scrolled");
    await me.click("view-texts");
    await window.browser.setWindowRect(0, 0, 1280, 800);
    await me.click("view-numbers");
    await inspect("looks-run-numbers");
  });

  it("Sweep, planned and over", async () => {
    await me.load({
      prompt: "A short one.",
      lanes: [
        { provider: "simulated", model: "scripted?ttft=20ms&tps=900" },
        { provider: "simulated", model: "scripted?fault=500" },
      ],
    });
    await me.go("sweep");
    await me.type("sweep-samples", "20");
    await me.see("before-requests");
    await inspect("looks-sweep-plan");
    await me.click("start-sweep");
    await me.see("use-plan", { timeout: 60_000 });
    await inspect("looks-sweep");
  });

  it("Providers", async () => {
    await me.go("providers");
    await inspect("looks-providers");
    await me.click("add-endpoint");
    await me.type("pasted-key", "sk-0123456789abcdef");
    await me.see("whose-key");
    await inspect("looks-adding");
    await me.click("provider-azure");
    await inspect("looks-provider-without-address");
  });

  it("Prices and the network", async () => {
    await me.click("provider-groq");
    await window.browser.$("[data-testid^='price-of-']").click();
    await inspect("looks-price");
    await me.click("pane-prices");
    await inspect("looks-prices");
    await me.click("pane-network");
    await me.click("proxy-custom");
    await inspect("looks-network");
  });
});
