import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The modules of popups: thirty small files, most of which every popup needs. */
const POPUPS = /node_modules\/(@base-ui|@floating-ui)\//;

interface Modules {
  getModuleInfo: (id: string) => {
    isEntry: boolean;
    importers: readonly string[];
    dynamicImporters: readonly string[];
  } | null;
}

const START = /\/src\/start\.tsx$/;
const TEXTS = /\/src\/strings\/[a-z]{2}\//;

/** Whether one of these is the module, or imports it, not counting what is imported when needed. */
function isReached(
  id: string,
  from: (id: string) => boolean,
  modules: Modules,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  if (from(id)) return true;
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => isReached(importer, from, modules, seen));
}

/**
 * Everything the first screen needs is in one file: the web view requests each file from the app, and thirty small ones
 * take longer to transfer than to read. Before it come two: the entry, with what texts are written with, and the texts
 * of one language, which must not import the first screen, as that would read them before they are there. The rest is
 * split by import.
 */
function chunkOf(id: string, modules: Modules): string | null {
  if (TEXTS.test(id)) return null;
  const isFirst = (each: string) =>
    TEXTS.test(each) || modules.getModuleInfo(each)?.isEntry === true;
  if (isReached(id, isFirst, modules)) return "entry";
  return isReached(id, (each) => START.test(each), modules) ? "start" : null;
}

/** Has the browser load the first screen while the entry and the texts are read. */
function preloadedStart(): Plugin {
  return {
    name: "preloaded-start",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === "chunk" && file.name === "start")
          .map(({ fileName }) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
            injectTo: "head" as const,
          })),
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadedStart()],
  clearScreen: false,
  server: { port: 1420, strictPort: true },
  build: {
    // WebKitGTK 2.38 and macOS 12 are the oldest web views the app runs in.
    target: ["es2022", "safari16"],
    // The content policy allows only our own files, so no asset becomes a data: address.
    assetsInlineLimit: 0,
    // The styles of the first screen would otherwise be requested when its script is read.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: chunkOf, includeDependenciesRecursively: false, priority: 1 },
            { name: "popups", test: POPUPS, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/ui/jsdom.ts"],
    restoreMocks: true,
    // A busy two-core machine takes its time; no test waits on a real clock.
    testTimeout: 20_000,
    projects: [
      // Tests that draw nothing leave nothing behind, so a page of its own for each would only take time.
      { extends: true, test: { name: "rules", include: ["src/**/*.test.ts"], isolate: false } },
      { extends: true, test: { name: "screens", include: ["src/**/*.test.tsx"] } },
    ],
  },
});
