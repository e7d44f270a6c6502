/** A race in the real window, from a fresh install to a run deleted from the history and restored. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { assertAsRecorded, person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

describe("a fresh install", () => {
  let window;
  let me;
  let ended;
  let id;

  before(async () => {
    window = await open();
    me = person(window);
  });
  after(() => window?.close());

  it("races four simulated lanes at one keystroke", async () => {
    await shoot(window.browser, "race-first-run");
    assert.ok((await me.at("prompt").getValue()).length > 20, "there is a prompt worth racing");

    await me.press("Control", "Enter");

    await me.see("stop-all");
    const racing = await me.lanesWhen(
      (lanes) => lanes.filter(({ phase }) => phase === "writing").length >= 2,
      "two lanes write at once",
    );
    assert.equal(racing.length, 4, "four lanes stand ready on a first run");
    assert.match(await me.textOf("simulated-ribbon"), /SIMULATED/, "and nobody takes them for real");
    await wear(window.browser, "light");
    await shoot(window.browser, "race-mid-light");
    await wear(window.browser, "dark");
    await shoot(window.browser, "race-mid-dark");
    await me.raceIsOver();
  });

  it("shows the numbers and the texts that the history keeps", async () => {
    ended = await me.lanes();
    [id] = await me.runs();
    const run = await me.history(id);
    assert.equal(run.state, "finished", "every lane ended by itself");
    assert.equal(run.lanes.length, 4, "the history has every lane");
    for (const [index, lane] of run.lanes.entries()) {
      assertAsRecorded(ended[index], lane);
      assert.ok(lane.samples[0].text.length > 500, `${lane.model} wrote an answer, not a word or two`);
    }
  });

  it("has followed each text to its end, since nobody scrolled", async () => {
    await me.go("race");
    for (const lane of ended) {
      assert.ok(lane.isAtEnd, `${lane.name} shows the end of its text`);
      assert.ok(!lane.offersLatest, `${lane.name} does not offer to jump to where it is`);
    }
    await shoot(window.browser, "race-finished-dark");
    await wear(window.browser, "light");
    await shoot(window.browser, "race-finished-light");
  });

  it("shows the same numbers and texts when the run is opened from History", async () => {
    await me.go("history");
    await shoot(window.browser, "history-one-run");
    await window.browser.$(`[data-testid="run-${id}"] a`).click();
    await me.see(`opened-${id}`);
    const opened = await me.lanes();
    const numbers = ({ figures, text, reasoning, status }) => ({ figures, text, reasoning, status });
    assert.deepEqual(opened.map(numbers), ended.map(numbers), "a reopened run is the run that was seen");
    await shoot(window.browser, "history-run-texts");
    await me.click("view-numbers");
    await me.see("numbers-table");
    await shoot(window.browser, "history-run-numbers");
  });

  it("gives what somebody wrote the direction of its own letters, as Arabic and Hebrew need it", async () => {
    const directions = (...selectors) =>
      window.browser.execute(
        (all) => all.map((each) => getComputedStyle(document.querySelector(each)).unicodeBidi),
        selectors,
      );
    assert.deepEqual(await directions(`[data-testid="opened-${id}"] h1`), ["plaintext"], "the prompt of a run");
    await me.go("history");
    assert.deepEqual(await directions(`[data-testid="run-${id}"] .truncate`), ["plaintext"], "and in the list");
    await me.go("race");
    assert.deepEqual(
      await directions("[data-testid='prompt']", "[data-testid='lane-0-text'] [data-part='answer'] > div"),
      ["plaintext", "plaintext"],
      "where it is asked, and the answer",
    );
  });

  it("takes a run out of the history and puts it back", async () => {
    await me.go("history");
    await me.click(`delete-${id}`);
    await me.see(`run-${id}`, { reverse: true });
    await shoot(window.browser, "history-undo");
    await me.click("undo");
    await me.see(`run-${id}`);
    const run = await me.history(id);
    assert.equal(run.lanes.length, 4, "the run came back whole");
  });

  it("puts a past plan back on the starting line", async () => {
    await me.openRun(id);
    await me.click("race-again");
    await me.see("race-screen");
    assert.equal((await me.testIds("chip-")).length, 4, "the lanes of that run");
  });
});
