/** A watch in the window: added from the race on screen, a turn taken when asked, told on the desktop, paused and removed. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

describe("a watch", () => {
  let window;
  let me;
  let bus;
  let heard = "";

  before(async () => {
    bus = spawn("dbus-monitor", ["--session", "interface='org.freedesktop.Notifications',member='Notify'"]);
    bus.stdout.on("data", (bytes) => {
      heard += bytes;
    });
    window = await open();
    me = person(window);
    await me.load({
      prompt: "Between us alone.",
      max_tokens: 50,
      lanes: [
        { provider: "simulated", model: "scripted?ttft=50ms&tps=1000&tokens=20" },
        { provider: "simulated", model: "scripted?ttft=90ms&tps=500&tokens=20" },
      ],
    });
  });
  after(async () => {
    await window?.close();
    bus?.kill();
  });

  it("begins with what a watch is, and how to begin one", async () => {
    await me.go("watch");
    await shoot(window.browser, "watch-empty");
    await me.click("watch-new");
    await me.see("watch-form");
    assert.match(await me.textOf("watch-plan"), /2 lanes.*Between us alone/, "what is watched");
    await shoot(window.browser, "watch-form");
  });

  it("is added with its name and rhythm, and its turns are taken by this window", async () => {
    await me.type("watch-name", "nightly");
    await me.click("watch-add");
    await me.see("watch-facts");
    await me.until(
      async () => /turns are taken here/.test(await me.textOf("watch-facts")),
      "the window says who takes the turns",
    );
    assert.match(await me.textOf("watch-facts"), /every 1 h/, "its rhythm");
  });

  it("takes a turn when asked, which is in the history", async () => {
    await me.click("watch-now");
    await me.until(
      async () => /done/.test(await me.textOf("watch-turns")),
      "the turn is over and shown",
    );
    assert.match(await me.textOf("watch-turns"), /when asked/, "beside the rhythm");
    assert.match(await me.textOf("watch-turns"), /Open the race/, "and leads to its race");
    await shoot(window.browser, "watch");
    assert.equal((await me.runs()).length, 1, "its race is kept");
  });

  it("is paused, resumed and removed, and its runs stay", async () => {
    await me.go("watch");
    await me.click("watch-pause");
    await me.until(async () => /paused/.test(await me.textOf("watch-facts")), "it is paused");
    await me.click("watch-pause");
    await me.until(async () => /next turn/.test(await me.textOf("watch-facts")), "it is resumed");
    await me.click("watch-remove");
    await me.click("ask-go");
    await me.see("watch-facts", { reverse: true });
    assert.equal((await me.runs()).length, 1, "its race is kept");
    assert.doesNotMatch(heard, /Between us/, "nothing of it is told with what was asked");
  });
});
