// The built program, run as a user's script would run it.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.env.PACELINE_CLI;
const folder = mkdtempSync(join(tmpdir(), "paceline-thirdparty-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const start = (words) =>
  spawn(program, words, { env: { ...process.env, PACELINE_DATA_DIR: folder }, stdio: ["ignore", "pipe", "pipe"] });

/** Runs it to its end: exit status, standard output and standard error. */
export function paceline(...words) {
  const child = start(words);
  const heard = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"]) {
    child[stream].setEncoding("utf8").on("data", (text) => (heard[stream] += text));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, ...heard }));
  });
}

/** A lane as the command line writes it. */
export const lane = (dialect, baseUrl, model) => `${dialect}@${baseUrl}#${model}`;

/** Races these lanes: the exit status and the document. */
export async function race(lanes, ...options) {
  const named = lanes.flatMap((lane) => ["--lane", lane]);
  const words = ["race", "--json", "--no-save", "--prompt", "Why do rivers bend?", ...options, ...named];
  const { status, stdout, stderr } = await paceline(...words);
  if (stdout === "") throw new Error(`paceline exited with ${status} and said nothing but: ${stderr}`);
  return { status, run: JSON.parse(stdout) };
}

/** Serves the simulated providers on a free port: returns the address and a way to stop. */
export async function simulate() {
  const child = start(["simulate"]);
  const baseUrl = await new Promise((resolve, reject) => {
    let heard = "";
    child.on("error", reject);
    child.on("close", (status) => reject(new Error(`paceline simulate exited with ${status}`)));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      heard += text;
      const found = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(heard);
      if (found) resolve(found[0]);
    });
  });
  return { baseUrl, stop: () => child.kill("SIGINT") };
}
