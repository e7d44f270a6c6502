/**
 * Measures how well the window keeps up: eight lanes of 2,000 tok/s for 20 s, or at a given speed, three times. Counts
 * frames in the page, reads the memory of its processes, and compares the text in the window with the text in the
 * history. Run it on a release build, as `./dev bench` does.
 */

import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { countFrames, framesCounted, keepReport, one, quantile, summary, verdict } from "./lib/frames.mjs";
import { collectGarbage } from "./lib/garbage.mjs";
import { person } from "./lib/person.mjs";
import { cpuOf, descendants, memoryOf, programOf } from "./lib/process.mjs";
import { open } from "./lib/window.mjs";

const { values: options } = parseArgs({
  options: {
    lanes: { type: "string", default: "8" },
    speed: { type: "string", default: "2000" },
    seconds: { type: "string", default: "20" },
    races: { type: "string", default: "3" },
  },
});
const LANES = Number(options.lanes);
const SPEED = Number(options.speed);
const SECONDS = Number(options.seconds);
const RACES = Number(options.races);
const TTFT_MS = 200;
/** Time excluded before and after the streaming. */
const SETTLE_MS = 1_000;
const LEAST_FPS = 50;
/** Maximum growth of memory from the first race to the last, as a share: what fifty races may add. */
const FLAT = 0.2;

/** The app's own process and those of its web view, by purpose. */
function processesOf(pid) {
  const below = descendants(pid).map((each) => [path.basename(programOf(each) ?? ""), each]);
  const web = below.find(([name]) => name === "WebKitWebProcess")?.[1];
  if (web === undefined) throw new Error("the web view has no process of its own");
  return { main: pid, web };
}

function memory({ main, web }) {
  return { main: memoryOf(main), web: memoryOf(web) };
}

/** Races once and reports the result. */
async function race(window, me, processes) {
  const { browser } = window;
  const before = { main: cpuOf(processes.main), web: cpuOf(processes.web) };
  await me.press("Control", "Enter");
  await me.see("stop-all");
  await sleep(TTFT_MS + SETTLE_MS);
  await browser.execute(countFrames);
  await sleep(SECONDS * 1_000 - 2 * SETTLE_MS);
  const frames = await browser.execute(framesCounted);
  await me.raceIsOver(60_000);
  const used = { main: cpuOf(processes.main) - before.main, web: cpuOf(processes.web) - before.web };

  const shown = await me.lanes();
  const [id] = await me.runs();
  const run = await me.history(id);
  const lanes = run.lanes.map(({ samples: [sample] }, index) => ({
    ok: sample.status === "ok",
    tps: sample.decode_tps,
    characters: sample.text.length,
    whole: shown[index].text === sample.text && shown[index].reasoning === sample.reasoning,
  }));
  await me.go("race");
  await browser.execute(collectGarbage);
  // Free memory is given back to the system after a while without activity.
  await sleep(3_000);
  return { ...summary(frames), used, lanes, memory: memory(processes) };
}

const mib = (value) => `${value.toFixed(0)} MiB`;

function report(idle, races) {
  const [first, last] = [races[0], races.at(-1)];
  const lanes = races.flatMap((each) => each.lanes);
  const fps = quantile(races.map((each) => each.fps).sort((a, b) => a - b), 0.5);
  const whole = lanes.every((lane) => lane.ok && lane.whole);
  const held = ({ memory: { main, web } }) => main.pss + web.pss;
  const growth = held(last) / held(first) - 1;
  const flat = growth < FLAT;
  const row = (name, pick) => `| ${name} | ${races.map(pick).join(" | ")} |`;
  const columns = races.map((_, index) => `race ${index + 1}`);
  const text = [
    `## The window at ${SPEED.toLocaleString("en")} tok/s: ${LANES} lanes for ${SECONDS} s`,
    "",
    `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Xvfb, no GPU;`,
    `an idle window draws ${one(idle.fps)} frames a second. The engine's process holds the simulated providers as well;`,
    "memory is read after the page's garbage has been collected.",
    "",
    `| | ${columns.join(" | ")} |`,
    `|---|${columns.map(() => "---:|").join("")}`,
    row("frames per second", ({ fps }) => one(fps)),
    row("frame, p50", ({ p50 }) => `${one(p50)} ms`),
    row("frame, p95", ({ p95 }) => `${one(p95)} ms`),
    row("frame, p99", ({ p99 }) => `${one(p99)} ms`),
    row("longest frame", ({ longest }) => `${one(longest)} ms`),
    row("output speed, slowest lane", ({ lanes: each }) => `${one(Math.min(...each.map(({ tps }) => tps)))} tok/s`),
    row("characters shown", ({ lanes: each }) => each.reduce((sum, { characters }) => sum + characters, 0).toLocaleString("en")),
    row("processor, engine", ({ used }) => `${one(used.main)} s`),
    row("processor, web view", ({ used }) => `${one(used.web)} s`),
    row("memory after, engine (RSS / PSS)", ({ memory: { main } }) => `${mib(main.rss)} / ${mib(main.pss)}`),
    row("memory after, web view (RSS / PSS)", ({ memory: { web } }) => `${mib(web.rss)} / ${mib(web.pss)}`),
    "",
    `- At least ${LEAST_FPS} frames a second: ${verdict(fps >= LEAST_FPS)} (${one(fps)}, the median race).`,
    `- Text in the window equals text in the history: ${verdict(whole)}.`,
    `- Memory flat from the first race to the last: ${verdict(flat)} (${mib(held(first))}, then ${mib(held(last))} PSS).`,
    "",
  ].join("\n");
  return { text, met: fps >= LEAST_FPS && whole && flat };
}

const window = await open();
try {
  const me = person(window);
  const tokens = SPEED * SECONDS;
  const model = `scripted?ttft=${TTFT_MS}ms&tps=${SPEED}&tokens=${tokens}`;
  await me.load({
    prompt: "Write for as long as you can.",
    lanes: Array.from({ length: LANES }, () => ({ provider: "simulated", model })),
  });
  await window.browser.execute(countFrames);
  await sleep(3_000);
  const idle = summary(await window.browser.execute(framesCounted));
  const processes = processesOf(window.pid);
  const races = [];
  for (let count = 0; count < RACES; count += 1) races.push(await race(window, me, processes));
  const { text, met } = report(idle, races);
  keepReport(text);
  process.exitCode = met ? 0 : 1;
} finally {
  await window.close();
}
