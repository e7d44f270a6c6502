/** Frames that the page draws, counted in it, and what a report of them says. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** From here on, notes when each frame begins, until told to stop. */
export function countFrames() {
  const stamps = [];
  window.framesOfTest = stamps;
  const note = (at) => {
    stamps.push(at);
    if (window.framesOfTest === stamps) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** Stops and answers with the lengths of the frames, in milliseconds. */
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

/** Which build of the app is measured. */
export const buildOfApp = () =>
  process.env.PACELINE_APP?.includes(`${path.sep}release${path.sep}`) ? "release" : "development";

const KEPT = path.join(import.meta.dirname, "..", "last.md");

/** Keeps a report in `last.md`, in the place of the one with the same beginning of its title. */
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
