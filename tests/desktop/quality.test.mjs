/** Right answers beside speed and cost: one model at two servers, one of which breaks a third of its tool calls. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { command, freshHome, open, removeHome } from "./lib/window.mjs";

const BROKEN = "simulated/lpu?ttft=5ms&tps=4000&tokens=40&broken=33%";
const SOUND = "simulated/lpu?ttft=40ms&tps=2000&tokens=40";
const WEATHER = {
  model: "any",
  messages: [{ role: "user", content: "What is the weather in Kiel tomorrow?" }],
  tools: [
    {
      type: "function",
      function: {
        name: "weather",
        parameters: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
        },
      },
    },
  ],
  tool_choice: "required",
};

describe("comparing right answers", () => {
  const home = freshHome();
  let window;
  let me;

  before(async () => {
    const file = path.join(home, "request.json");
    writeFileSync(file, JSON.stringify(WEATHER));
    const lanes = ["--lane", BROKEN, "--lane", SOUND];
    await command(
      home,
      "race",
      "--request",
      file,
      "--check",
      "tool-call-valid",
      "--repeat",
      "12",
      ...lanes,
    );
    window = await open({ home });
    me = person(window);
    await me.press("Control", "4");
    await me.see("compare-screen");
    await me.click("compare-simulated");
    await me.see("cost-speed");
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("says in the window what the command line says", async () => {
    const { quality, contenders } = await command(home, "compare", "--simulated");
    const [best, worst] = quality.order.map((place) => contenders[place]);
    assert.deepEqual(
      [best.right.right, worst.right.right],
      [12, 0],
      "99 of 100 calls are broken, in three ways",
    );
    await me.click("tab-quality");
    const reading = await (await me.see("quality")).getText();
    assert.ok(
      reading.includes(quality.sentence.split(";")[0]),
      `${quality.sentence} is in ${reading}`,
    );
    const pairs = await (await me.see("quality-pairs")).getText();
    assert.ok(pairs.startsWith(`${best.name} is right more often than ${worst.name}.`), pairs);
    await shoot(window.browser, "compare-quality");
    await wear(window.browser, "dark");
    await shoot(window.browser, "compare-quality-dark");
  });

  it("has who is wrong too often lead nothing, and says why", async () => {
    await me.click("tab-overview");
    const leaders = async () => (await me.textOf("champions")).split("broken=33%").length - 1;
    assert.ok((await leaders()) > 0, "the fast one leads, as long as nobody asks how often it is right");
    await (await me.see("least-right")).selectByAttribute("value", "0.95");
    for (const chart of ["win-map", "cost-speed"])
      await me.until(
        async () => (await me.textOf(chart))?.includes("right in 0 % of its requests"),
        `${chart} says who is not on it, with its share`,
      );
    assert.equal(await leaders(), 0, "and it leads in nothing");
    await shoot(window.browser, "compare-least-right");
  });
});

describe("a wrong answer to a built-in suite", () => {
  const home = freshHome();
  let window;
  let me;
  let run;

  before(async () => {
    const asked = ["--suite", "merges", "--repeat", "1", "--lane", "simulated/scripted?ttft=5ms&tps=20000&applies=0%"];
    run = await command(home, "race", ...asked);
    window = await open({ home });
    me = person(window);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is shown against the file that the suite expects of it", async () => {
    assert.equal(run.lanes[0].samples[0].right, false, "an answer lacks its last lines");
    await me.openRun(run.id);
    await window.browser.$("[data-testid='lane-0'] button[aria-label='All numbers']").click();
    await me.see("expected-diff");
    const missing = await window.browser.execute(() =>
      [...document.querySelectorAll("[data-testid='expected-diff'] del")].map((each) => each.textContent).join(""),
    );
    assert.ok(missing.trim().length > 0, "what the file has and the answer has not is struck through");
    await shoot(window.browser, "suite-diff");
  });
});
