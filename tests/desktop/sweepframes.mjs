/**
 * Measures how well the window keeps up with a sweep of 512 streams: thousands of requests end in it, and the window is
 * updated ten times a second. Counts frames in the page while the highest level runs. Run it on a release build, as
 * `./dev bench` does.
 */

import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildOfApp, countFrames, framesCounted, keepReport, one, summary, verdict } from "./lib/frames.mjs";
import { person } from "./lib/person.mjs";
import { cpuOf } from "./lib/process.mjs";
import { open } from "./lib/window.mjs";

const { values: options } = parseArgs({
  options: {
    streams: { type: "string", default: "512" },
    seconds: { type: "string", default: "10" },
  },
});
const STREAMS = Number(options.streams);
const SECONDS = Number(options.seconds);
const LEAST_FPS = 50;
/** 512 streams × 20 tok/s are some ten thousand tokens per second. */
const MODEL = "scripted?ttft=200ms&tps=20&tokens=20";

const window = await open();
try {
  const me = person(window);
  const { browser } = window;
  await me.load({ prompt: "Name a river.", lanes: [{ provider: "simulated", model: MODEL }] });
  await me.go("sweep");
  for (const level of [1, 8, 32]) await me.click(`level-${level}`);
  await me.click(`level-${STREAMS}`);
  // Enough for the level to outlive the measurement.
  await me.type("sweep-samples", "10000");
  await me.see("before-requests");
  await me.click("start-sweep");
  const landed = () =>
    browser.execute(
      () => Number(document.querySelector("[data-testid='cell-0-0']")?.dataset.done ?? 0),
    );
  await browser.waitUntil(async () => (await landed()) > 0, {
    timeout: 120_000,
    timeoutMsg: "samples land within two minutes",
  });
  const [before, engine] = [await landed(), cpuOf(window.pid)];
  await browser.execute(countFrames);
  await sleep(SECONDS * 1_000);
  const frames = summary(await browser.execute(framesCounted));
  const [ended, used] = [(await landed()) - before, cpuOf(window.pid) - engine];
  await me.click("stop-sweep");
  await me.see("resume-sweep", { timeout: 60_000 });
  const met = frames.fps >= LEAST_FPS;
  keepReport(
    [
      `## A sweep: ${STREAMS} streams for ${SECONDS} s`,
      "",
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Xvfb, no GPU, ${buildOfApp()} build.`,
      "The engine's process holds the simulated provider as well.",
      "",
      "| | |",
      "|---|---:|",
      `| frames per second | ${one(frames.fps)} |`,
      `| frame, p50 / p95 / p99 | ${one(frames.p50)} / ${one(frames.p95)} / ${one(frames.p99)} ms |`,
      `| longest frame | ${one(frames.longest)} ms |`,
      `| samples shown in that time | ${ended.toLocaleString("en")} |`,
      `| processor, engine | ${one(used)} s |`,
      "",
      `- At least ${LEAST_FPS} frames a second: ${verdict(met)} (${one(frames.fps)}).`,
      "",
    ].join("\n"),
  );
  process.exitCode = met ? 0 : 1;
} finally {
  await window.close();
}
