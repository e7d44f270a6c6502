/** Takes the README's pictures: `npm run shots:readme`. They are small enough to be kept in the repository. */

import { execFileSync, spawn } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { person } from "./lib/person.mjs";
import { freePort } from "./lib/process.mjs";
import { shoot, wear } from "./lib/shots.mjs";
import { binary, command, open } from "./lib/window.mjs";

const FOLDER = path.join(import.meta.dirname, "../../.github/screenshots");
const MOST_BYTES = 200_000;

async function take(browser, name) {
  const file = await shoot(browser, name, path.join(FOLDER, `${name}.png`));
  const fewerColours = ["-strip", "-dither", "None", "-colors", "256"];
  execFileSync("convert", [file, ...fewerColours, "-define", "png:compression-level=9", `png8:${file}`]);
  const { size } = statSync(file);
  if (size > MOST_BYTES) throw new Error(`${name}.png is ${size} bytes, more than ${MOST_BYTES}`);
  process.stdout.write(`${path.relative(process.cwd(), file)}: ${size} bytes\n`);
}

/** Dollars per million tokens, in and out, of servers that represent a user's own. */
const PRICES = {
  "wafer-scale": [0.65, 1.2],
  "gpu-cloud": [0.12, 0.4],
  lpu: [0.3, 0.8],
  reasoning: [0.5, 2.2],
  frontier: [2.5, 10],
};

/** A race of the simulated profiles at a custom address, where they are servers like any others. */
async function raceAtAnAddress(home, asked) {
  const port = await freePort();
  const server = spawn(binary("PACELINE_CLI"), ["simulate", "--port", String(port)], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    await new Promise((resolve, reject) => {
      server.stdout.once("data", resolve);
      server.once("exit", () => reject(new Error("the simulated providers ended")));
    });
    for (const [model, [input, output]] of Object.entries(PRICES)) {
      const price = ["--input", `${input}`, "--output", `${output}`, "--data-dir", path.join(home, "data")];
      execFileSync(binary("PACELINE_CLI"), ["prices", "set", `custom/${model}`, ...price]);
    }
    const lanes = Object.keys(PRICES).flatMap((model) => ["--lane", `openai-chat@http://127.0.0.1:${port}/v1#${model}`]);
    return await command(home, "race", ...lanes, ...asked, "--repeat", "8");
  } finally {
    server.kill();
  }
}

const window = await open();
try {
  const me = person(window);
  const { browser } = window;
  const simulated = (model, more = {}) => ({ provider: "simulated", model, ...more });
  const runs = [
    { prompt: "Name three uses of a Bloom filter, one sentence each.", lanes: ["wafer-scale", "lpu", "gpu-cloud"] },
    { prompt: "Translate “the early bird catches the worm” into six languages.", lanes: ["wafer-scale", "gpu-cloud"] },
    { prompt: "Write a haiku about tail latency.", lanes: ["wafer-scale", "gpu-cloud", "reasoning"] },
  ];
  for (const { prompt, lanes } of runs) {
    await me.load({ prompt, max_tokens: 160, lanes: lanes.map((model) => simulated(model)) });
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
  }

  await me.load({
    prompt:
      "Explain the trade-offs between synchronous and asynchronous I/O in production web services, with an example of each.",
    max_tokens: 512,
    lanes: ["wafer-scale", "gpu-cloud", "reasoning", "frontier"].map((model) => simulated(model)),
  });
  await wear(browser, "light");
  await me.press("Control", "Enter");
  await me.lanesWhen((lanes) => lanes[3].text.length > 250, "the last lane writes");
  await take(browser, "racing");
  await me.raceIsOver();
  await wear(browser, "dark");
  await take(browser, "race");
  await me.runs();
  await take(browser, "history");

  const asked = ["--prompt", "Name three uses of a Bloom filter.", "--max-tokens", "60"];
  const lanes = (...models) => models.flatMap((model) => ["--lane", `simulated/${model}`]);
  const sweep = await command(
    window.home, "sweep", ...lanes("gpu-cloud", "lpu"), ...asked, "--concurrency", "1,2,4,8,16,32", "--samples", "24",
  );
  const race = await raceAtAnAddress(window.home, [...asked.slice(0, 2), "--max-tokens", "300"]);
  for (const [name, address] of [["sweep", `#/sweep/${sweep.id}`], ["compare", `#/compare/${race.id}`]]) {
    await browser.execute((hash) => {
      window.location.hash = hash;
    }, address);
    await browser.$("figure svg").waitForExist();
    await take(browser, name);
  }
} finally {
  await window.close();
}
