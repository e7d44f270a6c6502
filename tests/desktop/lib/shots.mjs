/** Pictures of the window, for people to look at. */

import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const FOLDER = path.join(import.meta.dirname, "..", "shots");

/** Repaints the window in `theme`, as the button in the rail does. */
export async function wear(browser, theme) {
  await browser.execute((wanted) => {
    const button = document.querySelector("[data-testid='theme']");
    // System, light, dark, and back again.
    for (let turns = 0; turns < 3; turns += 1) {
      if (window.localStorage.getItem("paceline.theme") === wanted) return;
      button.click();
    }
  }, theme);
}

/**
 * Saves what is on screen. WebDriver's own screenshots never arrive if WebKit draws without a GPU, so X takes this one.
 */
export async function shoot(browser, name, file = path.join(FOLDER, `${name}.png`)) {
  mkdirSync(path.dirname(file), { recursive: true });
  // Two frames, so that the effects of the last command have been drawn.
  await browser.execute(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  const { x, y, width, height } = await browser.getWindowRect();
  await run("import", ["-window", "root", "-crop", `${width}x${height}+${x}+${y}`, "+repage", file]);
  return file;
}
