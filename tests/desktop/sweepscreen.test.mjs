/** A sweep from the window: planned, run, paused, interrupted by closing the window, resumed, and read. */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { sweeper } from "./lib/sweep.mjs";
import { freshHome, open, removeHome } from "./lib/window.mjs";

/** It serves sixteen requests at a time, so that 32 in flight queue. */
const QUEUES = "lpu?ttft=100ms&tokens=20";
const REFUSES = "scripted?fault=429";
const simulated = (model) => ({ provider: "simulated", model });

describe("a sweep in the window", () => {
  const home = freshHome();
  let window;
  let me;
  let sweep;

  const begin = async () => {
    window = await open({ home, env: { HOME: home } });
    me = person(window);
    sweep = sweeper(window, me);
  };
  before(begin);
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  /** The progress of each cell, contender by contender. */
  const cells = () =>
    window.browser.execute(() =>
      [...document.querySelectorAll("td[data-testid^='cell-']")].map(({ dataset }) => ({
        state: dataset.state,
        done: Number(dataset.done),
      })),
    );

  const cellsWhen = async (test, what) => {
    let seen = [];
    await window.browser.waitUntil(
      async () => {
        seen = await cells();
        return seen.length > 0 && test(seen);
      },
      { timeout: 60_000, interval: 50, timeoutMsg: `${what}: not within a minute` },
    );
    return seen;
  };

  it("says what it comes to before the start, as one changes it", async () => {
    await me.load({
      prompt: "Name a river.",
      lanes: [simulated(QUEUES), simulated(REFUSES)],
    });
    await me.go("sweep");
    await me.type("sweep-samples", "24");
    await me.click("level-8");
    // 24 samples at 1 in flight and ten waves of 32, plus at most four for each stream, for both
    // contenders.
    await sweep.comesTo("952");
    assert.equal(await me.textOf("before-cost"), "none, simulated", "and says what it costs");
    await shoot(window.browser, "sweep-plan");
  });

  it("fills its cells, and can be paused between requests", async () => {
    await me.click("start-sweep");
    await cellsWhen(([first]) => first.done >= 3 && first.done < 20, "samples land");
    await shoot(window.browser, "sweep-running");
    await me.click("pause-sweep");
    await me.see("resume-sweep", { timeout: 20_000 });
    const [first] = await cells();
    assert.equal(first.state, "stopped", "it rests in the middle of a level");
    const run = await sweep.run();
    assert.equal(run.state, "stopped", "the history says so");
    const [level] = run.lanes[0].levels;
    assert.equal(level.samples.length, first.done, "what was measured is kept, and is what is shown");
    const cut = level.samples.filter(({ status }) => status === "cancelled");
    assert.deepEqual(cut, [], "and no request was cut");
  });

  it("goes on after the window was closed in its middle", async () => {
    await me.click("resume-sweep");
    await cellsWhen(([first]) => first.state === "running" && first.done >= 2, "it goes on");
    const id = await sweep.id();
    await window.close();
    await begin();
    await me.openRun(id);
    await me.click("open-in-sweep");
    await me.see("resume-sweep");
    assert.ok(["stopped", "interrupted"].includes(await sweep.state()), "it was cut off");
    await me.click("resume-sweep");
    await sweep.isOver("finished");
    const seen = await cells();
    assert.deepEqual(
      seen.map(({ state }) => state),
      ["done", "done", "throttled", "skipped"],
      "the one is whole, and the other was refused and asked no more",
    );
  });

  it("draws what rising load does, and says where requests queue", async () => {
    for (const name of ["ttft_ms", "decode_tps", "sys_output_tps", "capacity", "failures"]) await me.see(`chart-${name}`);
    const run = await sweep.run();
    const whole = run.lanes[0].levels.filter(({ ended }) => ended.type === "done");
    assert.deepEqual(whole.map(({ concurrency }) => concurrency), [1, 32], "alone, and twice as many as it serves");
    const notes = await me.textOf("sweep-notes");
    assert.match(await me.textOf("sweep-findings"), /: The knee is at 1 in flight, the last good load measured: at 32 in flight/, "as was measured, in the words of every export");
    assert.match(notes, /Refused with 429/, "and what ended the other contender");
    assert.equal(await window.browser.$$("[data-mark='marker']").length, 3, "the knee is on the charts of both times and of the throughput");
  });

  it("reads a chart by keys, and as a table", async () => {
    await window.browser.execute(() =>
      document.querySelector("[data-testid='chart-ttft_ms'] [role='slider']").focus(),
    );
    await me.press("ArrowRight");
    assert.match(await me.textOf("readout"), /32 in flight: p50 [\d.,]+ s/, "the next number along");
    await me.press("v");
    const rows = await window.browser.$$("[data-testid='chart-ttft_ms'] tbody tr").length;
    assert.equal(rows, 3, "two levels of the one, and one of the other");
    await me.press("v");
  });

  it("saves a chart as a picture with its conditions inside", async () => {
    const folder = path.join(home, "Downloads");
    const isWhole = (name) => !name.endsWith(".part");
    const files = () => (existsSync(folder) ? readdirSync(folder).filter(isWhole) : []);
    for (const format of ["svg", "png"]) {
      await window.browser.$("[data-testid='chart-ttft_ms'] [data-testid='save-chart']").click();
      await me.click(`save-${format}`);
      await window.browser.waitUntil(() => files().some((name) => name.endsWith(format)), {
        timeoutMsg: `a picture is there as ${format}`,
      });
    }
    const svg = readFileSync(path.join(folder, "paceline-time-to-first-token-ttft.svg"), "utf8");
    // Long conditions take several lines.
    const told = svg.replaceAll(/<\/text><text[^>]*>/g, " ");
    for (const part of ["Time to first token", "SIMULATED", "prompt ", "temperature", "not calibrated"]) {
      assert.ok(told.includes(part), `${part} is inside`);
    }
    assert.match(told, /, \d+ cores?, /, "and the machine is");
    assert.match(svg, /@font-face\{[^}]*url\(data:font\/woff2;base64,/, "its letters are, wherever it is read");
    assert.ok(!svg.includes("var(--"), "no colour is left to a theme that is not there");
    const png = readFileSync(path.join(folder, "paceline-time-to-first-token-ttft.png"));
    assert.equal(png.subarray(1, 4).toString(), "PNG", "the other is drawn in pixels");
    assert.ok(png.readUInt32BE(16) > 1_200, "two for each of the screen's");
  });

  it("fits every size, in the light and in the dark", async () => {
    for (const theme of ["dark", "light"]) {
      await wear(window.browser, theme);
      for (const [suffix, width, height] of [
        ["", 1280, 800],
        ["-small", 900, 600],
      ]) {
        await window.browser.setWindowRect(0, 0, width, height);
        const wide = () => window.browser.execute(() => window.innerWidth);
        await window.browser.waitUntil(async () => (await wide()) === width);
        for (const [part, top] of [
          ["top", 0],
          ["charts", 450],
          ["end", 9_999],
        ]) {
          await window.browser.execute((y) => {
            document.querySelector("[data-testid='sweep-charts']").parentElement.scrollTop = y;
          }, top);
          await shoot(window.browser, `sweep-${part}-${theme}${suffix}`);
        }
        const over = await window.browser.execute(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(over <= 0, `nothing sticks out of ${width} pixels`);
      }
    }
  });
});
