/** Any set of runs, compared in the real window: races of simulated lanes, and of the same servers as custom ones. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { command, freshHome, open, removeHome } from "./lib/window.mjs";

const EARLY = "simulated/scripted?ttft=20ms&tps=400&tokens=40";
const FAST = "simulated/scripted?ttft=120ms&tps=4000&tokens=40";
const TABS = ["overview", "quality", "better", "length", "whatIf", "samples", "time", "runs", "rankings", "hedging"];

describe("comparing runs", () => {
  const home = freshHome();
  let runs;
  let window;
  let me;

  const compared = (...words) => command(home, "compare", "--simulated", ...words);
  const readings = () =>
    window.browser.execute(() =>
      // The first sentence may be the title, above the drawing, and the rest below it.
      [...document.querySelectorAll("figure")].map((figure) =>
        [...figure.querySelectorAll("[data-testid^='reading']")].map((each) => each.textContent).join(" "),
      ),
    );

  before(async () => {
    const race = (prompt, ...lanes) =>
      command(home, "race", "--prompt", prompt, "--repeat", "6", ...lanes.flatMap((lane) => ["--lane", lane]));
    runs = [await race("Why?", EARLY, FAST), await race("Why?", EARLY, FAST), await race("How?", FAST)];
    const sweep = ["--prompt", "When?", "--lane", FAST, "--concurrency", "4", "--samples", "8"];
    await command(home, "sweep", ...sweep);
    window = await open({ home });
    me = person(window);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("says what it takes where nothing is real, and offers what is simulated", async () => {
    await me.press("Control", "4");
    await me.see("compare-screen");
    await me.see("compare-simulated");
    await shoot(window.browser, "compare-empty");
    await me.click("compare-simulated");
    assert.match(await (await me.see("compare-ribbon")).getText(), /SIMULATED/, "apart, and called so");
  });

  it("says in the window what the command line says", async () => {
    await me.see("cost-speed");
    const view = await compared();
    const shown = await readings();
    assert.ok(
      shown.some((reading) => reading.startsWith(view.lengths.sentence)),
      `${view.lengths.sentence} is among ${shown.join(" | ")}`,
    );
    const cards = await me.testIds("champion");
    assert.equal(cards.length, 5, "four cards in their list");
    const [{ machine }] = runs;
    assert.ok(machine, "each run says on which machine it was measured");
    const told = await (await window.browser.$("[data-testid='page-conditions'] [data-testid='conditions']")).getText();
    for (const fact of [machine, "not calibrated", "warm connections"]) {
      assert.ok(view.conditions.includes(fact), `${fact} is among ${view.conditions.join(" · ")}`);
      assert.ok(told.includes(fact), `and below the chart: ${told}`);
    }
  });

  it("shows every view, with nothing that sticks out", async () => {
    for (const theme of ["light", "dark"]) {
      await wear(window.browser, theme);
      for (const tab of TABS) {
        await me.click(`tab-${tab}`);
        await me.see(`tab-${tab}`);
        await shoot(window.browser, `compare-${tab}-${theme}`);
        const wide = await window.browser.execute(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(wide <= 0, `${tab} fits`);
      }
    }
    await window.browser.setWindowRect(0, 0, 900, 600);
    await me.click("tab-overview");
    await shoot(window.browser, "compare-small");
    const high = await window.browser.execute(
      () => document.querySelector("[data-testid='compare-screen'] [role='tablist']").clientHeight,
    );
    assert.ok(high <= 34, `its views are one row of a small window, not ${high} px`);
    await window.browser.setWindowRect(0, 0, 1280, 800);
    await wear(window.browser, "light");
  });

  it("opens on the runs that an address names", async () => {
    const [first, second] = runs.map(({ id }) => id);
    await window.browser.execute((hash) => {
      window.location.hash = hash;
    }, `#/compare/${first}+${second}`);
    await me.see("compare-everything");
    await window.browser.waitUntil(
      async () => (await me.textOf("compare-summary")) === "24 requests in 2 runs",
      { timeoutMsg: "two runs of two lanes and six rounds" },
    );
    await me.click("tab-runs");
    const view = await compared(first, second);
    await window.browser.waitUntil(async () => (await readings()).includes(view.changes.sentence), {
      timeoutMsg: view.changes.sentence,
    });
    await me.click("compare-everything");
    await me.see("compare-everything", { reverse: true });
  });

  it("leaves a contender out and puts it back", async () => {
    await me.click("tab-overview");
    const count = () =>
      window.browser.execute(
        () => document.querySelectorAll("[data-testid='lengths'] [data-mark='label']").length,
      );
    await window.browser.waitUntil(async () => (await count()) === 2, { timeoutMsg: "two lines" });
    await me.click("contender-0");
    await window.browser.waitUntil(async () => (await count()) === 1, { timeoutMsg: "one is left" });
    await me.click("contender-0");
    await window.browser.waitUntil(async () => (await count()) === 2, { timeoutMsg: "and back" });
  });
});
