/**
 * The process that draws the page ends by itself: the page comes back, and the engine has lost nothing. A session of WebDriver ends with that
 * process, so the window is seen and used here as a screen reader does.
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { accessibleTree, inOrder, spoken } from "./lib/accessible.mjs";
import { person } from "./lib/person.mjs";
import { descendants, isAlive, programOf, until } from "./lib/process.mjs";
import { command, freshHome, open, recorded, removeHome, start } from "./lib/window.mjs";

const run = promisify(execFile);
const script = (name) => fileURLToPath(new URL(`lib/${name}.py`, import.meta.url));
const LANE = "scripted?ttft=100ms&tps=100&tokens=900";
const plan = { prompt: "Count.", lanes: [LANE, LANE].map((model) => ({ provider: "simulated", model })) };

describe("a page whose process ends by itself", () => {
  const home = freshHome();
  let app;

  const runs = async () => (await command(home, "history", "list")).runs;
  /** What the page says now, as one text; nothing while there is none. */
  const said = async () => {
    try {
      return spoken(await accessibleTree(app));
    } catch {
      return "";
    }
  };
  const press = (name) => run("/usr/bin/python3", [script("act"), String(app.pid), name]);
  /** The process that draws the page of the window. */
  const pageProcess = () =>
    descendants(app.pid).find((pid) => path.basename(programOf(pid) ?? "") === "WebKitWebProcess");
  /** Ends it, as a crash or a lack of memory does. */
  const end = async () => {
    const pid = await until(pageProcess, "a process draws the page");
    process.kill(pid, "SIGKILL");
    await until(() => !isAlive(pid), "it is gone");
  };
  const isBack = () => until(async () => /Race/.test(await said()), "the page is back", 30_000);
  const isRunning = async (count) =>
    until(async () => (await runs()).length === count, `race ${count} has begun`);
  const isOver = async (id) =>
    until(async () => (await recorded(home, id)).state !== "running", "the race is over", 40_000);

  before(async () => {
    const first = await open({ home });
    await person(first).load(plan);
    await first.close();
    app = start(home);
    await isBack();
  });
  after(async () => {
    if (isAlive(app.pid)) {
      const ended = once(app, "exit");
      app.kill("SIGTERM");
      await ended;
    }
    removeHome(home);
  });

  it("comes back in the middle of a race, which goes on, is told of, and is kept whole", async () => {
    await press("Race");
    await isRunning(1);
    await end();
    await isBack();
    assert.match(await said(), /loaded again while something was running/, "the new page says what goes on");
    const [{ id }] = await runs();
    await isOver(id);
    const kept = await recorded(home, id);
    assert.equal(kept.state, "finished", "the race was not stopped by it");
    for (const { samples } of kept.lanes)
      assert.equal(samples[0].out_tokens_server, 900, "no token of it is missing");
    await until(async () => !/loaded again while/.test(await said()), "and that it is over");
  });

  it("races again, and can stop what the page before had started", async () => {
    await press("Race");
    await isRunning(2);
    await end();
    await isBack();
    await press("Stop what is running");
    const [{ id }] = await runs();
    await isOver(id);
    assert.equal((await recorded(home, id)).state, "stopped", "it was stopped, and what came is kept");
  });

  it("is not loaded for ever: after three times a minute the system's dialog asks", async () => {
    // The third and the fourth time.
    await end();
    await isBack();
    await end();
    const { stdout } = await run("/usr/bin/python3", [script("dialog"), String(app.pid), "Load again"]);
    const asked = JSON.parse(stdout);
    assert.ok(asked.texts.some((text) => /ended several times/.test(text)), `it says what happened: ${stdout}`);
    assert.deepEqual(asked.buttons.sort(), ["Load again", "Quit Paceline"], "and what can be done");
    await isBack();
    const nodes = inOrder(await accessibleTree(app));
    assert.ok(nodes.length > 20, "the page is there as before");
    assert.equal((await runs()).length, 2, "and every race");
  });
});
