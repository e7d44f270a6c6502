/** A race in every form: every view of it and its replay, dark and light, wide and narrow. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inspector } from "./lib/inspect.mjs";
import { person } from "./lib/person.mjs";
import { open } from "./lib/window.mjs";

const simulated = (model) => ({ provider: "simulated", model });

describe("every view of a race", () => {
  let window;
  let me;
  let inspect;

  before(async () => {
    window = await open();
    me = person(window);
    inspect = inspector(window);
    await me.load({
      prompt:
        "Explain the trade-offs between synchronous and asynchronous I/O in production web services.",
      max_tokens: 400,
      lanes: [
        simulated("wafer-scale"),
        simulated("scripted?ttft=200ms&tps=100&tokens=150"),
        simulated("scripted?ttft=700ms&tps=400&reasoning=100&tokens=200"),
        simulated("scripted?fault=429"),
        simulated("gpu-cloud?fault=reset@30%"),
      ],
    });
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
  });
  after(() => window?.close());

  it("is as good to look at as the track", async () => {
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

  it("says whole who won, by how much, how sure and who failed, in the smallest window too", async () => {
    await me.click("axis-distance");
    await window.browser.setWindowRect(0, 0, 900, 600);
    await window.browser.waitUntil(() => window.browser.execute(() => window.innerWidth === 900));
    const verdict = await window.browser.execute(() => {
      const box = document.querySelector("[data-testid='verdict']");
      const isCut = [box, ...box.children].some(
        (each) =>
          each.scrollHeight > each.clientHeight + 1 &&
          getComputedStyle(each).overflowY !== "visible",
      );
      return { text: box.textContent, isCut };
    });
    assert.equal(verdict.isCut, false, "nothing of it is cut");
    assert.match(verdict.text, /first\./, "who");
    assert.match(verdict.text, /failed/, "who failed");
    assert.match(verdict.text, /One round: what happened, not what to expect\./, "how sure");
    await window.browser.setWindowRect(0, 0, 1280, 800);
  });

  it("and so are several rounds, and a replay", async () => {
    await me.load({
      prompt: "A short one.",
      max_tokens: 60,
      lanes: [simulated("wafer-scale"), simulated("scripted?tps=400")],
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
});
