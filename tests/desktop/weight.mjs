/**
 * What the window weighs: `node weight.mjs [start] [idle] [memory]`, through `./dev`'s desktop. It prints its figures
 * and fails where one is over its bound. On a machine that others keep busy the figures of `start` are noise.
 *
 * - start: from the start of the process until a person can act, at the frame after the first whole one. Against it stands
 *   the same binary with a page of one word and no engine, up to the same frame: as Tauri opens a window by itself, which
 *   is what the bound is of, and with the switches for drawing that ours has on a machine without a GPU. The web view's
 *   caches are warm for all: the first start of each is left out. The parts of our start say where the time goes.
 * - idle: processor time of every process of the app over ten seconds in which nothing happens, on each screen.
 * - memory: of every process of the app, after 5 races in one window and after 50, with the page's garbage collected.
 */

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { collectGarbage } from "./lib/garbage.mjs";
import { person } from "./lib/person.mjs";
import { cpuOf, descendants, memoryOf } from "./lib/process.mjs";
import { freshHome, open, removeHome } from "./lib/window.mjs";

const STARTS = 7;
const MOST_OF_BARE = 1.5;
const IDLE_SECONDS = 10;
/** The kernel counts in hundredths of a second, and each of three processes may happen to use one. */
const MOST_IDLE_SECONDS = 0.05;
const SCREENS = ["race", "sweep", "history", "compare", "watch", "providers", "settings"];
const MOST_GROWTH = 1.2;
const GIVEN_BACK_MS = 8_000;

const say = (line) => process.stdout.write(`${line}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const everyProcess = (pid) => [pid, ...descendants(pid)];
const sum = (pids, of) => pids.reduce((all, pid) => all + of(pid), 0);

/** When a process started, in milliseconds since 1970: to the hundredth of a second, the kernel's resolution. */
function startedAt(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const ticks = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
  const uptime = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]);
  return Date.now() - (uptime - ticks / 100) * 1_000;
}

/** Marks of the page, in the order in which it sets them; a bare window has only the last. */
const PARTS = {
  "paceline page": "the window and its web view",
  "paceline script": "the script, loaded and run",
  "paceline answered": "the engine's first answers",
  "paceline drawn": "the first screen, built",
  "paceline interactive": "two frames",
};

/** The times of the marks, in milliseconds since 1970, once the last is set. */
const whenInteractive = () => {
  const at = Object.fromEntries(
    performance.getEntriesByType("mark").map(({ name, startTime }) => [name, performance.timeOrigin + startTime]),
  );
  return at["paceline interactive"] === undefined ? null : at;
};

/** Milliseconds from each mark to the next. */
function partsOf(began, at) {
  let last = began;
  return Object.entries(PARTS).map(([mark, what]) => {
    const ms = at[mark] - last;
    last = at[mark];
    return { what, ms };
  });
}

/** Milliseconds, their parts, and seconds of processor time, from the start of the process until a user can act. */
async function startOnce(home, options) {
  const window = await open({ home, sized: false, ...options });
  try {
    let at = null;
    await window.browser.waitUntil(async () => {
      at = await window.browser.execute(whenInteractive);
      return at !== null;
    });
    const began = startedAt(window.pid);
    const cpu = sum(everyProcess(window.pid), cpuOf);
    return { ms: at["paceline interactive"] - began, parts: partsOf(began, at), cpu };
  } finally {
    await window.close();
  }
}

const BARE = { PACELINE_BARE_WINDOW: "1" };
/** As `rendering.rs` sets them without a GPU. */
const OUR_SWITCHES = { WEBKIT_DISABLE_DMABUF_RENDERER: "1", GDK_GL: "disable" };

async function start() {
  const windows = [
    { name: "Paceline", options: {} },
    { name: "a bare window", options: { env: BARE, shows: "p" } },
    { name: "a bare window with our switches", options: { env: { ...BARE, ...OUR_SWITCHES }, shows: "p" } },
  ].map((each) => ({ ...each, home: freshHome(), starts: [] }));
  for (let times = 0; times <= STARTS; times += 1) {
    for (const { home, options, starts } of windows) starts.push(await startOnce(home, options));
  }
  for (const { home } of windows) removeHome(home);
  const [ours, bare, switched] = windows.map(({ name, starts }) => {
    const typical = (what) => median(starts.slice(1).map((each) => each[what]));
    say(`start, ${name}: ${typical("ms").toFixed(0)} ms, ${typical("cpu").toFixed(2)} s of processor time`);
    return typical("ms");
  });
  const parts = Object.values(PARTS).map((what, index) => {
    const ms = median(windows[0].starts.slice(1).map((each) => each.parts[index].ms));
    return `${what} ${ms.toFixed(0)} ms`;
  });
  say(`start, Paceline, part by part: ${parts.join(", ")}`);
  say(`start: ${(ours / bare).toFixed(2)} times a bare window's, ${(ours / switched).toFixed(2)} times one with our switches`);
  return ours / bare <= MOST_OF_BARE;
}

