// Runs programs and measures their cost.

import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const milliseconds = 25;

/** The child of the shell that times it; 0 while there is none. */
const childOf = (shell) => {
  try {
    return Number(readFileSync(`/proc/${shell}/task/${shell}/children`, "utf8").trim().split(" ")[0]);
  } catch {
    return 0;
  }
};

/** The peak memory of a process so far, in kB; 0 once it is gone. */
const highWater = (process) => {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${process}/status`, "utf8"));
    return line ? Number(line[1]) : 0;
  } catch {
    return 0;
  }
};

/**
 * Runs `command` to its end: its standard output, its processor time in seconds (user and system, the whole process)
 * and its peak memory, in MB. Fails with its standard error if it exits with anything but 0.
 */
export function timed(command, environment = {}) {
  // `time` is the shell's own; it waits for the child and therefore knows all of its processor time.
  const script = 'TIMEFORMAT="cpu %U %S"; time "$@"';
  const shell = spawn("bash", ["-c", script, "timed", ...command], {
    env: { ...process.env, LC_ALL: "C", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const heard = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"]) {
    shell[stream].setEncoding("utf8").on("data", (text) => (heard[stream] += text));
  }
  let child = 0;
  let peak = 0;
  const watch = setInterval(() => {
    child ||= childOf(shell.pid);
    peak = Math.max(peak, child ? highWater(child) : 0);
  }, milliseconds);
  return new Promise((resolve, reject) => {
    shell.on("error", reject);
    shell.on("close", (status) => {
      clearInterval(watch);
      const [, user, system] = /cpu ([\d.]+) ([\d.]+)\s*$/.exec(heard.stderr) ?? [];
      if (status !== 0 || user === undefined) {
        reject(new Error(`${command[0]} exited with ${status}:\n${heard.stderr}`));
        return;
      }
      resolve({ stdout: heard.stdout, cpu: Number(user) + Number(system), peak: peak / 1024 });
    });
  });
}

/** Whether a program can run at a higher priority than ordinary ones, as a server with a schedule must. */
function mayGoFirst() {
  try {
    execFileSync("chrt", ["-f", "10", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts the server with known timing on a free port of loopback. */
export async function serve(binary) {
  const first = mayGoFirst();
  const [program, ...rest] = first ? ["chrt", "-f", "10", binary] : [binary];
  const server = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", (status) => reject(new Error(`the server exited with ${status}`)));
    server.stdout.setEncoding("utf8").once("data", (line) => resolve(Number(line)));
  });
  const base = `http://127.0.0.1:${port}`;
  return {
    first,
    /** The base address of a stream with these knobs. */
    at: (knobs) => `${base}/k/${knobs}/v1`,
    forget: () => fetch(`${base}/reset`, { method: "POST" }),
    truth: async () => (await (await fetch(`${base}/truth`)).json()).records,
    stop: () => server.kill(),
  };
}
