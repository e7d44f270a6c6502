/**
 * Measures the window's response times: typing in a prompt of 1 MB, searching an answer of 1 MB, and searching the
 * palette. Times are taken in the page, from the key's event to the frame that shows its effect. Run it on a release
 * build and an idle machine, as `./dev bench` does.
 */

import os from "node:os";
import { countFrames, framesCounted, keepReport, one, quantile, verdict } from "./lib/frames.mjs";
import { person } from "./lib/person.mjs";
import { open } from "./lib/window.mjs";

const MEGABYTE = 1_000_000;
const SENTENCE = "The quick brown fox jumps over the lazy dog, and nobody minds. ";
const KEYS = "a benchmark that nobody can type into is no benchmark at all".split("");
const FRAME_MS = 50;
const FIND_MS = 100;
const PALETTE_MS = 30;

/** Records, for each key from now on, the time until `selector` has changed and the next frame begins. */
function timeAnswers(selector) {
  const times = [];
  window.answersOfTest = times;
  let pressed = null;
  const watch = new MutationObserver(() => {
    if (pressed === null) return;
    const since = pressed;
    pressed = null;
    requestAnimationFrame(() => times.push(performance.now() - since));
  });
  watch.observe(document.querySelector(selector), { subtree: true, childList: true, characterData: true, attributes: true });
  document.addEventListener("keydown", (event) => (pressed = event.timeStamp), true);
}

const answersTimed = () => window.answersOfTest;

/** Types one key after the other, each after the effect of the previous one. */
async function timed({ browser }, me, selector, keys) {
  await browser.execute(timeAnswers, selector);
  for (const key of keys) {
    await me.press(key);
    await browser.pause(60);
  }
  return (await browser.execute(answersTimed)).toSorted((a, b) => a - b);
}

async function typing(window, me) {
  const prompt = SENTENCE.repeat(Math.ceil(MEGABYTE / SENTENCE.length)).slice(0, MEGABYTE);
  const fast = { provider: "simulated", model: "scripted?ttft=10ms&tps=1000&tokens=10" };
  await me.load({ prompt, lanes: [fast] });
  await me.see("prompt");
  // At its beginning, where everything after it would be laid out again.
  await window.browser.execute(() => document.querySelector("[data-testid='prompt']").focus());
  await me.press("Control", "Home");
  await window.browser.execute(countFrames);
  for (const key of KEYS) await me.press(key);
  const frames = await window.browser.execute(framesCounted);
  return frames.toSorted((a, b) => a - b);
}

async function finding(window, me) {
  const long = { provider: "simulated", model: "scripted?ttft=10ms&tps=40000&tokens=220000" };
  await me.load({ prompt: "Write a megabyte.", max_tokens: 220_000, lanes: [long] });
  await me.press("Control", "Enter");
  await me.lanesWhen(([lane]) => lane.status, "the answer is over", 60_000);
  await me.raceIsOver();
  const [{ text }] = await me.lanes();
  await me.press("Control", "f");
  await me.see("find-bar");
  return { characters: text.length, times: await timed(window, me, "[data-testid='find-bar']", "the s".split("")) };
}

async function asking(window, me) {
  await me.press("Escape");
  await me.press("Control", "k");
  await me.see("palette");
  return timed(window, me, "[data-testid='palette']", "export the history".split(""));
}

const window = await open();
try {
  const me = person(window);
  const frames = await typing(window, me);
  const { characters, times: found } = await finding(window, me);
  const asked = await asking(window, me);
  const row = (name, times, limit) =>
    `| ${name} | ${times.length} | ${one(quantile(times, 0.5))} ms | ${one(quantile(times, 0.95))} ms | ${one(times.at(-1))} ms | ${limit} ms | ${verdict(times.at(-1) < limit)} |`;
  keepReport(
    [
      "## The window under hands: a prompt and an answer of a megabyte, and the palette",
      "",
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Xvfb, no GPU.`,
      "",
      "| | n | p50 | p95 | longest | limit | |",
      "|---|---:|---:|---:|---:|---:|---|",
      row(`frames while typing into ${MEGABYTE.toLocaleString("en")} characters`, frames, FRAME_MS),
      row(`searching an answer of ${characters.toLocaleString("en")} characters, key to frame`, found, FIND_MS),
      row("the palette, key to frame", asked, PALETTE_MS),
      "",
    ].join("\n"),
  );
  const met = frames.at(-1) < FRAME_MS && found.at(-1) < FIND_MS && asked.at(-1) < PALETTE_MS;
  process.exitCode = met ? 0 : 1;
} finally {
  await window.close();
}
