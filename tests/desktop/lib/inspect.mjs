/** Inspects a screen: dark and light, wide and narrow, with axe and as pictures. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { shoot, wear } from "./shots.mjs";

const AXE = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")}
window.axe = axe;`;
const SIZES = { "": [1280, 800], "-small": [900, 600] };
const GRAVE = ["serious", "critical"];

/** A function that inspects the current content of the window, and saves pictures of it under a name. */
export function inspector({ browser }) {
  /**
   * What axe finds wrong, in words. The content policy prevents the page from loading it; scripts run by the driver are
   * exempt.
   */
  const faults = async () => {
    const isThere = await browser.execute(() => window.axe !== undefined);
    if (!isThere) await browser.execute(AXE);
    return browser.execute(async (grave) => {
      const { passes, violations } = await window.axe.run(document);
      if (passes.length < 10) throw new Error("axe found next to nothing to look at");
      return violations
        .filter(({ impact }) => grave.includes(impact))
        .map(({ id, nodes }) => {
          const where = nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`);
          return `${id}: ${where.join(" | ")}`;
        });
    }, GRAVE);
  };

  /** Nothing may overflow the window horizontally, whatever its width. */
  const sticksOut = () =>
    browser.execute(() => document.documentElement.scrollWidth - window.innerWidth);

  const inspect = async (name) => {
    for (const theme of ["dark", "light"]) {
      await wear(browser, theme);
      for (const [suffix, [width, height]] of Object.entries(SIZES)) {
        await browser.setWindowRect(0, 0, width, height);
        await browser.waitUntil(() =>
          browser.execute((wanted) => window.innerWidth === wanted, width),
        );
        await shoot(browser, `${name}-${theme}${suffix}`);
        assert.ok((await sticksOut()) <= 0, `${name} fits into ${width} pixels`);
        assert.deepEqual(await faults(), [], `${name}, ${theme}, ${width} × ${height}: nothing grave`);
      }
    }
    await browser.setWindowRect(0, 0, 1280, 800);
  };

  return inspect;
}
