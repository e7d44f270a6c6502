/** Every screen, dark and light, wide and narrow: checked by axe for who cannot see or point, and saved as a picture. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

const AXE = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")}
window.axe = axe;`;
const SIZES = { "": [1280, 800], "-small": [900, 600] };
const GRAVE = ["serious", "critical"];

describe("every screen", () => {
  let window;
  let me;

  /** What axe finds wrong, in words. The content policy lets no page load it; what the driver runs is not the page's. */
  const faults = async () => {
    const isThere = await window.browser.execute(() => window.axe !== undefined);
    if (!isThere) await window.browser.execute(AXE);
    return window.browser.execute(async (grave) => {
      const { passes, violations } = await window.axe.run(document);
      if (passes.length < 10) throw new Error("axe found next to nothing to look at");
      return violations
        .filter(({ impact }) => grave.includes(impact))
        .map(({ id, nodes }) => {
          const where = nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`);
          return `${id}: ${where.join(" | ")}`;
        });
    }, GRAVE);
  };

  /** Nothing may stick out of the window sideways, whatever its width. */
  const sticksOut = () =>
    window.browser.execute(() => document.documentElement.scrollWidth - window.innerWidth);

  const inspect = async (name) => {
    for (const theme of ["dark", "light"]) {
      await wear(window.browser, theme);
      for (const [suffix, [width, height]] of Object.entries(SIZES)) {
        await window.browser.setWindowRect(0, 0, width, height);
        await window.browser.waitUntil(() =>
          window.browser.execute((wanted) => window.innerWidth === wanted, width),
        );
        await shoot(window.browser, `${name}-${theme}${suffix}`);
        assert.ok((await sticksOut()) <= 0, `${name} fits into ${width} pixels`);
        assert.deepEqual(await faults(), [], `${name}, ${theme}, ${width} × ${height}: nothing grave`);
      }
    }
    await window.browser.setWindowRect(0, 0, 1280, 800);
  };

  before(async () => {
    window = await open();
    me = person(window);
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

  it("Race, from every side", async () => {
    for (const view of ["pace", "focus", "diff"]) {
      await me.click(`view-${view}`);
      await inspect(`looks-race-${view}`);
    }
    await me.click("view-lanes");
    await me.click("axis-distance");
    await inspect("looks-race-distance");
    await me.click("axis-clock");
    await me.click("prompts");
    await me.see("prompt-shelf");
    await inspect("looks-prompts");
    await me.press("Escape");
  });

  it("A race again, in several rounds", async () => {
    await me.load({
      prompt: "A short one.",
      max_tokens: 60,
      lanes: [
        { provider: "simulated", model: "wafer-scale" },
        { provider: "simulated", model: "scripted?tps=400" },
      ],
    });
    await me.press("Control", "Shift", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    await me.click("view-rounds");
    await me.see("verdicts");
    await inspect("looks-race-rounds");
    await me.click("view-lanes");
    await me.click("to-replay");
    await me.see("transport");
    await me.click("play-pause");
    await inspect("looks-replay");
    await me.go("race");
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
    assert.equal(runs.length, 5, "every race is in the history");
    await inspect("looks-history");
    await me.openRun(runs.at(-1));
    await inspect("looks-run");
    await me.click("view-numbers");
    await inspect("looks-run-numbers");
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
