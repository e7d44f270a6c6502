/** A lane that fails keeps its place, and says what failed and what to do. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { assertAsRecorded, person } from "./lib/person.mjs";
import { freePort } from "./lib/process.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

describe("a lane that fails", () => {
  let window;
  let me;

  before(async () => {
    window = await open();
    me = person(window);
  });
  after(() => window?.close());

  it("says what failed and what to do, while the others race on", async () => {
    const closed = `http://127.0.0.1:${await freePort()}/v1`;
    await window.browser.execute(
      (endpoint) => window.__TAURI_INTERNALS__.invoke("save_endpoint", { endpoint }),
      { id: null, label: "Nobody home", dialect: "openai-chat", base_url: closed, key_needed: false, confirm_plain_http: false },
    );
    const simulated = (model) => ({ provider: "simulated", model });
    await me.load({
      prompt: "Explain what happens when a server goes away in mid-sentence.",
      lanes: [
        simulated("scripted?ttft=100ms&tps=150&tokens=600"),
        simulated("gpu-cloud?fault=reset@50%"),
        simulated("scripted?fault=429"),
        { provider: "nobody-home", model: "any" },
      ],
    });
    await me.press("Control", "Enter");
    const early = await me.lanesWhen(
      (lanes) => lanes[2].status !== "" && lanes[3].status !== "",
      "the two that cannot begin have ended",
    );
    assert.equal(early[0].status, "", "a lane that works does not wait for those that fail");
    await me.raceIsOver();

    const shown = await me.lanes();
    await shoot(window.browser, "race-failing-light");
    await wear(window.browser, "dark");
    await shoot(window.browser, "race-failing-dark");
    assert.deepEqual(
      shown.map(({ place, status }) => [place, status]),
      [
        [0, "ok"],
        [1, "error_net"],
        [2, "throttled"],
        [3, "error_net"],
      ],
      "every lane kept its place, and each is told apart by what happened to it",
    );
    const [fine, reset, throttled, refused] = shown;
    assert.equal(fine.fault, null, "nothing is wrong with the first");
    assert.ok(reset.text.length > 400, "half an answer is kept");
    assert.ok(reset.figures.ttft > 0, "and so is what was measured of it");
    assert.match(throttled.fault, /429/, "the status is named");
    assert.match(refused.fault, /127\.0\.0\.1/, "the address where nobody listens is named");

    const [id] = await me.runs();
    const run = await me.history(id);
    for (const [index, lane] of run.lanes.entries()) {
      assertAsRecorded(shown[index], lane);
      const { error } = lane.samples[0];
      if (!error) continue;
      assert.ok(shown[index].fault.includes(error.message), `${lane.model}: what failed is said`);
      assert.ok(error.advice.length > 20, `${lane.model}: there is something to do about it`);
      assert.ok(shown[index].fault.includes(error.advice), `${lane.model}: and it is said`);
    }
  });

  it("races again in its place when asked to, and the others stay as they ended", async () => {
    await me.go("race");
    const before = await me.lanes();
    await window.browser.$("[data-testid='lane-3'] [data-testid='remedy-retry']").click();
    // A refused connection is over before its lane can be seen running.
    let runs = [];
    await window.browser.waitUntil(async () => (runs = await me.runs()).length === 2, {
      timeoutMsg: "it was raced",
    });
    await me.go("race");
    const after = await me.lanes();
    assert.deepEqual(after.slice(0, 3), before.slice(0, 3), "their answers and numbers are still there");
    assert.equal(after[3].place, 3, "it came back to its place");
    assert.equal(after[3].status, "error_net", "nobody listens there yet");
    assert.equal((await me.testIds("chip-")).length, 4, "the line-up is left as it was");
    const run = await me.history(runs[0]);
    assert.equal(run.lanes.length, 1, "it alone was asked, which the history keeps");
  });
});
