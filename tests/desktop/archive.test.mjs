/** The history in the real window: finding runs again, annotating them, and passing them on. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { command, freshHome, open, removeHome } from "./lib/window.mjs";

const QUICK = "simulated/scripted?ttft=30ms&tps=2000&tokens=80";
const SLOW = "simulated/scripted?ttft=90ms&tps=900&tokens=80";

describe("the history", () => {
  const home = freshHome();
  const downloads = path.join(home, "Downloads");
  const raced = {};
  let window;
  let me;

  const race = async (prompt) => {
    raced[prompt] = (await command(home, "race", "--prompt", prompt, "--lane", QUICK, "--lane", SLOW)).id;
  };
  const search = async (text) => {
    if (await me.at("clear-search").isExisting()) await me.click("clear-search");
    await me.type("search", text);
  };
  const shows = (ids) =>
    window.browser.waitUntil(
      async () => (await me.runs()).join() === ids.join(),
      { timeoutMsg: `the list shows ${ids}` },
    );
  /** Both themes at both sizes. */
  const picture = async (name) => {
    for (const theme of ["light", "dark"]) {
      await wear(window.browser, theme);
      for (const [suffix, [width, height]] of Object.entries({ "": [1280, 800], "-small": [900, 600] })) {
        await window.browser.setWindowRect(0, 0, width, height);
        await window.browser.waitUntil(() =>
          window.browser.execute((wanted) => window.innerWidth === wanted, width),
        );
        await shoot(window.browser, `${name}-${theme}${suffix}`);
        const sticksOut = await window.browser.execute(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(sticksOut <= 0, `${name} fits into ${width} pixels`);
      }
    }
    await window.browser.setWindowRect(0, 0, 1280, 800);
  };

  before(async () => {
    await race("Why is the sea salt?");
    await race("Write a sonnet about the sea.");
    await race("Explain tail latency to a new colleague, with one example from a web shop at Christmas.");
    await command(home, "sweep", ...["--prompt", "Why do rivers bend?", "--lane", QUICK, "--max-tokens", "20"], ...["--concurrency", "1,4", "--samples", "6"]);
    writeFileSync(path.join(home, "config", "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    window = await open({ home, env: { HOME: home } });
    me = person(window);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("finds runs by words and filters, and marks where they stand", async () => {
    assert.equal((await me.runs()).length, 4, "all of them");
    await picture("archive");
    await search("sea kind:race ttft<10s -sonnet");
    await shows([raced["Why is the sea salt?"]]);
    const marked = await window.browser.execute(() => document.querySelector("mark")?.textContent);
    assert.equal(marked, "sea", "the hit stands out");
    await search("sea");
    await shows([raced["Write a sonnet about the sea."], raced["Why is the sea salt?"]]);
    await picture("archive-found");
  });

  it("says in place what cannot be read, and what to write", async () => {
    await search("sea modle:scripted");
    await window.browser.waitUntil(
      () => window.browser.execute(() => document.querySelector("[role='alert'] mark")?.textContent === "modle:scripted"),
      { timeoutMsg: "the part that cannot be read is marked" },
    );
    assert.match(
      await window.browser.execute(() => document.querySelector("[role='alert']").textContent),
      /Did you mean model:/,
      "with the nearest that can",
    );
    await picture("archive-unreadable");
    await search("nothing-is-like-it");
    await me.see("show-all");
    await picture("archive-nothing");
    await me.click("show-all");
  });

  it("saves what is selected into the folder of downloads, and takes it in elsewhere", async () => {
    const [, third, second] = await me.runs();
    await me.click(`select-${second}`);
    await me.click(`select-${third}`);
    await picture("archive-selected");
    await me.click("export");
    await me.see("export-json");
    await shoot(window.browser, "archive-export");
    await me.click("export-json");
    const saved = () =>
      existsSync(downloads) ? readdirSync(downloads).filter((name) => name.endsWith(".json")) : [];
    await window.browser.waitUntil(() => saved().length === 1, {
      timeoutMsg: "a file is in the folder of downloads",
    });
    const [name] = saved();
    const document = JSON.parse(readFileSync(path.join(downloads, name), "utf8"));
    assert.deepEqual(document.runs.map(({ run }) => run.id), [second, third], "both, with their raw logs");

    const elsewhere = freshHome();
    mkdirSync(path.join(elsewhere, "data"), { recursive: true });
    const imported = await command(elsewhere, "history", "import", path.join(downloads, name));
    assert.deepEqual(imported.added, [second, third], "and they are taken in elsewhere");
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it("deletes what is selected, and brings it back", async () => {
    const all = await me.runs();
    await me.click("delete-selected");
    await shows([all[0], all[3]]);
    await me.click("undo");
    await shows(all);
  });

  it("keeps a star, a tag and a note, by which a run is found", async () => {
    const id = raced["Why is the sea salt?"];
    await me.openRun(id);
    await me.click("star");
    await me.type("tag-field", "kept");
    await me.press("Enter");
    await me.click("edit-note");
    await me.type("note-field", "Warm cache: do not quote.");
    await me.click("keep-note");
    await me.see("edit-note");
    await picture("archive-run");
    await me.go("history");
    await search("starred tag:kept quote");
    await shows([id]);
    await picture("archive-marked");
    await me.click("clear-search");
  });

  it("keeps a vote and a note of one answer, by which its run is found", async () => {
    const id = raced["Write a sonnet about the sea."];
    await me.openRun(id);
    await me.click("lane-1-vote");
    await me.type("lane-1-vote-note", "Fourteen lines, and it rhymes.");
    // The note is kept with the press that takes the focus from it.
    await me.click("lane-1-vote-good");
    await window.browser.waitUntil(async () => (await me.at("lane-1-vote").getAttribute("data-vote")) === "good");
    await shoot(window.browser, "archive-vote-open");
    await me.press("Escape");
    await picture("archive-vote");
    await me.go("history");
    await search("vote:good rhymes");
    await shows([id]);
    await me.openRun(id);
    const vote = await me.at("lane-1-vote").getAttribute("aria-label");
    assert.equal(vote, "Voted good: Fourteen lines, and it rhymes.");
    const found = await command(home, "history", "search", "vote:good");
    assert.deepEqual(found.runs.map((run) => run.id), [id], "on the command line, too");
    await me.click("lane-1-vote");
    await me.click("lane-1-vote-good");
    await window.browser.waitUntil(async () => (await me.at("lane-1-vote").getAttribute("data-vote")) === "");
    await me.press("Escape");
    const none = await command(home, "history", "search", "vote:good");
    assert.deepEqual(none.runs, [], "a second press takes the vote back");
    await me.go("history");
    await me.click("clear-search");
  });

  it("tells what was spent, simulated requests apart", async () => {
    await me.click("spend");
    await me.see("spend-panel");
    await window.browser.waitUntil(async () => /simulated requests? at no cost/.test(await me.textOf("spend-panel")), {
      timeoutMsg: "simulated requests are told apart",
    });
    await picture("archive-spend");
    await me.press("Escape");
  });

  it("hands a race on as one page, which replays it from its raw log without a network", async (context) => {
    const id = raced["Write a sonnet about the sea."];
    const run = await me.history(id);
    const { text, ttft_ms } = run.lanes[1].samples[0];
    await me.openRun(id);
    await me.click("export");
    await me.click("export-html");
    const page = () => readdirSync(downloads).find((name) => name.endsWith(".html"));
    await window.browser.waitUntil(() => page() !== undefined, { timeoutMsg: "a page is saved" });
    // The app's own window navigates nowhere, so a bare one with the same web view plays it.
    const player = await open({ env: { PACELINE_BARE_WINDOW: "1" }, shows: "p" });
    context.after(() => player.close());
    await player.browser.url(`file://${path.join(downloads, page())}`);

    const said = () =>
      player.browser.execute(() => document.querySelectorAll(".answer")[1]?.textContent ?? "");
    const scrubTo = (share) =>
      player.browser.execute((to) => {
        const scrub = document.querySelector(".scrub");
        scrub.value = String(to * 1000);
        scrub.dispatchEvent(new Event("input"));
        return document.querySelectorAll(".phase")[1].textContent;
      }, share);
    await player.browser.waitUntil(async () => (await said()) === text, {
      timeoutMsg: "its script runs, and the whole answer is there at the end",
    });
    assert.equal(await scrubTo(0), "waiting", "at the gun nothing has come");
    assert.equal(await said(), "", "not a letter");
    assert.equal(await scrubTo(0.7), "answering", "later some has");
    const some = await said();
    assert.ok(some.length > 0 && some.length < text.length && text.startsWith(some), "and no more");
    const [, told = ""] = /TTFT ([\d.,]+) ms/.exec(await scrubTo(1)) ?? [];
    assert.ok(Math.abs(Number(told.replaceAll(",", "")) - ttft_ms) <= 0.5, "then it is over");
    assert.equal(await said(), text, "with all of it");
    await shoot(player.browser, "archive-page");

    const clock = () => player.browser.execute(() => document.querySelector(".clock").textContent);
    const end = await clock();
    await player.browser.execute(() => document.querySelector(".play").click());
    await player.browser.waitUntil(
      async () => (await clock()) === end && (await said()) === text &&
        (await player.browser.execute(() => document.querySelector(".play").textContent)) === "Play",
      { timeoutMsg: "played from the start, it comes to the same end" },
    );
  });
});
