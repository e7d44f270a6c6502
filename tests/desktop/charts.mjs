/**
 * Measures drawing a chart of ten thousand samples in the window's web view. It prints its result and asserts little.
 */

import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { keepReport, one, quantile, verdict } from "./lib/frames.mjs";
import { open } from "./lib/window.mjs";

const MOST_MS = 200;
const ui = path.join(import.meta.dirname, "..", "..", "ui");
const { build } = await import(
  pathToFileURL(createRequire(path.join(ui, "package.json")).resolve("vite")).href
);

/** Builds the page and returns its files by name. */
async function built() {
  const outDir = mkdtempSync(path.join(os.tmpdir(), "paceline-charts-"));
  try {
    await build({
      root: ui,
      logLevel: "warn",
      // The page is outside the UI, but uses its modules.
      resolve: { dedupe: ["react", "react-dom"] },
      build: {
        outDir,
        emptyOutDir: true,
        rolldownOptions: { input: path.join(import.meta.dirname, "pages/charts.tsx") },
      },
    });
    const folder = path.join(outDir, "assets");
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name))]));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const files = await built();
const names = [...files.keys()];
const script = names.find((name) => name.startsWith("charts") && name.endsWith(".js"));
const styles = names.filter((name) => name.endsWith(".css"));
const html = `<!doctype html><html lang="en" data-theme="dark"><meta charset="utf-8">
${styles.map((name) => `<link rel="stylesheet" href="/assets/${name}">`).join("")}
<script type="module" src="/assets/${script}"></script><body></body></html>`;
const kinds = { ".js": "text/javascript", ".css": "text/css" };
const server = http.createServer(({ url }, response) => {
  const file = files.get(path.basename(url ?? ""));
  response.setHeader("content-type", file ? (kinds[path.extname(url)] ?? "") : "text/html");
  response.end(file ?? html);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

// The app's own window navigates nowhere, so a bare one with the same web view draws them.
const window = await open({ env: { PACELINE_BARE_WINDOW: "1" }, shows: "p" });
try {
  await window.browser.url(`http://127.0.0.1:${server.address().port}/`);
  await window.browser.waitUntil(
    () => window.browser.execute(() => window.measuredMs !== undefined),
    { timeout: 60_000, timeoutMsg: "it is drawn within a minute" },
  );
  const [ms, pixels] = await window.browser.execute(() => [window.measuredMs, window.paintedPixels]);
  const sorted = ms.toSorted((a, b) => a - b);
  const middle = quantile(sorted, 0.5);
  keepReport(
    [
      "## A chart: 10,000 samples as dots, and their ECDF",
      "",
      `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model.trim()}, ${os.cpus().length} cores, Xvfb, no GPU;`,
      "from nothing to the frame that shows the last dot, nine times.",
      "",
      `- In less than ${MOST_MS} ms: ${verdict(middle < MOST_MS)} (${one(middle)} ms; ${one(sorted[0])} to ${one(sorted.at(-1))}).`,
      "",
    ].join("\n"),
  );
  if (pixels < 1_000) throw new Error(`the dots were not painted: ${pixels} pixels`);
  process.exitCode = middle < MOST_MS ? 0 : 1;
} finally {
  await window.close();
  server.close();
}
