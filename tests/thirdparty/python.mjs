// Python servers written by others, for as long as a test needs them.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A port that is free now. */
async function freePort() {
  const taken = createServer();
  await new Promise((listening) => taken.listen(0, "127.0.0.1", listening));
  const { port } = taken.address();
  await new Promise((closed) => taken.close(closed));
  return port;
}

/**
 * Starts `python WORDS…` on a free port, or on a given one, and waits until `health` answers there. Returns the address
 * and a way to stop it.
 */
export async function serveWithPython(python, health, words, environment = {}, wanted = undefined) {
  const port = wanted ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...process.env, ...environment };
  const child = spawn(python, words(port).map(String), { env, stdio: ["ignore", "pipe", "pipe"] });
  const gone = new Promise((closed) => child.on("close", closed));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (said = (said + text).slice(-2_000)));
  }
  const stop = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  for (let tries = 0; tries < 150 && child.exitCode === null; tries += 1) {
    const healthy = await fetch(origin + health).then(({ ok }) => ok, () => false);
    if (healthy) return { origin, stop };
    await wait(200);
  }
  await stop();
  throw new Error(`the server never answered at ${origin}${health}: ${said}`);
}
