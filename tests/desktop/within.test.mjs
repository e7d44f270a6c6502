/** A sweep with stalls within a level, as the window draws it over time. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { command, freshHome, open, removeHome } from "./lib/window.mjs";

/** Every thirtieth answer stops for 1.5 s in its middle; the other contender is steady. */
const STALLS = "simulated/scripted?ttft=40ms&tps=1000&tokens=20&fault=stall@50%&stall=1500ms&every=30";
const STEADY = "simulated/scripted?ttft=60ms&tps=1000&tokens=20";

describe("what happened within a level", () => {
  const home = freshHome();
  let window;
  let me;
  let run;

  before(async () => {
    const lanes = [STALLS, STEADY].flatMap((lane) => ["--lane", lane]);
    run = await command(home, "sweep", "--prompt", "Hi", "--concurrency", "1", "--samples", "70", ...lanes);
    window = await open({ home });
    me = person(window);
    await window.browser.execute((id) => {
      window.location.hash = `#/sweep/${id}`;
    }, run.id);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is drawn request by request, with its sentence, for that level alone", async () => {
    const chart = await me.see("chart-within");
    const [stalls, steady] = run.lanes.map(({ levels }) => levels[0]);
    assert.ok(stalls.events.length > 0, "the stalls are in what was kept");
    assert.equal(steady.events, undefined, "and nothing happened to the other");
    assert.match(await chart.getText(), /For 1\.\d+ s, from [\d.]+ s into the level on, nothing arrived/);
    const dots = await chart.$$("[data-mark='dot']").length;
    assert.equal(dots, stalls.samples.filter(({ status }) => status === "ok").length, "a dot for each request");
    assert.match(await me.textOf("sweep-notes"), /nothing arrived/, "and among the notes");
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
        await window.browser.execute(() => {
          document.querySelector("[data-testid='chart-within']").scrollIntoView({ block: "end" });
        });
        await shoot(window.browser, `within-${theme}${suffix}`);
        const over = await window.browser.execute(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(over <= 0, `nothing sticks out of ${width} pixels`);
      }
    }
  });
});
