/** What the tests need to know of processes, read from `/proc`. */

import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process is gone, and so is what it had to say.
    return "";
  }
}

/** Every living process as `{ pid, parent }`. */
function processes() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The name of the program stands in parentheses and may hold anything, even parentheses.
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

export function isAlive(pid) {
  return processes().some((each) => each.pid === pid);
}

/** Memory in MiB: `rss` as the kernel counts it, `pss` with what is shared divided among those who share it. */
export function memoryOf(pid) {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const kib = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)?.[1] ?? 0);
  return { rss: kib("Rss") / 1024, pss: kib("Pss") / 1024 };
}

/** Seconds of processor time that a process has used, its own and the system's for it. */
export function cpuOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  // Counted from the state, which comes third of all; the kernel counts in hundredths on every common machine.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Waits until `look` finds something, and answers with it. */
export async function until(look, what, withinMs = 10_000) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await sleep(25);
  }
}

/** A port that nobody listens on. */
export async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
