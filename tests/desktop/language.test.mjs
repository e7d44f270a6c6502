/** The window in German: chosen in Settings, found by the system's language, and looked at on every screen. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

const RAIL = ["Rennen", "Messreihe", "Verlauf", "Vergleich", "Überwachen", "Anbieter", "Einstellungen"];
const SIZES = [
  { theme: "dark", width: 1280, height: 800 },
  { theme: "light", width: 900, height: 600 },
];
const simulated = (model) => ({ provider: "simulated", model });

/** The names on the rail, from the top down. */
const railOf = (browser) =>
  browser.execute(() =>
    [...document.querySelectorAll("nav [data-testid^='nav-']")].map((link) => link.textContent),
  );

const languageOf = (browser) => browser.execute(() => document.documentElement.lang);

describe("the window in German", () => {
  let window;
  let me;

  /** Looks at a screen, which must hold these German words and at neither size scroll sideways. */
  const look = async (name, ...words) => {
    for (const word of words) {
      await window.browser.waitUntil(
        () => window.browser.execute((wanted) => document.body.innerText.includes(wanted), word),
        { timeoutMsg: `${name} says “${word}”` },
      );
    }
    for (const { theme, width, height } of SIZES) {
      await wear(window.browser, theme);
      await window.browser.setWindowRect(0, 0, width, height);
      await window.browser.waitUntil(() =>
        window.browser.execute((wanted) => window.innerWidth === wanted, width),
      );
      await shoot(window.browser, `german-${name}-${theme}`);
      const wider = await window.browser.execute(() =>
        [document.documentElement, document.querySelector("main")].map(
          (box) => box.scrollWidth - box.clientWidth,
        ),
      );
      assert.ok(Math.max(...wider) <= 0, `${name} does not scroll sideways at ${width} × ${height}: ${wider}`);
    }
  };

  const small = async () => {
    await window.browser.setWindowRect(0, 0, 900, 600);
    await window.browser.waitUntil(() => window.browser.execute(() => window.innerWidth === 900));
  };

  const heightOf = (selector) =>
    window.browser.execute((wanted) => document.querySelector(wanted).clientHeight, selector);

  before(async () => {
    window = await open();
    me = person(window);
  });
  after(() => window?.close());

  it("is chosen in Settings, at once and with what was written kept", async () => {
    assert.equal(await languageOf(window.browser), "en", "as the system of the tests");
    await me.type("prompt", "Half a thought");
    const written = await me.at("prompt").getValue();
    assert.ok(written.endsWith("Half a thought"), written);
    await me.go("settings");
    await me.at("setting-language").selectByAttribute("value", "de");
    await window.browser.waitUntil(async () => (await languageOf(window.browser)) === "de");
    await me.see("settings-screen");
    assert.deepEqual((await railOf(window.browser)).toSorted(), RAIL.toSorted());
    await look("settings", "Farbschema", "Seitenleiste");
    await me.go("race");
    assert.equal(await me.at("prompt").getValue(), written, "the draft is kept");
  });

  it("before the first race", async () => {
    await look("race-first", "Max. Token", "Wiederholungen");
    await small();
    const cut = await window.browser.execute(() =>
      [...document.querySelectorAll("[data-testid^='step-'] *")]
        .filter((each) => each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX !== "visible")
        .map((each) => each.textContent),
    );
    assert.deepEqual(cut, [], "the first steps are whole");
    await me.go("history");
    await look("history-empty", "Noch keine Rennen");
    await me.go("compare");
    await look("compare-empty", "Noch nichts zu vergleichen");
  });

  it("after a race", async () => {
    await me.load({
      prompt: "Erkläre synchrone und asynchrone Ein- und Ausgabe.",
      max_tokens: 400,
      repeat: 2,
      lanes: [
        simulated("wafer-scale"),
        simulated("lpu"),
        simulated("scripted?ttft=300ms&tps=200&reasoning=100&tokens=400"),
        simulated("scripted?fault=429"),
      ],
    });
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    await look("race-over", "Strecke", "bis zum ersten Text", "begrenzt, wie viel angefragt werden darf");
    await small();
    const high = await heightOf("[data-testid='view-bar']");
    assert.ok(high <= 32, `the bar of views is one row, not ${high} px`);
    for (const view of ["pace", "rounds", "table", "diff"]) {
      await me.click(`view-${view}`);
      await look(`race-${view}`, "Strecke");
    }
    await me.go("history");
    await look("history", "Letzte 7 Tage");
    const [run] = await me.runs();
    await me.openRun(run);
    await look("run", "Erneut starten");
    await small();
    const head = await heightOf("[data-testid^='opened-'] > header");
    assert.ok(head <= 56, `the head of a run is two lines, not ${head} px`);
    await me.go("compare");
    await me.click("compare-simulated");
    await look("compare", "Wer besser ist", "Länge");
    await small();
    const views = await heightOf("[data-testid='compare-screen'] [role='tablist']");
    assert.ok(views <= 34, `the views are one row, not ${views} px`);
  });

  it("with a plan that cannot start", async () => {
    await me.load({ prompt: "", lanes: [simulated("wafer-scale")] });
    await look("race-refused", "Der Prompt ist leer. Den Prompt für alle Kandidaten schreiben.");
  });

  it("with a sweep", async () => {
    await me.load({ prompt: "Kurz.", lanes: [simulated("scripted?ttft=20ms&tps=900")] });
    await me.go("sweep");
    await me.type("sweep-samples", "20");
    await me.see("before-requests");
    await look("sweep-plan", "Messreihe starten", "Stichproben");
    await me.click("start-sweep");
    await me.see("use-plan", { timeout: 60_000 });
    await look("sweep", "Knick", "Beendet.");
  });

  it("with its providers and settings", async () => {
    await me.go("providers");
    await look("providers", "Anbieter");
    await me.click("add-endpoint");
    await look("adding", "Schlüssel einfügen");
    await me.click("pane-prices");
    await look("prices", "Preisliste");
    await me.click("pane-network");
    await look("network", "Netzwerk");
    for (const [part, word] of [
      ["races", "Aufwärmrunden"],
      ["spending", "Tageslimit"],
      ["keyboard", "Tastenkürzel"],
      ["data", "Jetzt sichern"],
      ["doctor", "Problem melden"],
      ["about", "Lizenzen"],
    ]) {
      await me.go("settings");
      await me.click(`settings-${part}`);
      await look(`settings-${part}`, word);
    }
  });

  it("with the palette, which finds the way back to English", async () => {
    await me.press("Control", "k");
    await me.see("palette");
    await look("palette", "Aktionen");
    await window.browser.keys("english");
    await window.browser.waitUntil(() =>
      window.browser.execute(
        () => document.querySelector("[role='option'][data-highlighted]")?.textContent.includes("English") ?? false,
      ),
    );
    await me.press("Enter");
    await window.browser.waitUntil(async () => (await languageOf(window.browser)) === "en");
    await window.browser.waitUntil(async () => (await railOf(window.browser)).includes("Race"));
  });
});

/** Whether this machine can make a locale; WebKitGTK takes the system's language only from one that is installed. */
const madeLocale = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "paceline-locale-"));
  const { status } = spawnSync("localedef", ["-i", "de_DE", "-f", "UTF-8", path.join(folder, "de_DE.UTF-8")]);
  return { folder, isMade: status === 0 };
};

it("the window speaks the system's language, unless another is chosen", async (test) => {
  const { folder, isMade } = madeLocale();
  if (!isMade) {
    rmSync(folder, { recursive: true });
    test.skip("no localedef on this machine");
    return;
  }
  const window = await open({ env: { LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8", LOCPATH: folder } });
  try {
    assert.equal(await languageOf(window.browser), "de");
    assert.deepEqual((await railOf(window.browser)).toSorted(), RAIL.toSorted());
  } finally {
    await window.close();
    rmSync(folder, { recursive: true });
  }
});
