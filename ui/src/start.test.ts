/// <reference types="node" />

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** What is imported for its values when a module is loaded, and not only when it is needed. */
const STATIC = /^(?:import|export)\s+(?!type\b)(?:[\w*{][^;]*?\sfrom\s+)?"([^"]+)"/gm;

/** Every package that is loaded before the first frame, each with the file that asks for it. */
function loadedFrom(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const read = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, to = ""] of readFileSync(file, "utf8").matchAll(STATIC)) {
      if (!to.startsWith(".")) {
        packages.set(to, file);
        continue;
      }
      const base = path.join(path.dirname(file), to);
      const found = [".ts", ".tsx"].map((ending) => base + ending).find((each) => existsSync(each));
      if (found) read(found);
    }
  };
  read(entry);
  return packages;
}

test("the first frame waits for no library that it does not draw with", () => {
  const loaded = loadedFrom("src/start.tsx");
  expect([...loaded.keys()], "the files were read").toContain("react-dom/client");
  const needed = /^(react|react-dom|zustand|@tanstack\/react-query|lucide-react)(\/|$)/;
  // The port to the engine has its own.
  const isPort = (file: string) => path.dirname(file) === path.join("src", "backend");
  const others = [...loaded].filter(([name, file]) => !needed.test(name) && !isPort(file));
  expect(others, "Markdown, editors and the like are loaded when first shown").toEqual([]);
});
