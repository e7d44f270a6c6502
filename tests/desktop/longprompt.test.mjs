/** A prompt of any length: edited at any position of the caret, and sent as written. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

const LINE = "The quick brown fox jumps over the lazy dog, and nobody minds.\n";
const MEGABYTE = LINE.repeat(16_000);
const LANE = { provider: "simulated", model: "scripted?ttft=10ms&tps=1000&tokens=5" };

describe("a long prompt", () => {
  let window;
  let me;

  const focused = () => window.browser.execute(() => document.activeElement?.dataset.testid ?? null);
  /** Moves the caret into the prompt. The middle of a megabyte is not in view, so it cannot be clicked. */
  const enter = async () => {
    await me.see("prompt");
    await window.browser.execute(() => document.querySelector("[data-testid='prompt']").focus());
  };
  /** The prompt that a race sends, as stored in the history. */
  const sent = async () => {
    await me.press("Control", "Enter");
    await me.lanesWhen((lanes) => lanes.every(({ status }) => status), "the race is over");
    await me.raceIsOver();
    const [id] = await me.runs();
    const { plan } = await me.history(id);
    await me.go("race");
    return plan.prompt;
  };

  before(async () => {
    window = await open();
    me = person(window);
  });
  after(() => window?.close());

  it("of a megabyte is edited at its beginning, taken back, and sent to the last letter", async () => {
    await me.load({ prompt: MEGABYTE, lanes: [LANE] });
    await enter();
    await me.press("Control", "Home");
    for (const letter of "Hey") await me.press(letter);
    await me.press("Control", "z");
    for (const letter of "Yo, ") await me.press(letter);
    await shoot(window.browser, "long-prompt");
    const prompt = await sent();
    assert.equal(prompt.slice(0, 20), `Yo, ${LINE}`.slice(0, 20), "what was typed stands where the caret stood");
    assert.ok(prompt === `Yo, ${MEGABYTE}`, "nothing else changed");
  });

  it("is the same field to whoever writes it: text and caret go on as it grows and shrinks", async () => {
    const [most, more] = ["a".repeat(19_999), "b".repeat(2)];
    await me.load({ prompt: most, lanes: [LANE] });
    await enter();
    await me.press("Control", "End");
    for (const letter of more) await me.press(letter);
    await me.see("prompt");
    assert.equal(await focused(), "prompt", "the focus stayed");
    await me.press("c");
    assert.equal(await sent(), `${most}${more}c`);
    await enter();
    await me.press("Control", "a");
    await me.press("d");
    assert.equal(await focused(), "prompt", "and stays where all of it was replaced");
    await me.press("e");
    assert.equal(await sent(), "de");
  });
});
