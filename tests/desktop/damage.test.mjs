/** A damaged history in the real window: what can be read is shown, and the button repairs the rest. */

import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot } from "./lib/shots.mjs";
import { descendants, isAlive, startedWith, until } from "./lib/process.mjs";
import { binary, command, freshHome, open, removeHome } from "./lib/window.mjs";

const QUICK = "simulated/scripted?ttft=30ms&tps=2000&tokens=80";
const PAGE = 4096;
/** The first byte of a page with rows of a table. */
const ROWS = 13;

/** Overwrites the last page of runs, as a disk that fails does. */
function damage(file) {
  const bytes = readFileSync(file);
  for (let at = bytes.length - PAGE; at > 0; at -= PAGE) {
    const page = bytes.subarray(at, at + PAGE);
    if (page[0] === ROWS && page.includes("paceline.run/1")) {
      page.fill(0xa5);
      writeFileSync(file, bytes);
      return;
    }
  }
  throw new Error("no page holds a run");
}

/** So much more of the file, which takes no room on the disk and seconds to be read. */
const HOLE = 6 * 2 ** 30;

describe("a damaged history that takes long to be read", () => {
  const home = freshHome();
  let window;
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is told while it is read, and then shown as far as it can be", async () => {
    for (let race = 0; race < 4; race += 1) {
      await command(home, "race", "--prompt", `Why, ${race}?`, "--lane", QUICK);
    }
    const file = path.join(home, "data", "paceline.db");
    damage(file);
    truncateSync(file, statSync(file).size + HOLE);
    window = await open({ home, shows: "#story", sized: false });
    const { browser } = window;
    assert.match(await browser.$("h1").getText(), /is damaged, and is being read/, "what it is doing");
    assert.match(await browser.$("main").getText(), /\d MB, for \d+ s so far/, "how much, and for how long");
    await shoot(browser, "opening");
    const main = async () => {
      for (const handle of await browser.getWindowHandles()) {
        await browser.switchToWindow(handle);
        if (await browser.$("[data-testid='damage']").isExisting()) return true;
      }
      return false;
    };
    await browser.waitUntil(main, { timeout: 90_000, timeoutMsg: "the window is shown" });
    assert.match(await person(window).textOf("damage"), /3 runs can be read/, "with what can be read");
    assert.equal((await browser.getWindowHandles()).length, 1, "and the page is gone");
  });
});

describe("a damaged history", () => {
  const home = freshHome();
  const data = path.join(home, "data");
  const races = [];
  let window;
  let me;

  before(async () => {
    for (let race = 0; race < 12; race += 1) {
      races.push((await command(home, "race", "--prompt", `Why, ${race}?`, "--lane", QUICK)).id);
    }
    damage(path.join(data, "paceline.db"));
    window = await open({ home });
    me = person(window);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  const listed = async () => {
    await me.go("history");
    return me.runs();
  };

  it("shows what can be read, says what cannot, and is repaired by its button", async () => {
    const told = await (await me.see("damage")).getText();
    const readable = Number(/(\d+) runs can be read/.exec(told)?.[1]);
    assert.ok(readable > 0 && readable < races.length, `some are left: ${told}`);
    assert.match(told, /known to be lost/, "and what is not is said");
    const left = await listed();
    assert.equal(left.length, readable, "those that can be read are listed");
    for (const [width, height] of [[1280, 800], [900, 600]]) {
      await window.browser.setWindowRect(0, 0, width, height);
      await shoot(window.browser, `damage-${width}`);
      const [left, right] = await window.browser.execute(() => {
        const [main, bar] = ["main", "[data-testid='damage']"].map((each) => document.querySelector(each));
        return [main.getBoundingClientRect().left, bar.getBoundingClientRect().right];
      });
      assert.ok(left < 160, `the screen begins beside the rail, at ${left}`);
      assert.equal(right, width, "and what is told has the whole width");
    }
    await window.browser.setWindowRect(0, 0, 1280, 800);
    assert.deepEqual(
      readdirSync(data).filter((name) => name.includes("aside")),
      [],
      "nothing is changed before the button is pressed",
    );
    await me.click("repair");
    await me.see("start-again", { timeout: 60_000 });
    const aside = readdirSync(data).filter((name) => name.startsWith("paceline.db.aside-"));
    assert.equal(aside.length, 1, "the damaged file is kept");
    assert.match(await me.textOf("damage"), new RegExp(aside[0]), "and named");
    await shoot(window.browser, "damage-repaired");

    // The button ends this process, and with it the session of the driver; another one opens its window.
    await me.click("start-again").catch(() => undefined);
    const others = () => startedWith(binary("PACELINE_APP"), data).filter((pid) => pid !== window.pid);
    await until(() => !isAlive(window.pid) && others().length === 1, "it starts again");
    const [again] = others();
    const paints = () => descendants(again).length > 0;
    await until(paints, "and has a window");
    process.kill(again, "SIGTERM");
    await until(() => !isAlive(again), "and ends as any other");
    await window.close();
    window = await open({ home });
    me = person(window);
    assert.equal(await me.at("damage").isExisting(), false, "it is sound");
    assert.deepEqual(await listed(), left, "with what was left");
    const race = await command(home, "race", "--prompt", "And now?", "--lane", QUICK);
    assert.equal((await command(home, "history", "show", race.id)).id, race.id, "and is written to");
  });
});

/** Ways in which a history can be damaged as a whole. */
const WAYS = {
  "is cut short": (file) => truncateSync(file, Math.ceil(statSync(file).size / 2)),
  "has another header": (file) => writeFileSync(file, readFileSync(file).fill(0xa5, 0, 100)),
  "lost its second page": (file) => writeFileSync(file, readFileSync(file).fill(0, PAGE, 2 * PAGE)),
};

describe("a history that", () => {
  const sound = freshHome();
  before(async () => {
    for (let race = 0; race < 3; race += 1) {
      await command(sound, "race", "--prompt", `Why, ${race}?`, "--lane", QUICK);
    }
  });
  after(() => removeHome(sound));

  for (const [way, spoil] of Object.entries(WAYS)) {
    it(`${way} is told in a line, and the window looks as the user wants`, async () => {
      const home = freshHome();
      cpSync(path.join(sound, "data"), path.join(home, "data"), { recursive: true });
      spoil(path.join(home, "data", "paceline.db"));
      const bytes = readFileSync(path.join(home, "data", "paceline.db"));
      const window = await open({ home });
      try {
        const me = person(window);
        const told = await (await me.see("damage")).getText();
        assert.match(told, /The history is damaged: \d runs? can be read/, way);
        const worn = [];
        for (let turns = 0; turns < 3; turns += 1) {
          await me.click("theme");
          await window.browser.pause(500);
          worn.push(await window.browser.execute(() => localStorage.getItem("paceline.theme") ?? "system"));
          await shoot(window.browser, `damage-${way.replaceAll(" ", "-")}-${worn.at(-1)}`);
        }
        assert.deepEqual(worn.toSorted(), ["dark", "light", "system"], "the theme is chosen");
        const shown = await window.browser.execute(() => document.body.innerText);
        assert.doesNotMatch(shown, /Nothing was changed/, "and nobody is told a page of text for it");
        assert.deepEqual(readFileSync(path.join(home, "data", "paceline.db")), bytes, "nothing is written");
      } finally {
        await window.close();
        removeHome(home);
      }
    });
  }
});
