/** A race in every view, and played back after a restart of the app, in the real window. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { freshHome, open, removeHome } from "./lib/window.mjs";

const simulated = (model) => ({ provider: "simulated", model });

/** One starts late and is fast, the other starts early and is slow: they overtake each other. */
const LANES = [
  simulated("scripted?ttft=200ms&tps=100&tokens=200"),
  simulated("scripted?ttft=700ms&tps=400&tokens=300"),
  simulated("scripted?ttft=300ms&tps=150&reasoning=60&tokens=150"),
  simulated("gpu-cloud?fault=reset@20%"),
];

describe("a race looked at", () => {
  const home = freshHome();
  let window;
  let me;
  let id;
  let run;

  /** The stored texts, including tool calls. */
  const kept = () => run.lanes.map(({ samples: [sample] }) => sample.text + (sample.tools ?? ""));
  const texts = async () => (await me.lanes()).map(({ text }) => text);
  const blur = () => window.browser.execute(() => document.activeElement?.blur());

  before(async () => {
    window = await open({ home });
    me = person(window);
    await me.load({ prompt: "Explain {{what}}.", max_tokens: 512, lanes: LANES });
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is raced with a value in the place of its variable", async () => {
    await me.click("use-variables");
    await me.type("value-what", "asynchronous I/O");
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.click("axis-distance");
    await me.click("view-pace");
    await me.see("live-pace");
    await shoot(window.browser, "race-pace-live");
    await me.raceIsOver();
    [id] = await me.runs();
    run = await me.history(id);
    assert.equal(run.plan.prompt, "Explain asynchronous I/O.", "what was sent is what is kept");
  });

  it("says who passed whom and what that means, from the raw log", async () => {
    await me.go("race");
    await me.see("pace-chart");
    assert.match(await me.textOf("overtakes"), /ttft=700ms\S* passes scripted\?ttft=200ms\S* at \d+ tokens, 0\.\d+ s/);
    assert.match(await me.textOf("reading"), /choose/i, "which length, which lane");
    for (const theme of ["dark", "light"]) {
      await wear(window.browser, theme);
      await shoot(window.browser, `race-pace-${theme}`);
    }
  });

  it("gives its medals by what arrived, and draws the way to the finish line", async () => {
    await me.click("view-lanes");
    await me.until(
      async () => /ttft=700ms\S* reached 128 tokens first/.test(await me.textOf("verdict")),
      "the fast one is first to the line",
    );
    assert.match(await me.textOf("verdict"), /ttft=200ms\S* .*spoke first/, "the early one spoke before");
    await wear(window.browser, "dark");
    await shoot(window.browser, "race-distance");
    await blur();
    await me.press("t");
    assert.equal(await me.at("track").getAttribute("data-kind"), "clock", "one key turns the axis");
    await me.see("medals");
    assert.match(await me.textOf("medal-first_to"), /First to 128.*tokens=300/, "the fast one by then");
    assert.match(await me.textOf("medal-first_token"), /First token.*tokens=200/, "the early one before");
  });

  it("shows answers as Markdown and two of them against each other", async () => {
    await me.press("m");
    await me.until(
      () =>
        window.browser.execute(
          () => document.querySelectorAll("[data-testid$='-markdown'] .markdown p").length >= 3,
        ),
      "three answers are rendered",
    );
    assert.equal((await me.testIds("lane-0-text")).length, 0, "in the place of the text");
    await me.press("m");
    await me.click("view-diff");
    await me.until(async () => /in both/.test(await me.textOf("diff-counts")), "they are compared");
    await shoot(window.browser, "race-diff");
    await me.click("view-lanes");
  });

  it("plays again after a fresh start, and ends as it was kept", async () => {
    await window.close();
    window = await open({ home });
    me = person(window);
    await me.openRun(id);
    await me.click("to-replay");
    await me.see("transport");
    await me.click("speed-10");
    await me.until(
      async () => /tokens first/.test(await me.textOf("verdict")),
      "it plays to its end",
    );
    assert.deepEqual(await texts(), kept(), "every answer, the one that broke off, too");
    const [shown] = await me.lanes();
    assert.equal(shown.figures.ttft, run.lanes[0].samples[0].ttft_ms, "with its own numbers");
  });

  it("follows one play-head, back and forth", async () => {
    await me.seek(1_000_000);
    const early = await me.lanes();
    const [whole] = kept();
    assert.ok(early[0].text.length > 0 && early[0].text.length < whole.length, "a part of it");
    assert.ok(whole.startsWith(early[0].text), "from its beginning");
    assert.equal(early[0].phase, "writing", "it was under way");
    assert.equal(early[0].figures.total, 1_000, "the clock is the play-head");
    for (const theme of ["dark", "light"]) {
      await wear(window.browser, theme);
      await shoot(window.browser, `replay-${theme}`);
    }
    await blur();
    await me.press("ArrowRight");
    assert.match(await me.textOf("head-at"), /^1\.10 s/, "an arrow is 100 ms");
    await me.press("Home");
    assert.deepEqual(await texts(), kept().map(() => ""), "nothing had come at the gun");
    await me.press("End");
    assert.deepEqual(await texts(), kept(), "and all of it at the end");
    await me.seek(1_000_000);
    assert.deepEqual((await me.lanes()).map(({ text }) => text), early.map(({ text }) => text), "the same from both sides");
  });
});
