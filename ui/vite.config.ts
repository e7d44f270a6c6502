import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  clearScreen: false,
  server: { port: 1420, strictPort: true },
  build: {
    // WebKitGTK 2.38 and macOS 12 are the oldest web views the app runs in.
    target: ["es2022", "safari16"],
    // The content policy allows nothing but files of our own, so no asset becomes a data: address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/look/jsdom.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // A busy two-core machine takes its time; no test waits for a clock of its own.
    testTimeout: 20_000,
  },
});
