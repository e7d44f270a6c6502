/** What remains of a stopped lane, of a stopped race, and of a killed app. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { assertAsRecorded, person } from "./lib/person.mjs";
import { shoot } from "./lib/shots.mjs";
import { freshHome, open, removeHome, start } from "./lib/window.mjs";

const SLOW = "scripted?ttft=100ms&tps=50&tokens=400";
const QUICK = "scripted?ttft=100ms&tps=50&tokens=280";
const plan = (...models) => ({
  prompt: "Count to four hundred.",
  lanes: models.map((model) => ({ provider: "simulated", model })),
});
const allWrite = (lanes) => lanes.every(({ text }) => text.length > 40);

describe("stopping", () => {
  let window;
  let me;

  before(async () => {
    window = await open();
    me = person(window);
  });
  after(() => window?.close());

  it("keeps what a stopped lane measured, and lets the others run on", async () => {
    await me.load(plan(SLOW, QUICK));
    await me.press("Control", "Enter");
    await me.lanesWhen(allWrite, "both lanes write");

    await me.click("lane-0-stop");

    const [stopped, other] = await me.lanesWhen(([lane]) => lane.status !== "", "lane 1 has ended");
    assert.equal(stopped.status, "cancelled", "it was stopped, and is not said to have failed");
    assert.ok(stopped.figures.ttft > 90, "the time to its first token was measured before");
    assert.ok(stopped.figures.tps > 0, "and so was its speed");
    assert.equal(stopped.fault, null, "stopping is nobody's fault");
    assert.equal(other.status, "", "the other lane runs on");

    await me.raceIsOver();
    const shown = await me.lanes();
    assert.equal(shown[1].status, "ok", "and comes to its own end");
    const [id] = await me.runs();
    const run = await me.history(id);
    for (const [index, lane] of run.lanes.entries()) assertAsRecorded(shown[index], lane);
    assert.ok(shown[0].text.length < shown[1].text.length * 2, "the stopped lane has what came until then");
  });

  it("stops every lane at once, and marks the run", async () => {
    await me.go("race");
    await me.press("Control", "Enter");
    await me.lanesWhen(allWrite, "both lanes write");

    await me.press("Control", ".");

    await me.raceIsOver(3_000);
    const shown = await me.lanes();
    assert.deepEqual(
      shown.map(({ status }) => status),
      ["cancelled", "cancelled"],
      "both were stopped",
    );
    const [id] = await me.runs();
    assert.match(await me.textOf(`run-${id}`), /stopped/i, "the list says that it was stopped");
    await shoot(window.browser, "history-stopped");
    const run = await me.history(id);
    assert.equal(run.state, "stopped", "and so does the history");
    for (const [index, lane] of run.lanes.entries()) assertAsRecorded(shown[index], lane);
  });
});

describe("an app that is killed in mid-race", () => {
  it("has the run at its next start, marked interrupted, with what had arrived", async (t) => {
    const home = freshHome();
    let second;
    t.after(async () => {
      await second?.close();
      removeHome(home);
    });
    const first = await open({ home });
    const earlier = person(first);
    await earlier.load(plan("scripted?ttft=100ms&tps=100&tokens=4000", SLOW));
    await earlier.press("Control", "Enter");
    // A checkpoint is written at intervals; whatever arrived since the last one is lost.
    const seen = await earlier.lanesWhen(
      (lanes) => lanes.every(({ text }) => text.length > 600),
      "both lanes have written for some seconds",
    );

    await first.kill();

    second = await open({ home });
    const me = person(second);
    const [id, ...others] = await me.runs();
    assert.equal(others.length, 0, "there is the one run");
    assert.match(await me.textOf(`run-${id}`), /interrupted/i, "the list says what happened");
    const run = await me.history(id);
    assert.equal(run.state, "interrupted", "and so does the history");
    await me.openRun(id);
    const opened = await me.lanes();
    await shoot(second.browser, "history-run-interrupted");
    for (const [index, lane] of run.lanes.entries()) {
      assertAsRecorded(opened[index], lane);
      const { text } = lane.samples[0];
      assert.ok(text.length > 0, `what ${lane.model} had sent is kept`);
      const { text: onScreen } = seen[index];
      assert.ok(
        text.startsWith(onScreen) || onScreen.startsWith(text),
        "it is the text that was on screen, as far as it was written down",
      );
    }

    await me.click("to-replay");
    await me.see("transport");
    await second.browser.execute(() => document.activeElement?.blur());
    await me.press("End");
    const replayed = await me.lanes();
    for (const [index, lane] of run.lanes.entries())
      assertAsRecorded(replayed[index], lane);
  });
});

describe("a start", () => {
  it("that is asked to end ends, whatever it has come to", async () => {
    const home = freshHome();
    try {
      for (const after of [20, 60, 120, 180, 240, 300, 400, 600, 1_000]) {
        const app = start(home);
        const ended = once(app, "exit");
        await sleep(after);
        app.kill("SIGTERM");
        const late = sleep(10_000, "late", { ref: false });
        assert.notEqual(await Promise.race([ended, late]), "late", `after ${after} ms`);
      }
    } finally {
      removeHome(home);
    }
  });
});
