/** The data folder is moved by the window, after a dialog of the system: where it can go, and where not. */

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { person } from "./lib/person.mjs";
import { descendants, isAlive, startedUnder, until } from "./lib/process.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { binary, foldersOf, freshHome, open, removeHome, usualFolder } from "./lib/window.mjs";

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("lib/dialog.py", import.meta.url));
const LANE = "simulated/scripted?ttft=30ms&tps=2000&tokens=80";
const SLOW = "simulated/scripted?ttft=30ms&tps=10&tokens=600";

describe("moving the data folder", () => {
  const home = freshHome();
  const usual = usualFolder(home);
  const at = (name) => path.join(home, name);
  const env = { ...process.env, ...foldersOf(home) };
  let window;
  let me;

  /** Runs `paceline` on whatever folder is in use. */
  const paceline = async (...words) => JSON.parse((await run(binary("PACELINE_CLI"), [...words, "--json"], { env })).stdout);
  const ids = async () => (await paceline("history", "list")).runs.map(({ id }) => id);
  const answered = async (button) => {
    const { stdout } = await run("/usr/bin/python3", [SCRIPT, String(window.pid), button]);
    return JSON.parse(stdout);
  };
  const show = async () => {
    me = person(window);
    await window.browser.execute(() => {
      window.location.hash = "#/settings/data";
    });
    await me.see("move-to");
  };
  /** What the page says once it was asked to move there, and this button was pressed if there was a question. */
  const problemOf = async (to, button = null) => {
    await me.type("move-to", to);
    await me.click("move-folder");
    const question = button && (await answered(button));
    const told = async () => (await me.at("move-problem").isExisting()) && me.textOf("move-problem");
    return { question, problem: await until(told, `it says why ${to} is none`) };
  };

  before(async () => {
    for (const prompt of ["One?", "Two?"]) await paceline("race", "--prompt", prompt, "--lane", LANE);
    window = await open({ home, named: false });
    await show();
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is asked in a dialog of the system, one at a time, and a no changes nothing", async () => {
    await me.type("move-to", at("elsewhere"));
    await me.click("move-folder");
    const seen = await answered("-");
    await shoot(window.browser, "move-asked");
    assert.ok(seen.texts.some((text) => text.includes(at("elsewhere"))), `it names the folder: ${JSON.stringify(seen)}`);
    const others = await window.browser.execute(
      (to) =>
        Promise.all(
          Array.from({ length: 40 }, (_, other) =>
            window.__TAURI_INTERNALS__.invoke("move_data_folder", { to: `${to}${other}` }).then(
              () => "moved",
              (refusal) => refusal.message,
            ),
          ),
        ),
      at("other"),
    );
    assert.deepEqual([...new Set(others)], ["A question of Paceline is open. Answer it first."], "a script asks no second");
    await answered("Cancel");
    await window.browser.waitUntil(async () => (await me.textOf("move-folder")) !== null && me.at("move-folder").isEnabled());
    assert.equal(existsSync(at("elsewhere")), false, "nothing was made");
    assert.equal(existsSync(path.join(usual, "moved-to")), false, "and nothing moves");
  });

  it("is refused where a history cannot go, with the reason", async () => {
    mkdirSync(at("taken"));
    writeFileSync(at("taken/letter.txt"), "mine");
    mkdirSync(at("another"));
    await run(binary("PACELINE_CLI"), ["race", "--prompt", "Theirs?", "--lane", LANE, "--data-dir", at("another")], { env });
    const database = readFileSync(at("another/paceline.db"));
    for (const [to, button, wanted] of [
      ["somewhere", null, /full path/],
      [usual, null, /must not be the present one/],
      [path.join(usual, "in"), null, /must not be the present one/],
      [`${at("x")}\u202e`, null, /cannot be seen/],
      [at("taken"), "Move and restart", /is not empty/],
      [at("another"), "Move and restart", /is not empty/],
      [at("taken/letter.txt/x"), "Move and restart", /Could not make/],
      ["/proc/paceline", "Move and restart", /Could not make/],
    ]) {
      const { problem } = await problemOf(to, button);
      assert.match(problem, wanted, to);
    }
    await shoot(window.browser, "move-refused");
    assert.deepEqual(readdirSync(at("taken")), ["letter.txt"], "what was there is alone");
    assert.deepEqual(readFileSync(at("another/paceline.db")), database, "and the other history as it was");
    assert.equal(existsSync(path.join(usual, "moved-to")), false, "the folder stays");
  });

  it("waits for a race, of the window or of another process", async () => {
    const race = spawn(binary("PACELINE_CLI"), ["race", "--prompt", "Long?", "--lane", SLOW], { env, stdio: "ignore" });
    await until(async () => (await ids()).length === 3, "it has begun");
    const { problem } = await problemOf(at("elsewhere"), "Move and restart");
    assert.match(problem, /is under way/, "one of another process");
    race.kill("SIGTERM");
    await once(race, "exit");
    assert.equal(existsSync(at("elsewhere")), false, "nothing was made");
  });

  it("waits for who takes the turns of a watch, who would go on in the old folder", async () => {
    await run(binary("PACELINE_CLI"), ["watch", "add", "--name", "daily", "--every", "1d", "--prompt", "Turn?", "--lane", LANE], { env });
    const watching = spawn(binary("PACELINE_CLI"), ["watch", "run"], { env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [watching.stdout, watching.stderr]) stream.on("data", (bytes) => (said += bytes));
    await until(() => /Ctrl\+C stops/.test(said), "it waits for its turn");
    const { problem } = await problemOf(at("elsewhere"), "Move and restart");
    assert.match(problem, /takes the turns of daily/, "it is named");
    watching.kill("SIGTERM");
    await once(watching, "exit");
  });

  it("takes every run along, starts again there, and leaves the old folder", async () => {
    const before = await ids();
    for (const theme of ["light", "dark"]) {
      await wear(window.browser, theme);
      for (const [width, height] of [[1280, 800], [900, 600]]) {
        await window.browser.setWindowRect(0, 0, width, height);
        await shoot(window.browser, `move-${theme}-${width}`);
      }
    }
    await window.browser.setWindowRect(0, 0, 1280, 800);
    await me.type("move-to", at("elsewhere/paceline"));
    await me.click("move-folder");
    await answered("Move and restart");
    // This process ends, and with it the session of the driver; another one opens its window.
    const folder = `XDG_DATA_HOME=${foldersOf(home).XDG_DATA_HOME}`;
    const others = () => startedUnder(binary("PACELINE_APP"), folder).filter((pid) => pid !== window.pid);
    await until(() => !isAlive(window.pid) && others().length === 1, "it starts again", 30_000);
    const [again] = others();
    await until(() => descendants(again).length > 0, "and has a window");
    process.kill(again, "SIGTERM");
    await until(() => !isAlive(again), "and ends as any other");
    await window.close();

    assert.equal(readFileSync(path.join(usual, "moved-to"), "utf8"), at("elsewhere/paceline"), "the old folder says where");
    assert.ok(existsSync(path.join(usual, "paceline.db")), "and has its history still");
    assert.deepEqual(await ids(), before, "the command line follows");
    window = await open({ home, named: false });
    await show();
    assert.equal(await me.textOf("data-path"), at("elsewhere/paceline"), "and so does the window");
    await me.go("history");
    assert.equal((await me.runs()).length, before.length, "with every run");
    await shoot(window.browser, "moved");
    const { id } = await paceline("race", "--prompt", "And now?", "--lane", LANE);
    assert.deepEqual(await ids(), [id, ...before], "what comes is kept there");
  });
});
