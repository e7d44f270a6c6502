/** A cascade built in the line-up and raced against the large model alone: what the window shows of its steps, and what the history keeps. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inspector } from "./lib/inspect.mjs";
import { person } from "./lib/person.mjs";
import { shoot } from "./lib/shots.mjs";
import { command, freshHome, open, removeHome } from "./lib/window.mjs";

const LINES = Array.from({ length: 8 }, (_, at) => `line ${at + 1} of the file that is asked for`);
const LAST = "and this is how it ends";
const PROMPT = `<code></code><update>${[...LINES, LAST].join("\n")}\n</update>`;
/** Its answers lack their last line in half of its requests: the second and the fifth of six. */
const SMALL = "scripted?ttft=150ms&tps=150&applies=50%";
const LARGE = "scripted?ttft=300ms&tps=100&applies=100%";
const ROUNDS = 6;
const CLIMBED = 2;

describe("a chain", () => {
  const home = freshHome();
  let window;
  let me;
  let inspect;
  let run;

  /** Shows one round, from 1. */
  const round = (number) => window.browser.$(`button[aria-label^="Round ${number} of"]`).click();

  before(async () => {
    window = await open({ home });
    me = person(window);
    inspect = inspector(window);
    await me.load({
      prompt: PROMPT,
      max_tokens: 512,
      repeat: ROUNDS,
      checks: [{ kind: "contains", text: LAST, ignore_case: false }],
      lanes: [
        { provider: "simulated", model: SMALL },
        { provider: "simulated", model: `${LARGE}&number=2` },
      ],
    });
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is built by a step that is asked if a check fails", async () => {
    await me.click("chip-0");
    await me.see("lane-settings");
    await me.click("add-step");
    await me.type("model-search", `simulated/${LARGE}`);
    await me.until(
      () => window.browser.execute(() => document.querySelector("[role='option'][data-highlighted]") !== null),
      "the picker offers what was typed",
    );
    await me.press("Enter");
    assert.equal(await (await me.see("step-2-when")).getValue(), "check_fails", "a cascade, unless told otherwise");
    assert.match(await me.textOf("lane-settings"), /Decided by the check of every answer/);
    await shoot(window.browser, "chain-settings");
    await me.press("Escape");
    assert.match(await me.textOf("chip-0"), /\+ 1 step/, "and stands on the starting line as one lane");
    await inspect("chain-planned");
  });

  it("shows which step is under way while it races", async () => {
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.lanesWhen(([chain]) => /^step 1/.test(chain.said), "its first step runs");
    await me.lanesWhen(([chain]) => /^step 2: writing/.test(chain.said), "its second one writes");
    await shoot(window.browser, "chain-racing");
    await me.raceIsOver(60_000);
    const [id] = await me.runs();
    run = await me.history(id);
  });

  it("says on its card how often it went on, as the history does", async () => {
    const [chain, single] = run.lanes;
    assert.equal(chain.model, `${SMALL} → ${LARGE}`);
    assert.deepEqual(
      chain.samples.map(({ steps }) => steps.length),
      [1, 2, 1, 1, 2, 1],
      "as often as the small one is wrong",
    );
    const [, { asked }] = chain.steps;
    assert.deepEqual([asked.asked, asked.of], [CLIMBED, ROUNDS]);
    assert.deepEqual([chain.right.right, single.right.right], [ROUNDS, ROUNDS], "and is always right");
    await me.go("race");
    const told = await me.textOf("lane-0-steps");
    assert.ok(told.startsWith(`went on in ${CLIMBED} of ${ROUNDS} · 1. `), told);
    assert.match(await me.textOf("lane-0-summary"), /right in 6 of 6/);
    assert.equal((await me.testIds("lane-1-steps")).length, 0, "a single model has no steps");
    await inspect("chain-raced");
  });

  it("keeps the arrow of its name wherever the name is cut", async () => {
    const cut = await window.browser.execute(() =>
      ["track-0", "lane-0"].map((place) => {
        const name = document.querySelector(`[data-testid="${place}"] :is(.who, h2)`);
        const arrow = [...name.querySelectorAll("span")].find(({ textContent }) => textContent === " → ") ?? name;
        const [outer, inner] = [name, arrow].map((each) => each.getBoundingClientRect());
        return { text: name.textContent, isWithin: inner.left >= outer.left - 1 && inner.right <= outer.right + 1 };
      }),
    );
    for (const { text, isWithin } of cut) {
      assert.match(text, /\S → \S/, text);
      assert.ok(isWithin, `the arrow of ${text} is seen`);
    }
    const lines = await window.browser.execute(() =>
      [...document.querySelectorAll("[data-testid='track-0'] .who > span > span")].map(({ textContent }) => textContent),
    );
    assert.deepEqual(lines.map((line) => line.startsWith("→")), [false, true], "and breaks between its steps");
  });

  it("is drawn step by step on the clock and on the photo finish", async () => {
    const { steps } = run.lanes[0].samples[1];
    await round(2);
    await me.see("track");
    const outlines = () =>
      window.browser.execute(() =>
        [...document.querySelectorAll("[data-testid='track-0'] [data-part='hatch'] > i")].map(
          (part) => part.getBoundingClientRect().width,
        ),
      );
    await me.until(async () => (await outlines()).length === 1, "the answer that did not pass is an outline");
    assert.ok((await outlines())[0] > 2, "that can be seen");
    await inspect("chain-photo");
    await window.browser.execute(() => document.activeElement?.blur());
    await me.press("t");
    await me.until(async () => (await me.at("track").getAttribute("data-kind")) === "clock", "one key turns the axis");
    const bars = await window.browser.execute(() =>
      ["track-0", "track-1"].map((row) => {
        const bar = document.querySelector(`[data-testid='${row}'] .bar`);
        const from = bar.getBoundingClientRect().left;
        const reach = (part) => {
          const { left, right } = part.getBoundingClientRect();
          return { from: left - from, to: right - from };
        };
        return {
          earlier: [...bar.querySelectorAll("[data-part='earlier'] > i")].map(reach),
          write: reach(bar.querySelector("[data-part='write']")),
        };
      }),
    );
    assert.equal(bars[1].earlier.length, 0, "a single model has none");
    const [, text] = bars[0].earlier;
    const [first, second] = steps.map(({ sample }) => sample);
    const share = first.ended_at_ms / (second.sent_at_ms + second.latency_ms);
    const drawn = text.to / bars[0].write.to;
    assert.ok(Math.abs(drawn - share) < 0.02, `the first ends at ${share} of the whole, and is drawn to ${drawn}`);
    assert.ok(text.to <= bars[0].write.from, "before the answer");
    await inspect("chain-track");
    await me.press("t");
  });

  it("plays each step by its own log", async () => {
    const { steps, text } = run.lanes[0].samples[1];
    const [first, second] = steps.map(({ sample }) => sample);
    await me.openRun(run.id);
    await me.click("to-replay");
    await me.see("transport");
    await round(2);
    await me.see("transport");
    await me.press("Home");
    const middle = (sample) => 1_000 * (sample.sent_at_ms + (sample.ttft_ms + sample.latency_ms) / 2);
    await me.seek(middle(first));
    await me.until(async () => (await me.lane(0)).text.length > 0, "its first step has begun");
    const early = await me.lane(0);
    assert.ok(first.text.startsWith(early.text) && early.text.length < first.text.length, early.text);
    assert.match(early.said, /^step 1: writing/);
    await me.seek(middle(second));
    await me.until(async () => /^step 2: writing/.test((await me.lane(0)).said), "its second step writes");
    const later = await me.lane(0);
    assert.ok(second.text.startsWith(later.text) && later.text.length < second.text.length, later.text);
    await shoot(window.browser, "chain-replay");
    await me.press("End");
    assert.equal((await me.lane(0)).text, text, "and ends with the answer that counts");
  });

  it("is a contender of its own in Compare, with what it costs and how often it is right", async () => {
    const { contenders, quality } = await command(home, "compare", "--simulated");
    const chain = contenders.findIndex(({ name }) => name.includes("→"));
    assert.ok(chain >= 0 && contenders.length === 2, JSON.stringify(contenders.map(({ name }) => name)));
    assert.equal(contenders[chain].right.right, ROUNDS);
    await me.press("Control", "4");
    await me.see("compare-screen");
    await me.click("compare-simulated");
    await me.see("cost-speed");
    await inspect("chain-compare");
    await me.click("tab-quality");
    const reading = await (await me.see("quality")).getText();
    assert.ok(reading.includes(quality.sentence.split(";")[0]), `${quality.sentence} is in ${reading}`);
    assert.match(reading, /\S → \S/, "by its name");
    await inspect("chain-compare-quality");
  });
});
