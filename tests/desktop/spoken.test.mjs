/** What a screen reader receives, and in which order: read over AT-SPI, as Orca reads it. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { accessibleTree, inOrder, spoken } from "./lib/accessible.mjs";
import { person } from "./lib/person.mjs";
import { open } from "./lib/window.mjs";

const SCREENS = ["race", "sweep", "history", "compare", "watch", "providers", "settings"];
/** Roles of containers that take the focus only so that they can be scrolled or left. */
const CONTAINERS = new Set(["document web", "scroll pane", "dialog"]);

describe("a screen reader", () => {
  let window;
  let me;

  const nodes = async () => inOrder(await accessibleTree(window));
  /** Waits until the live region's text passes `test`. */
  const toldWhen = async (test, timeoutMsg) => {
    let said = "";
    await window.browser.waitUntil(
      async () => {
        said = withRole(await nodes(), "status bar").map(spoken).join(" ");
        return test(said);
      },
      { timeout: 10_000, timeoutMsg },
    );
    return said;
  };
  const withRole = (all, ...roles) => all.filter(({ role }) => roles.includes(role));
  const words = (node) => node.name || spoken(node);

  before(async () => {
    window = await open();
    me = person(window);
  });
  after(() => window?.close());

  it("is given a name for everything that takes the focus, on every screen", async () => {
    for (const screen of SCREENS) {
      await me.go(screen);
      const all = await nodes();
      const nameless = all
        .filter(({ role, states }) => states.includes("focusable") && !CONTAINERS.has(role))
        .filter((node) => words(node) === "")
        .map(({ role, above }) => `${role} in ${above.slice(-3).map(words).join(" / ")}`);
      assert.deepEqual(nameless, [], `${screen}: "button" alone tells nobody what it does`);
      const images = withRole(all, "image").filter(({ name }) => name === "");
      assert.equal(images.length, 0, `${screen}: a picture without a name is hidden from it, or has one`);
    }
  });

  it("reads the screens first, then this screen's heading, then what can be done here", async () => {
    await me.go("race");
    const all = await nodes();
    const at = (role, name) => all.findIndex((node) => node.role === role && node.name === name);
    const order = [
      at("landmark", "Screens"),
      at("heading", "Race"),
      at("entry", "Prompt"),
      all.findIndex(({ role, name }) => role === "push button" && name.startsWith("Race")),
      at("panel", "Lanes"),
      at("article", "Lane 1: Simulated, wafer-scale"),
    ];
    assert.ok(!order.includes(-1), `each of them is there: ${order}`);
    assert.deepEqual(order, [...order].sort((a, b) => a - b), "in the order of the work");
  });

  it("is told what a field is for, and its value apart", async () => {
    for (const screen of SCREENS) {
      await me.go(screen);
      const all = await nodes();
      const value = (field) => field.text || field.children.find(({ role }) => role === "menu")?.name;
      const doubled = withRole(all, "entry", "spin button", "combo box", "slider")
        .filter((field) => value(field) && field.name !== value(field) && field.name.endsWith(value(field)))
        .filter(({ children, role }) => role !== "combo box" || children.length > 0)
        .map(({ name }) => name);
      assert.deepEqual(doubled, [], `${screen}: the value would be read twice`);
    }
    await me.go("race");
    const named = withRole(await nodes(), "entry", "spin button", "combo box").map(({ name }) => name);
    for (const name of ["Max tokens", "Temperature", "Effort", "Repeats"])
      assert.ok(named.includes(name), `${name} is among ${named.join(", ")}`);
  });

  it("is told of the verdict as it falls, and finds it before the lanes with each figure after its name", async () => {
    // Longer names are cut in a sentence.
    const quick = "scripted?ttft=99ms&tokens=40";
    const slow = "scripted?ttft=2s&tokens=40";
    const simulated = (model) => ({ provider: "simulated", model });
    await me.load({
      prompt: "One sentence, please.",
      max_tokens: 60,
      lanes: [simulated(quick), simulated(slow)],
    });
    await me.press("Control", "Enter");
    await me.lanesWhen((lanes) => lanes.every(({ status }) => status), "both have ended");
    await me.raceIsOver();
    const said = await toldWhen((text) => text.includes(`${quick} reached 40 tokens first.`), "who won is announced");
    assert.ok(said.includes(slow), "and who came next");
    const all = await nodes();
    const verdict = withRole(all, "heading").find(({ above }) => above.some(({ name }) => name === "Photo finish"));
    assert.ok(verdict, "the verdict is a heading, so it can be jumped to");
    const lane = all.find(({ role, name }) => role === "article" && name.startsWith("Lane 1"));
    assert.ok(all.indexOf(verdict) < all.indexOf(lane), "who won stands before what each wrote");
    const list = inOrder(lane).filter(({ role }) => role === "description term" || role === "description value");
    assert.ok(list.length >= 8, "the lane's figures are a list of names and values");
    for (const [place, { role }] of list.entries())
      assert.equal(role, place % 2 === 0 ? "description term" : "description value", "the name comes before its value");
    assert.equal(spoken(verdict), `${quick} reached 40 tokens first.`);
  });

  it("hears a dialog's name, and nothing of the page behind it", async () => {
    await window.browser.execute(() => document.activeElement?.blur());
    await me.press("?");
    await me.see("shortcut-sheet");
    const all = await nodes();
    const dialogs = withRole(all, "dialog");
    assert.deepEqual(dialogs.map(({ name }) => name), ["Keyboard shortcuts"], "one dialog, by its name");
    const inDialog = ({ above }) => above.some(({ role }) => role === "dialog");
    const focused = all.filter(({ role, states }) => states.includes("focused") && role !== "document web");
    assert.deepEqual(focused.map(words), ["Find a shortcut"], "the focus went to its first field");
    const behind = withRole(all, "push button", "link", "entry", "combo box").filter((node) => !inDialog(node));
    assert.deepEqual(behind.map(words), [], "what cannot be used now is not offered");
    await me.press("Escape");
  });
});