async function idle() {
  const window = await open();
  const me = person(window);
  let isIdle = true;
  try {
    for (const screen of SCREENS) {
      await me.go(screen);
      // The scrollbars of a new screen appear and fade within five seconds; then everything is at rest.
      await sleep(6_000);
      const pids = everyProcess(window.pid);
      const before = sum(pids, cpuOf);
      await sleep(IDLE_SECONDS * 1_000);
      const used = sum(pids, cpuOf) - before;
      say(`idle, ${screen}: ${used.toFixed(2)} s of processor time in ${IDLE_SECONDS} s`);
      isIdle &&= used <= MOST_IDLE_SECONDS;
    }
  } finally {
    await window.close();
  }
  return isIdle;
}

/**
 * Races this many times, viewing each result. It runs in the page itself, because the driver keeps every element it has
 * ever returned.
 */
async function raceInThePage(times) {
  const isThere = (id) => document.querySelector(`[data-testid='${id}']`) !== null;
  const seen = (id) =>
    new Promise((done) => {
      const look = setInterval(() => {
        if (!isThere(id)) return;
        clearInterval(look);
        done();
      }, 20);
    });
  for (let race = 0; race < times; race += 1) {
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true }));
    await seen("stop-all");
    await seen("race-button");
    await new Promise((done) => setTimeout(done, 1_000));
  }
}

async function memory() {
  const window = await open();
  const me = person(window);
  const at = new Map();
  try {
    await me.load({
      prompt: "Name three uses of a Bloom filter.",
      lanes: ["wafer-scale", "lpu", "scripted?ttft=50ms&tps=800&tokens=400"].map((model) => ({ provider: "simulated", model })),
    });
    for (const [races, after] of [[5, 5], [45, 50]]) {
      for (let done = 0; done < races; done += 5) await window.browser.execute(raceInThePage, 5);
      await window.browser.execute(collectGarbage);
      // Released memory goes back to the system after it has been idle for a while.
      await sleep(GIVEN_BACK_MS);
      const pids = everyProcess(window.pid);
      at.set(after, sum(pids, (pid) => memoryOf(pid).pss));
      for (const pid of pids) say(`memory, after ${after}, ${programName(pid)}: ${memoryOf(pid).pss.toFixed(0)} MiB`);
    }
  } finally {
    await window.close();
  }
  const growth = at.get(50) / at.get(5);
  say(`memory: ${at.get(5).toFixed(0)} MiB after 5 races, ${at.get(50).toFixed(0)} MiB after 50; ${growth.toFixed(2)} times`);
  return growth <= MOST_GROWTH;
}

function programName(pid) {
  return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
}

const parts = { start, idle, memory };
const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
  if (!(await parts[name]())) {
    say(`${name}: over its bound`);
    process.exitCode = 1;
  }
}
