/** Sweeps that the command line made, in the window's history; and what calibration finds, in its status bar. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { command, freshHome, open, removeHome } from "./lib/window.mjs";

describe("a sweep from the command line", () => {
  const home = freshHome();
  let swept;
  let window;
  let me;

  before(async () => {
    swept = await command(
      home,
      ...["sweep", "--prompt", "Why do rivers bend?", "--lane", "simulated/gpu-cloud", "--max-tokens", "20"],
      ...["--concurrency", "1,8", "--samples", "20", "--goodput", "ttft=600"],
    );
    window = await open({ home });
    me = person(window);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is in the history, and is called a sweep", async () => {
    const [id] = await me.runs();
    assert.equal(id, swept.id, "the window and the command line share it");
    assert.match(await me.textOf(`run-${id}`), /sweep/, "and it is told from a race");
  });

  it("opens with a row for each level, as it was printed", async () => {
    await me.openRun(swept.id);
    const { levels } = swept.lanes[0];
    const names = await window.browser.execute(() => [...document.querySelectorAll("main th")].map((cell) => cell.textContent));
    const at = names.indexOf("System tok/s");
    assert.ok(at > 0, `the throughput has its column: ${names}`);
    for (const level of levels) {
      const cells = await window.browser.execute(
        (selector) => [...document.querySelectorAll(selector)].map((cell) => cell.textContent),
        `[data-testid="level-${level.concurrency}"] td`,
      );
      const [streams, samples] = cells;
      const system = Number.parseFloat(cells[at].replaceAll(",", ""));
      assert.deepEqual([streams, samples], [String(level.concurrency), "20 ok"], "every sample");
      assert.ok(Math.abs(system / level.sys_output_tps - 1) < 0.01, `${level.sys_output_tps}: ${cells}`);
    }
    await shoot(window.browser, "sweep-light");
    await wear(window.browser, "dark");
    await window.browser.setWindowRect(0, 0, 900, 600);
    await shoot(window.browser, "sweep-dark-small");
    await window.browser.setWindowRect(0, 0, 1280, 800);
    await wear(window.browser, "light");
  });

  it("can be raced once with what it asked", async () => {
    await me.click("race-again");
    await me.see("chip-0");
    assert.match(await me.textOf("chip-0"), /gpu-cloud/, "its contender is on the starting line");
  });

  it("is followed by a calibration at the press of a button, which every race then carries", async () => {
    assert.match(await me.textOf("calibration"), /Not calibrated/, "nobody knows yet");
    await me.click("calibration");
    await window.browser.waitUntil(async () => /Timestamps up to \d/.test(await me.textOf("calibration")), {
      timeout: 60_000,
      timeoutMsg: "it is found within a minute",
    });
    await shoot(window.browser, "calibrated");
    await me.load({ prompt: "Hello?", lanes: [{ provider: "simulated", model: "scripted?ttft=20ms&tokens=20" }] });
    await me.press("Control", "Enter");
    await me.lanesWhen((lanes) => lanes.every(({ status }) => status), "it ended");
    await me.raceIsOver();
    const [id] = await me.runs();
    const run = await me.history(id);
    assert.ok(run.ttft_error_ms >= 0, "the run says how far its times may be off");
  });
});
