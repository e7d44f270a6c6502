/** The window without a mouse. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

const SLOW = "scripted?ttft=100ms&tps=50&tokens=600";

describe("the keyboard", () => {
  let window;
  let me;

  const focusedTestId = () =>
    window.browser.execute(() => document.activeElement?.dataset.testid ?? null);
  const chips = async () => (await me.testIds("chip-")).length;
  const chipText = (place) => me.textOf(`chip-${place}`);
  const when = (condition, timeoutMsg) => window.browser.waitUntil(condition, { timeoutMsg, timeout: 5_000 });
  /** Moves the focus to where keys are not text. */
  const leaveField = () => window.browser.execute(() => document.activeElement?.blur());

  before(async () => {
    window = await open();
    me = person(window);
  });
  after(() => window?.close());

  it("goes to each screen", async () => {
    for (const [key, screen] of [
      ["2", "sweep-screen"],
      ["3", "history-screen"],
      ["5", "providers-screen"],
      ["6", "watch-screen"],
      ["1", "race-screen"],
    ]) {
      await me.press("Control", key);
      await me.see(screen);
    }
  });

  it("opens a sheet with every key, and closes it", async () => {
    await leaveField();
    await me.press("?");
    await me.see("shortcut-sheet");
    await shoot(window.browser, "shortcuts");
    await me.press("Escape");
    await me.see("shortcut-sheet", { reverse: true });
  });

  it("adds, doubles and removes a lane", async () => {
    assert.equal(await chips(), 4, "a first run has four");
    await me.press("Control", "t");
    await me.type("model-search", `simulated/${SLOW}`);
    await when(
      () => window.browser.execute(() => document.querySelector("[role='option'][data-highlighted]") !== null),
      "the picker offers what was typed",
    );
    await shoot(window.browser, "lane-picker");
    await me.press("Enter");
    await when(async () => (await chips()) === 5, "a fifth lane stands in the line-up");
    await leaveField();
    await me.press("Control", "d");
    await when(async () => (await chips()) === 6, "and a sixth, its double");
    const copied = (await chipText(4)).replace("Lane 5", "Lane 6").replace("(lane 5)", "(lane 6)");
    assert.equal(await chipText(5), copied, "which is the same model");
    await me.press("Control", "w");
    await when(async () => (await chips()) === 5, "one of them is gone");
    await me.click("undo");
    await when(async () => (await chips()) === 6, "and is back where it was");
  });

  it("puts the focus on a lane by its number, and mutes lanes", async () => {
    await leaveField();
    await me.press("2");
    assert.equal(await focusedTestId(), "lane-1", "2 is the second lane");
    for (const digit of ["1", "2", "3", "4", "6"]) await me.press("Shift", digit);
    await when(async () => (await chipText(0)).includes("muted"), "the first is muted");
    await when(async () => !(await chipText(4)).includes("muted"), "the fifth is not");
    await when(async () => /^1 lane/.test(await me.textOf("preflight")), "one lane is left to race");
    await me.press("Shift", "6");
    await when(async () => /^2 lanes/.test(await me.textOf("preflight")), "the same key unmutes");
  });

  it("writes digits into a field, and takes them for nothing else", async () => {
    await me.press("Control", "l");
    await when(async () => (await focusedTestId()) === "prompt", "the prompt has the focus");
    await me.press("Control", "a");
    await me.press("4");
    await me.press("2");
    assert.equal(await me.at("prompt").getValue(), "42", "what is typed is the prompt");
    assert.equal(await focusedTestId(), "prompt", "and the focus stays in it");
  });

  it("starts a race from within the prompt, and stops one lane of it", async () => {
    await me.press("Control", "Enter");
    await me.lanesWhen((lanes) => lanes.length === 2 && lanes.every(({ text }) => text), "both write");
    await leaveField();
    await me.press("6");
    await me.press("Escape");
    const [runs, stopped] = await me.lanesWhen(([, lane]) => lane.status !== "", "lane 6 has ended");
    assert.equal(stopped.status, "cancelled", "Esc stops the lane that has the focus");
    assert.equal(runs.status, "", "and no other");
  });

  it("stops all that still run", async () => {
    await me.press("Control", ".");
    await me.raceIsOver(3_000);
    assert.deepEqual(
      (await me.lanes()).map(({ status }) => status),
      ["cancelled", "cancelled"],
      "nothing runs on",
    );
  });

  it("changes the theme", async () => {
    const theme = () => window.browser.execute(() => document.documentElement.dataset.theme);
    const seen = new Set();
    for (let turn = 0; turn < 3; turn += 1) {
      await me.press("Control", "Shift", "l");
      seen.add(await theme());
    }
    assert.deepEqual([...seen].sort(), ["dark", "light"], "light and dark are both among the three");
  });
});
