/** Opens Paceline's real window under WebDriver and closes it again: the only place that does. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { remote } from "webdriverio";
import { descendants, freePort, isAlive, programOf, until } from "./process.mjs";

const run = promisify(execFile);
const DRIVER = createRequire(import.meta.url).resolve("@crabnebula/tauri-driver/cli.js");
const CLI_OUTPUT_BYTES = 1 << 28;
const STATUS_BAR = "[data-testid='status-bar']";

/** The program's file named by an environment variable. */
export function binary(variable) {
  const file = process.env[variable];
  if (!file) throw new Error(`${variable} must name the binary; \`./dev test\` sets it.`);
  return realpathSync(file);
}

/** A folder that serves as a new user's home: the history, and the web view's data. */
export function freshHome() {
  const home = mkdtempSync(path.join(os.tmpdir(), "paceline-window-"));
  for (const name of ["data", "share", "cache", "config"]) mkdirSync(path.join(home, name));
  return home;
}

export function removeHome(home) {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs `paceline` on the history of `home` and reads the document it prints. */
export async function command(home, ...words) {
  const data = ["--data-dir", path.join(home, "data")];
  const { stdout } = await run(binary("PACELINE_CLI"), [...words, "--json", ...data], {
    maxBuffer: CLI_OUTPUT_BYTES,
  });
  return JSON.parse(stdout);
}

/** A run as stored in the history. */
export const recorded = (home, id) => command(home, "history", "show", id);

/** The data folder of a window that is started without the name of one. */
export const usualFolder = (home) => path.join(home, "share", "paceline");

/** The folders of the system's for a user whose home this is. */
export function foldersOf(home) {
  const at = (name) => path.join(home, name);
  return { XDG_DATA_HOME: at("share"), XDG_CACHE_HOME: at("cache"), XDG_CONFIG_HOME: at("config") };
}

/** Starts the driver on its own ports. The output of driver and app is collected in `printed`. */
async function startDriver(home, env) {
  const port = await freePort();
  const native = await freePort();
  const driver = spawn(
    process.execPath,
    [DRIVER, "--port", String(port), "--native-port", String(native)],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        ...foldersOf(home),
        ...env,
      },
    },
  );
  const printed = [];
  driver.stdout.on("data", (bytes) => printed.push(bytes));
  driver.stderr.on("data", (bytes) => printed.push(bytes));
  const answers = async () => {
    try {
      return (await fetch(`http://127.0.0.1:${port}/status`)).ok;
    } catch {
      return false;
    }
  };
  await until(answers, "the driver answers");
  return { driver, port, printed };
}

async function stopProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const below = descendants(child.pid);
  child.kill("SIGTERM");
  await once(child, "exit");
  for (const pid of below.filter(isAlive)) {
    try {
      process.kill(pid, "SIGTERM");
    } catch {
      // It ended on its own in the meantime.
    }
  }
}

/** Starts the app for `home` without a driver, as a user or the system would. */
export function start(home, ...args) {
  return spawn(binary("PACELINE_APP"), ["--data-dir", path.join(home, "data"), ...args], {
    stdio: "ignore",
    env: { ...process.env, ...foldersOf(home) },
  });
}

/** Starts it a second time, and returns how that ended. */
export async function startAgain(home, ...args) {
  const [code] = await once(start(home, ...args), "exit");
  return code;
}

/**
 * Opens the app. `home` is a folder of `freshHome()`, by default a new one that is removed with the window; `env` is
 * added to the app's environment, `args` to its arguments. `sized` is `false` for a window that keeps its initial size;
 * `shows` is the element that shows it is open; `named` is `false` for the usual data folder, which no argument names.
 */
export async function open({
  home = null,
  env = {},
  args = [],
  sized = true,
  shows = STATUS_BAR,
  named = true,
} = {}) {
  const folder = home ?? freshHome();
  const app = binary("PACELINE_APP");
  const { driver, port, printed } = await startDriver(folder, env);
  try {
    const browser = await remote({
      hostname: "127.0.0.1",
      port,
      logLevel: "silent",
      connectionRetryCount: 0,
      connectionRetryTimeout: 30_000,
      capabilities: {
        "tauri:options": {
          application: app,
          args: [...(named ? ["--data-dir", path.join(folder, "data")] : []), ...args],
        },
        "wdio:enforceWebDriverClassic": true,
      },
    });
    const pid = descendants(driver.pid).find((each) => programOf(each) === app);
    if (pid === undefined) throw new Error("the app is not among the driver's processes");
    await browser.$(shows).waitForExist();
    if (sized) await browser.setWindowRect(0, 0, 1280, 800);

    // The web view's processes write to its folders until they notice that the app is gone.
    const areGone = (pids) => () => pids.every((each) => !isAlive(each));

    /** Closes the window and everything started for it. */
    const close = async () => {
      if (isAlive(pid)) {
        const all = [pid, ...descendants(pid)];
        // A session that is already gone needs no ending.
        await browser.deleteSession().catch(() => undefined);
        await until(areGone(all), "the app is closed");
      }
      await stopProcess(driver);
      if (home === null) removeHome(folder);
    };
    /** Kills the app, like a power cut. */
    const kill = async () => {
      const all = [pid, ...descendants(pid)];
      process.kill(pid, "SIGKILL");
      await until(areGone(all), "the app is gone");
      await stopProcess(driver);
    };
    /** Closes the window as the end of a session does; the driver stays until `close`. */
    const end = async () => {
      const all = [pid, ...descendants(pid)];
      process.kill(pid, "SIGTERM");
      await until(areGone(all), "the app has closed itself");
    };
    /** Everything the app and its driver have printed. */
    const output = () => Buffer.concat(printed).toString("utf8");
    return { browser, home: folder, pid, close, end, kill, output };
  } catch (error) {
    await stopProcess(driver);
    if (home === null) removeHome(folder);
    throw error;
  }
}
