/**
 * The window with a request of 200 turns and 2 MB: opened, read, edited turn by turn and key by key, looked at as it is sent,
 * raced, and its run opened from the history. Counts frames in the page. Beside each stands the same done with a prompt of one line, because a frame that is
 * long with that as well is the machine's. Run it on a release build and an idle machine, as `./dev bench` does.
 */

import os from "node:os";
import { buildOfApp, countFrames, framesCounted, keepReport, one, summary, verdict } from "./lib/frames.mjs";
import { person } from "./lib/person.mjs";
import { open } from "./lib/window.mjs";

const TURNS = 200;
const MEGABYTES = 2;
const LONGEST_MS = 50;
/** Keys typed in each place, and the pause between two of them. */
const KEYS = 24;
const PAUSE_MS = 60;

const lanes = [{ provider: "simulated", model: "scripted?ttft=50ms&tps=400&tokens=200" }];
/** An image, 1 MB in Base64, whose bytes no two messages of which are alike. */
const image = Buffer.from(Array.from({ length: 768 * 1024 }, (_, at) => (at * 7919) % 251)).toString("base64");
const words = (turn, letters) => {
  let said = `Turn ${turn}: `;
  while (said.length < letters) said += `the river bends ${said.length} times before the sea, `;
  return said;
};

/** Turns as an agent's: text, a call, what it returned; one of them holds an image. */
function conversation() {
  const letters = ((MEGABYTES - 1) * 1024 * 1024) / TURNS;
  return Array.from({ length: TURNS }, (_, turn) => {
    const text = { content: { type: "text", text: words(turn, letters) } };
    if (turn === 0) {
      const source = { base64: { media_type: "image/png", data: image } };
      return { role: "user", parts: [{ content: { type: "image", source } }, text] };
    }
    if (turn % 4 === 1) {
      const call = { type: "tool_call", id: `call_${turn}`, name: "measure", arguments: { text: words(turn, letters) } };
      return { role: "assistant", parts: [{ content: call }] };
    }
    if (turn % 4 === 2) {
      const result = { type: "tool_result", call_id: `call_${turn - 1}`, output: [text] };
      return { role: "tool", parts: [{ content: result }] };
    }
    return { role: turn % 4 === 3 ? "assistant" : "user", parts: [text] };
  });
}

/** Types into the field with this test id as fast as a hand does, each key in the page as the browser itself enters it. */
const typeInto = (testId, keys, pause) =>
  new Promise((done) => {
    const found = document.querySelector(`[data-testid='${testId}']`);
    const field = found?.matches("textarea, input, [contenteditable='true']")
      ? found
      : found?.querySelector("textarea, [contenteditable='true']");
    if (!field) return done(`there is no field ${testId}`);
    field.focus();
    let left = keys;
    const key = () => {
      if (left === 0) return setTimeout(() => done(null), 700);
      left -= 1;
      document.execCommand("insertText", false, "abcdefgh "[left % 9]);
      setTimeout(key, pause);
    };
    key();
  });

const clickOn = (testId, rest) =>
  new Promise((done) => {
    const found = document.querySelector(`[data-testid='${testId}']`);
    found?.click();
    setTimeout(() => done(found ? null : `there is no ${testId}`), rest);
  });

/** Goes to an address of the window, such as that of an opened run. */
const goTo = (hash, rest) =>
  new Promise((done) => {
    window.location.hash = hash;
    setTimeout(() => done(null), rest);
  });

/** Scrolls the turns from one end to the other, once a frame, for as long as told. */
const scrollThrough = (lasts) =>
  new Promise((done) => {
    const list = document.querySelector("[data-testid='turn-list']");
    const from = performance.now();
    const next = () => {
      const gone = (performance.now() - from) / lasts;
      list.scrollTop = list.scrollHeight * Math.min(1, gone);
      if (gone < 1) requestAnimationFrame(next);
      else setTimeout(() => done(null), 300);
    };
    requestAnimationFrame(next);
  });

