/** What the tests need to know about processes, read from `/proc`. */

import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process is gone, and with it its files.
    return "";
  }
}

/** Every living process as `{ pid, parent }`. */
function processes() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The program's name is in parentheses and may contain anything, even parentheses.
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return stat && state !== "Z" ? [{ pid: Number(name), parent: Number(parent) }] : [];
    });
}

/** A process's children, their children, and so on. */
export function descendants(pid) {
  const all = processes();
  const found = [];
  const queue = [pid];
  while (queue.length > 0) {
    const parent = queue.shift();
    const children = all.filter((each) => each.parent === parent).map((each) => each.pid);
    found.push(...children);
    queue.push(...children);
  }
  return found;
}

/** The file a process runs, or nothing once it is gone. */
export function programOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return null;
  }
}

/** The living processes of a program that were started with this argument among theirs. */
export function startedWith(program, argument) {
  const has = (pid) => read(`/proc/${pid}/cmdline`).split("\0").includes(argument);
  return processes().map((each) => each.pid).filter((pid) => programOf(pid) === program && has(pid));
}

/** The living processes of a program that were started with this variable among theirs, as `NAME=VALUE`. */
export function startedUnder(program, variable) {
  const has = (pid) => read(`/proc/${pid}/environ`).split("\0").includes(variable);
  return processes().map((each) => each.pid).filter((pid) => programOf(pid) === program && has(pid));
}

export function isAlive(pid) {
  return processes().some((each) => each.pid === pid);
}

/** Memory in MiB: `rss` as the kernel counts it, `pss` with shared memory divided among the processes that share it. */
export function memoryOf(pid) {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const kib = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)?.[1] ?? 0);
  return { rss: kib("Rss") / 1024, pss: kib("Pss") / 1024 };
}

/** Seconds of processor time that a process has used, user and system. */
export function cpuOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  // Counted from the state, which is the third field; the kernel counts in hundredths on every common machine.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Waits until `look` finds something, and returns it. */
export async function until(look, what, withinMs = 10_000) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await sleep(25);
  }
}

/** A port on which nobody listens. */
export async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
