/** A command of the user's own as a check: allowed in a dialog of the system, which no script of the page can answer. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { freshHome, open, removeHome } from "./lib/window.mjs";

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("lib/dialog.py", import.meta.url));

describe("a command of the user's own", () => {
  const home = freshHome();
  const made = path.join(home, "made");
  const line = `touch ${made}; grep -q .`;
  const list = path.join(home, "config", "paceline", "commands");
  let window;
  let me;

  /** What the system's dialog says, once this button of it is pressed. */
  const answered = async (button) => {
    const { stdout } = await run("/usr/bin/python3", [SCRIPT, String(window.pid), button]);
    return JSON.parse(stdout);
  };

  before(async () => {
    window = await open({ home });
    me = person(window);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is asked about before anything is sent, and is not run unless it is allowed", async () => {
    await wear(window.browser, "dark");
    await me.click("open-checks");
    await (await me.see("check-kind")).selectByAttribute("value", "command");
    await me.type("check-command", line);
    await shoot(window.browser, "own-command-form");
    await me.click("add-check");
    await me.click("race-button");
    const seen = await answered("-");
    await shoot(window.browser, "own-command-asked");
    assert.ok(
      seen.texts.some((text) => text.includes(`\n\n${line}\n\n`)),
      `all of the command is told: ${JSON.stringify(seen)}`,
    );
    await answered("Do not allow");
    await window.browser.waitUntil(
      async () => (await me.textOf("preflight"))?.includes("Not started"),
      { timeoutMsg: "the page says that nothing was started" },
    );
    assert.equal(existsSync(made), false, "nothing has run");
    assert.equal(existsSync(list), false, "and nothing is allowed");
  });

  it("checks the answers once it is allowed, and is asked about only once", async () => {
    await me.click("race-button");
    await answered("Allow");
    await window.browser.waitUntil(async () => existsSync(made), { timeout: 60_000 });
    assert.equal(readFileSync(list, "utf8"), `${line}\n`, "word for word");
    await me.see("again", { timeout: 60_000 });
    await shoot(window.browser, "own-command-checked");
    rmSync(made);
    await me.click("race-button");
    await window.browser.waitUntil(async () => existsSync(made), { timeout: 120_000 });
  });

  it("can be taken back in the settings", async () => {
    await me.go("settings");
    await me.click("settings-races");
    const shown = await me.see("allowed-commands");
    assert.ok((await shown.getText()).includes(line), "it is listed");
    for (const theme of ["light", "dark"]) {
      await wear(window.browser, theme);
      await shoot(window.browser, `own-command-settings-${theme}`);
    }
    await me.click("forget-command");
    await window.browser.waitUntil(async () => readFileSync(list, "utf8").trim() === "", {
      timeoutMsg: "it is no longer allowed",
    });
  });
});
