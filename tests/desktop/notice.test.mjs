/** A system notification when a long run ends in the background. It does not contain the prompt. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { it } from "node:test";
import { person } from "./lib/person.mjs";
import { until } from "./lib/process.mjs";
import { open } from "./lib/window.mjs";

it("a race of more than twenty seconds is told of when another window is in front", async (t) => {
  const bus = spawn("dbus-monitor", ["--session", "interface='org.freedesktop.Notifications',member='Notify'"]);
  t.after(() => bus.kill());
  let heard = "";
  bus.stdout.on("data", (bytes) => {
    heard += bytes;
  });
  const window = await open();
  t.after(window.close);
  const me = person(window);
  await me.load({
    prompt: "Between us alone.",
    max_tokens: 3_000,
    lanes: [{ provider: "simulated", model: "scripted?ttft=100ms&tps=100&tokens=2150" }],
  });
  await me.press("Control", "Enter");
  await me.see("stop-all");
  const inFront = await open();
  t.after(inFront.close);
  await window.browser.waitUntil(() => window.browser.execute(() => !document.hasFocus()), {
    timeoutMsg: "the other window has the focus",
  });
  await until(() => heard.includes("Notify"), "the system is asked to say it", 60_000);
  await until(() => /string "1 lane, \d+ s\."/.test(heard), "how much it was, and how long it took");
  assert.match(heard, /string "Race over"/, "what ended");
  assert.doesNotMatch(heard, /Between us/, "and not what was asked");
});
