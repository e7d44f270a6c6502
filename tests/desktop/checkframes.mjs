/**
 * Measures whether checks of answers cost the window frames: eight lanes of 2,000 tok/s, whose answers end every second while others
 * stream, with checks and without them in turn. Counts frames in the page. Run it on a release build and an idle machine, as
 * `./dev bench --checks` does.
 */

import os from "node:os";
import { parseArgs } from "node:util";
import { buildOfApp, countFrames, framesCounted, keepReport, one, quantile, summary, verdict } from "./lib/frames.mjs";
import { person } from "./lib/person.mjs";
import { open } from "./lib/window.mjs";

const { values: options } = parseArgs({
  options: {
    pairs: { type: "string", default: "5" },
    rounds: { type: "string", default: "8" },
  },
});
const PAIRS = Number(options.pairs);
const ROUNDS = Number(options.rounds);
const LANES = 8;
const SPEED = 2_000;
/** A pair differs by this much from the next, whatever is checked: what a share of all frames has to be lower by to count. */
const NOISE = 0.03;

/** Each reads the whole answer; that an answer is wrong is what takes longest. */
const CHECKS = [
  { kind: "json_schema", schema: { type: "object", required: ["city"] } },
  { kind: "regex", pattern: "(?i)(river|bends).*slowly$" },
  { kind: "contains", text: "nowhere in it", ignore_case: true },
  { kind: "length", unit: "sentences", most: 3 },
  { kind: "number", value: 42 },
  { kind: "language", language: "de" },
];

/** Races once, and returns the frames from the press until it is over. */
async function race(window, me, checks) {
  const { browser } = window;
  await me.load({
    prompt: "Write for as long as you can.",
    repeat: ROUNDS,
    checks,
    lanes: Array.from({ length: LANES }, () => ({
      provider: "simulated",
      model: `scripted?ttft=50ms&tps=${SPEED}&tokens=${SPEED}`,
    })),
  });
  await browser.pause(1_500);
  await browser.execute(countFrames);
  await me.press("Control", "Enter");
  await me.see("stop-all");
  await me.raceIsOver(120_000);
  const frames = summary(await browser.execute(framesCounted));
  const [id] = await me.runs();
  const run = await me.history(id);
  const found = run.lanes.flatMap(({ samples }) => samples.map(({ checks: results = [] }) => results.length));
  if (found.length !== LANES * ROUNDS || found.some((results) => results !== checks.length)) {
    throw new Error(`of ${LANES * ROUNDS} answers ${found.length} have results, of ${checks.length} checks each`);
  }
  return frames;
}

const middle = (numbers) => quantile(numbers.toSorted((a, b) => a - b), 0.5);

const window = await open();
try {
  const me = person(window);
  const pairs = [];
  // The first race of a window draws what later ones have ready.
  await race(window, me, []);
  for (let pair = 0; pair < PAIRS; pair += 1) {
    // Neither is always the first of the two.
    const [first, second] = pair % 2 === 0 ? [[], CHECKS] : [CHECKS, []];
    const taken = [await race(window, me, first), await race(window, me, second)];
    const [without, checked] = pair % 2 === 0 ? taken : taken.toReversed();
    pairs.push({ without, checked });
  }
  const lost = pairs.map(({ without, checked }) => 1 - checked.fps / without.fps);
  const drop = middle(lost);
  const isLower = drop > NOISE && lost.every((share) => share > 0);
  const row = (name, of, unit) =>
    `| ${name} | ${one(middle(pairs.map(({ without }) => of(without))))}${unit} | ${one(middle(pairs.map(({ checked }) => of(checked))))}${unit} |`;
  keepReport(
    [
      `## Checked answers: ${LANES} lanes of ${SPEED.toLocaleString("en")} tok/s, ${ROUNDS} answers each, with ${CHECKS.length} checks`,
      "",
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Xvfb, no GPU, ${buildOfApp()} build;`,
      `medians of ${PAIRS} races with checks and as many without, in turn. The engine's process holds the simulated providers as well.`,
      "",
      "| | without | with checks |",
      "|---|---:|---:|",
      row("frames per second", ({ fps }) => fps, ""),
      row("frame, p50", ({ p50 }) => p50, " ms"),
      row("frame, p95", ({ p95 }) => p95, " ms"),
      row("frame, p99", ({ p99 }) => p99, " ms"),
      row("longest frame", ({ longest }) => longest, " ms"),
      "",
      `- Frames unchanged: ${verdict(!isLower)} (${one(100 * drop)} % fewer, the median pair; missed where that is over ${100 * NOISE} % and each pair has fewer).`,
      "",
    ].join("\n"),
  );
  process.exitCode = isLower ? 1 : 0;
} finally {
  await window.close();
}