const window = await open();
try {
  const { browser } = window;
  const me = person(window);
  /** The longest frame while something is done, which may take longer than the driver waits for an answer. */
  const longest = async (script, ...given) => {
    await browser.pause(600);
    await browser.execute(countFrames);
    await browser.execute(
      `window.endOfTest = null; (${script})(...arguments).then((fault) => (window.endOfTest = { fault }));`,
      ...given,
    );
    const end = () => browser.execute(() => window.endOfTest);
    await browser.waitUntil(async () => (await end()) !== null, { timeout: 120_000, interval: 250 });
    const frames = summary(await browser.execute(framesCounted));
    const { fault } = await end();
    if (fault) throw new Error(fault);
    if (process.env.DEBUG_FRAMES) process.stderr.write(`${given.join(" ")}: ${one(frames.longest)} ms, p95 ${one(frames.p95)}\n`);
    return frames.longest;
  };

  const measured = async (plan, middle) => {
    const times = {};
    await me.load({ max_tokens: 200, lanes, ...plan });
    await browser.pause(1_500);
    times["a key in the composer's prompt"] = await longest(typeInto, "prompt", KEYS, PAUSE_MS);
    if (middle === null) await browser.execute(clickOn, "add-to-request", 600);
    const entry = middle === null ? "edit-request" : "edit-strip";
    times["the request opened"] = await longest(clickOn, entry, 900);
    await me.see("request-sheet");
    if (middle !== null) {
      times["its turns scrolled"] = await longest(scrollThrough, 3_000);
      await browser.execute(() => document.querySelector("[data-testid='turn-list']").scrollTo(0, 0));
      await browser.pause(300);
      times["a turn opened"] = await longest(clickOn, `edit-turn-${middle}`, 600);
      times["a key in a turn"] = await longest(typeInto, `turn-${middle}-text`, KEYS, PAUSE_MS);
      // The prompt is the last row, and only rows in view are laid out.
      await browser.execute(() => document.querySelector("[data-testid='turn-list']").scrollTo(0, 1e9));
      await me.see("request-prompt");
    }
    times["a key in the prompt"] = await longest(typeInto, "request-prompt", KEYS, PAUSE_MS);
    for (const tab of ["tools", "answer", "verbatim", "sent"]) {
      times[`the tab ${tab}`] = await longest(clickOn, `request-tab-${tab}`, 1_500);
    }
    await me.press("Escape");
    await browser.pause(500);
    await browser.execute(countFrames);
    await me.press("Control", "Enter");
    await me.raceIsOver(120_000);
    await browser.pause(800);
    times["the race, from the press to its result"] = summary(await browser.execute(framesCounted)).longest;
    const [id] = await me.runs();
    times["its run opened from the history"] = await longest(goTo, `#/history/${encodeURIComponent(id)}`, 1_500);
    await me.see(`opened-${id}`);
    if (middle !== null) {
      times["what was sent of it"] = await longest(clickOn, "was-sent", 1_500);
      await me.press("Escape");
    }
    return times;
  };
  const plain = await measured({ prompt: "Name a river." }, null);
  const whole = await measured({ prompt: "And now?", payload: { turns: conversation() } }, 3);

  const rows = Object.entries(whole);
  const late = rows.filter(([, longest]) => longest > LONGEST_MS).map(([what]) => what);
  const told = late.length === 0 ? "" : ` (${late.join("; ")})`;
  keepReport(
    [
      `## A request of ${TURNS} turns and ${MEGABYTES} MB: opened, edited and raced`,
      "",
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Xvfb, no GPU, ${buildOfApp()} build.`,
      "",
      "| longest frame while | 200 turns, 2 MB | a prompt of one line |",
      "|---|---:|---:|",
      ...rows.map(([what, longest]) => `| ${what} | ${one(longest)} ms | ${what in plain ? `${one(plain[what])} ms` : ""} |`),
      "",
      `- No frame over ${LONGEST_MS} ms: ${verdict(late.length === 0)}${told}.`,
      "",
    ].join("\n"),
  );
  process.exitCode = late.length === 0 ? 0 : 1;
} finally {
  await window.close();
}
