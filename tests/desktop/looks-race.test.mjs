/** A race in every form: every view of it and its replay, dark and light, wide and narrow. */

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
      prompt: "Explain the trade-offs between synchronous and asynchronous I/O in production web services.",
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

  it("and so are several rounds, and a replay", async () => {
    await me.load({
      prompt: "A short one.",
      max_tokens: 60,
      lanes: [
        simulated("wafer-scale"),
        simulated("scripted?tps=400"),
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
});
