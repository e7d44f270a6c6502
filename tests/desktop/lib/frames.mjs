/** Counts the frames that the page draws, and reports them. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Records when each frame begins from now on, until stopped; resolves with the first, so that what follows is counted. */
export function countFrames() {
  return new Promise((counts) => {
    const stamps = [];
    window.framesOfTest = stamps;
    const note = (at) => {
      stamps.push(at);
      if (window.framesOfTest === stamps) requestAnimationFrame(note);
      counts();
    };
    requestAnimationFrame(note);
  });
}

/** Stops and returns the lengths of the frames, in milliseconds. */
export function framesCounted() {
  const stamps = window.framesOfTest;
  window.framesOfTest = null;
  return stamps.slice(1).map((at, index) => at - stamps[index]);
}

export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export function summary(frames) {
  const sorted = frames.toSorted((a, b) => a - b);
  const sum = frames.reduce((total, each) => total + each, 0);
  return {
    fps: (frames.length * 1_000) / sum,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    longest: sorted.at(-1),
  };
}

export const one = (value) => value.toFixed(1);
export const verdict = (met) => (met ? "met" : "**missed**");

/** The measured build of the app. */
export const buildOfApp = () =>
  process.env.PACELINE_APP?.includes(`${path.sep}release${path.sep}`) ? "release" : "development";

const KEPT = path.join(import.meta.dirname, "..", "last.md");

/** Saves a report in `last.md`, replacing the one whose title begins the same way. */
export function keepReport(text) {
  const topic = (report) => report.split(":", 1)[0];
  const before = existsSync(KEPT) ? readFileSync(KEPT, "utf8") : "";
  const reports = before.split(/^(?=## )/m).filter(Boolean);
  const at = reports.findIndex((report) => topic(report) === topic(text));
  if (at < 0) reports.push(text);
  else reports[at] = text;
  writeFileSync(KEPT, `${reports.map((report) => report.trim()).join("\n\n")}\n`);
  process.stdout.write(`\n${text}`);
}
