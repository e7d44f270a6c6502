/** A sweep over prompt lengths from the window, against a server with a known time per input token. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { person } from "./lib/person.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { sweeper } from "./lib/sweep.mjs";
import { freshHome, open, removeHome } from "./lib/window.mjs";

/**
 * 100 ms, 50 µs for each token of the prompt that is not in the cache, and a cache. Its ten tokens are 5 ms apart: at
 * 2,000 a second a busy machine reads all of them at once, and no level has a speed to draw.
 */
const READS = "scripted?ttft=100ms&input=50us&cache=yes&tokens=10&tps=200";

describe("a sweep over prompt lengths in the window", () => {
  const home = freshHome();
  let window;
  let me;
  let sweep;
  before(async () => {
    window = await open({ home, env: { HOME: home } });
    me = person(window);
    sweep = sweeper(window, me);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("says what it comes to before the start", async () => {
    await me.load({ prompt: "Unused.", lanes: [{ provider: "simulated", model: READS }] });
    await me.go("sweep");
    await me.click("loading-lengths");
    await me.type("sweep-lengths", "200, 2000, 8000");
    await me.click("lengths-cached");
    // Six levels of ten waves, plus at most four more requests each.
    await sweep.comesTo("84");
    assert.equal(await me.textOf("before-prompt"), "200 to 8,000 tokens", "as long as they are");
    await shoot(window.browser, "lengths-plan");
  });

  it("finds what a token takes, and what the cache saves", async () => {
    await me.click("start-sweep");
    await sweep.isOver("finished", 90_000);
    const [lane] = (await sweep.run()).lanes;
    const { base_ms: base, ms_per_token: slope } = lane.prompt_length_line;
    assert.ok(base > 95 && base < 130, `100 ms, and what this machine is late: ${base}`);
    assert.ok(slope > 0.047 && slope < 0.056, `50 µs a token: ${slope}`);
    const notes = await me.textOf("sweep-findings");
    assert.match(notes, /for every 1,000 uncached input tokens/, "the notes say the line");
    assert.match(notes, /When the same prompt is sent again, TTFT is \d+ ms instead of/, "and the cache");
    const ttft = await me.textOf("chart-ttft_ms");
    assert.match(ttft, /TTFT is [\d.]+ m?s plus [\d.]+ m?s per 1,000 uncached input tokens/, "its title is its finding");
    assert.match(ttft, /tokens of the prompt/, "over the length of the prompt");
    await me.see("chart-decode_tps");
    assert.ok(!(await window.browser.$("[data-testid='chart-capacity']").isExisting()), "a length is no load");
  });

  it("fits every size, in the light and in the dark", async () => {
    for (const theme of ["dark", "light"]) {
      await wear(window.browser, theme);
      for (const [suffix, width, height] of [
        ["", 1280, 800],
        ["-small", 900, 600],
      ]) {
        await window.browser.setWindowRect(0, 0, width, height);
        const wide = () => window.browser.execute(() => window.innerWidth);
        await window.browser.waitUntil(async () => (await wide()) === width);
        for (const [part, top] of [["top", 0], ["charts", 450]]) {
          await window.browser.execute((y) => {
            document.querySelector("[data-testid='sweep-charts']").parentElement.scrollTop = y;
          }, top);
          await shoot(window.browser, `lengths-${part}-${theme}${suffix}`);
        }
        const over = await window.browser.execute(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(over <= 0, `nothing sticks out of ${width} pixels`);
      }
    }
  });

  it("can be planned again from what was kept", async () => {
    await me.click("use-plan");
    await me.see("sweep-lengths");
    const lengths = await window.browser.$("[data-testid='sweep-lengths']").getValue();
    assert.equal(lengths, "200, 2000, 8000", "with its lengths");
  });
});
