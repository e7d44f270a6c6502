import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** The modules of popups: thirty small files, most of which every popup needs. */
const POPUPS = /node_modules\/(@base-ui|@floating-ui)\//;

interface Modules {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null;
}

/**
 * Everything the first screen needs is in one file: the web view requests each file from the app, and thirty small ones
 * take longer to transfer than to read. The rest is split by import.
 */
function chunkOf(id: string, modules: Modules, seen = new Set<string>()): string | null {
  if (seen.has(id)) return null;
  seen.add(id);
  const info = modules.getModuleInfo(id);
  if (info?.isEntry) return "start";
  return info?.importers.some((importer) => chunkOf(importer, modules, seen)) ? "start" : null;
}

export default defineConfig({
  plugins: [react(), tailwindcss()],
  clearScreen: false,
  server: { port: 1420, strictPort: true },
  build: {
    // WebKitGTK 2.38 and macOS 12 are the oldest web views the app runs in.
    target: ["es2022", "safari16"],
    // The content policy allows only our own files, so no asset becomes a data: address.
    assetsInlineLimit: 0,
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
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // A busy two-core machine takes its time; no test waits on a real clock.
    testTimeout: 20_000,
  },
});
