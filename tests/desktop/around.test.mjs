/** Everything around the screens: the palette, custom shortcuts, settings, links, one window for each folder. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { DONE, said, serve, usage } from "./lib/provider.mjs";
import { freshHome, open, removeHome, startAgain } from "./lib/window.mjs";

const hash = ({ browser }) => browser.execute(() => window.location.hash);
const leaveField = ({ browser }) => browser.execute(() => document.activeElement?.blur());
const when = ({ browser }, condition, timeoutMsg) =>
  browser.waitUntil(condition, { timeoutMsg, timeout: 10_000, interval: 50 });

describe("the palette", () => {
  let window;
  let me;
  before(async () => {
    window = await open();
    me = person(window);
  });
  after(() => window?.close());

  it("goes where what was typed leads, slips forgiven", async () => {
    await me.press("Control", "k");
    await me.see("palette");
    await me.type("palette-search", "verfiy");
    await me.see("palette-setting data Verify database");
    await me.press("Enter");
    await me.see("settings-screen");
    assert.equal(await hash(window), "#/settings/data", "one Enter is enough");
    await me.see("palette", { reverse: true });
  });

  it("adds a lane by the name of its model", async () => {
    await me.press("Control", "k");
    await me.type("palette-search", "simulated lpu");
    await me.see("palette-model simulated/lpu");
    await me.press("Enter");
    await me.see("chip-4");
    assert.match(await me.textOf("chip-4"), /lpu/, "on the starting line");
  });
});

describe("what a person sets", () => {
  let home;
  let window;
  let me;
  const start = async () => {
    window = await open({ home });
    me = person(window);
  };
  const show = (part) => window.browser.execute((to) => {
    window.location.hash = to;
  }, `#/settings/${part}`);
  before(async () => {
    home = freshHome();
    await start();
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("holds at once", async () => {
    await show("general");
    await me.at("setting-theme").selectByAttribute("value", "light");
    await me.at("setting-times").selectByAttribute("value", "milliseconds");
    await show("spending");
    await me.type("setting-cap", "-1");
    await me.press("Enter");
    assert.match(await (await me.see("setting-cap-problem")).getText(), /more than \$0/, "the engine says why not");
    await me.type("setting-cap", "2.5");
    await me.press("Enter");
    await when(window, async () => (await me.textOf("status-spent"))?.startsWith("$0 of $2.50 today"), "the bar says it");
  });

  it("gives a shortcut other keys, and says whose they are", async () => {
    await show("keyboard");
    await me.click("record-showHistory");
    await me.press("Control", "k");
    assert.match(await (await me.see("conflict-showHistory")).getText(), /Command palette/, "who has them");
    await me.click("record-showHistory");
    await me.press("Control", "Shift", "y");
    await me.see("reset-showHistory");
    await me.press("Control", "Shift", "y");
    await me.see("history-screen");
  });

  it("makes everything larger", async () => {
    await show("general");
    await me.type("setting-text", "125");
    await me.press("Enter");
    await when(window, () => window.browser.execute(() => window.innerWidth === 1024), "1280 pixels hold fewer of them");
  });

  it("outlives the app", async () => {
    await window.close();
    await start();
    const seen = await window.browser.execute(() => ({
      theme: document.documentElement.dataset.theme,
      width: window.innerWidth,
    }));
    assert.deepEqual(seen, { theme: "light", width: 1024 }, "its theme and its size");
    await leaveField(window);
    await me.press("Control", "3");
    assert.equal(await hash(window), "", "the first keys mean nothing any more");
    await me.press("Control", "Shift", "y");
    await me.see("history-screen");
    await leaveField(window);
    await me.press("?");
    await me.see("shortcut-sheet");
    assert.match(await me.textOf("keys-of-showHistory"), /Shift.*Y/, "the sheet shows what is in force");
    await me.press("Escape");
    assert.match(await me.textOf("status-spent"), /\$2\.50 today/, "and the cap is there");
  });
});

describe("the cap on a day's spending", () => {
  it("asks before a race that could go over it, and counts what was spent", async (t) => {
    const provider = await serve({
      echo: () => ({ stream: [said("Hello"), said(" there", "stop"), usage(5, 2), DONE] }),
    });
    t.after(provider.close);
    const window = await open();
    t.after(window.close);
    const me = person(window);
    const invoke = (name, given) =>
      window.browser.execute((command, input) => window.__TAURI_INTERNALS__.invoke(command, input), name, given);
    await invoke("save_endpoint", {
      endpoint: { id: null, label: "Priced", dialect: "openai-chat", base_url: provider.url, key_needed: false, confirm_plain_http: false },
    });
    await invoke("set_price", {
      provider: "priced",
      model: "echo",
      price: { kind: "per_million", input_usd: 1_000, output_usd: 1_000 },
    });
    const settings = await invoke("preferences", {});
    await invoke("set_preferences", { preferences: { ...settings, cap_usd_per_day: 0.01 } });
    await me.load({ prompt: "Hello?", max_tokens: 1_000, lanes: [{ provider: "priced", model: "echo" }] });

    await me.press("Control", "Enter");
    assert.match(await (await me.see("ask")).getText(), /could cost up to \$1\.\d\d.*exceeds your cap of \$0\.01/s, "with the amounts");
    await me.click("ask-no");
    await me.see("ask", { reverse: true });
    assert.equal(provider.requests.length, 0, "nothing was sent");

    await me.press("Control", "Enter");
    await me.click("ask-go");
    const [lane] = await me.lanesWhen(([each]) => each?.status, "it races with the user's leave");
    assert.equal(lane.status, "ok", lane.fault);
    await when(window, async () => /^\$0\.0070 of \$0\.01 today/.test(await me.textOf("status-spent")), "seven tokens at a tenth of a cent");

    await me.press("Control", "Enter");
    await me.see("ask");
    await me.click("ask-no");
    assert.equal(provider.requests.length, 1, "leave holds for one start");
  });
});

describe("the data", () => {
  it("is checked, copied and measured on request", async (t) => {
    const window = await open();
    t.after(window.close);
    const me = person(window);
    await me.press("Control", "Enter");
    await me.raceIsOver();
    await window.browser.execute(() => {
      window.location.hash = "#/settings/data";
    });
    await me.click("verify");
    assert.match(await (await me.see("verified")).getText(), /^No errors: 1 run, the numbers of 4 requests/, "all is well");
    await me.click("back-up");
    await when(window, async () => /1 backup/.test(await me.textOf("data-size")), "the copy is told of");
    await window.browser.execute(() => {
      window.location.hash = "#/settings/doctor";
    });
    await me.click("test-frames");
    assert.match(await (await me.see("frames")).getText(), /^\d+ a second/, "the window draws");
    assert.match(await me.textOf("doctor"), /WebKitGTK 2\.\d+\.\d+/, "and says with what");
  });
});

describe("a link", () => {
  let home;
  let window;
  before(async () => {
    home = freshHome();
    window = await open({ home, args: ["paceline://settings/doctor"] });
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is followed when Paceline is started with it", async () => {
    await person(window).see("doctor");
    assert.equal(await hash(window), "#/settings/doctor", "where it leads");
  });

  it("of a second start goes to the first window, and the second ends", async () => {
    assert.equal(await startAgain(home, "providers/groq"), 0, "it has nothing more to do");
    await person(window).see("provider-detail");
    assert.equal(await hash(window), "#/providers/groq", "the first window shows it");
    await window.browser.back();
    await person(window).see("doctor");
  });

  it("that leads nowhere says so", async () => {
    assert.equal(await startAgain(home, "paceline://palace/7"), 0);
    const notes = () => window.browser.execute(() => document.querySelector("[data-testid='notes']").textContent);
    await when(window, async () => /leads nowhere: palace\/7/.test(await notes()), "it is said");
    assert.equal(await hash(window), "#/settings/doctor", "and nothing moved");
  });

  it("does not reach a window of another data folder, which is one of its own", async (t) => {
    const other = await open();
    t.after(other.close);
    assert.equal(await startAgain(other.home, "history"), 0);
    await person(other).see("history-screen");
    assert.equal(await hash(window), "#/settings/doctor", "the first one stays where it is");
  });
});

describe("the window", () => {
  it("comes back where it was, as large as it was", async (t) => {
    const home = freshHome();
    const first = await open({ home });
    await first.browser.setWindowRect(70, 50, 1010, 710);
    const left = await first.browser.getWindowRect();
    await first.end();
    await first.close();
    const second = await open({ home, sized: false });
    t.after(async () => {
      await second.close();
      removeHome(home);
    });
    assert.deepEqual(await second.browser.getWindowRect(), left, "as it was left");
  });

  it("saves a race that runs when its session ends", async () => {
    const home = freshHome();
    const first = await open({ home });
    const me = person(first);
    await me.load({
      prompt: "A long one.",
      max_tokens: 4_000,
      lanes: [{ provider: "simulated", model: "scripted?ttft=100ms&tps=50&tokens=4000" }],
    });
    await me.press("Control", "Enter");
    await me.lanesWhen(([lane]) => lane?.text, "it writes");
    await first.end();
    await first.close();
    const second = await open({ home });
    const again = person(second);
    const [id] = await again.runs();
    const run = await again.history(id);
    assert.equal(run.state, "stopped", "stopped and saved, and not cut off");
    await second.close();
    removeHome(home);
  });
});
