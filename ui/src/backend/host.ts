/** Chooses the implementation of the port. */

import type { Backend } from "./backend";
import { engine } from "./tauri";

/** The engine inside the app's window; in a browser, during UI work, a recording of one. */
export async function connect(): Promise<Backend> {
  if ("__TAURI_INTERNALS__" in window) return engine;
  if (!import.meta.env.DEV) throw new Error("Paceline's window is opened by Paceline.");
  document.title += " (recorded)";
  const { recorded, sceneOf } = await import("./recorded");
  const scene = new URLSearchParams(window.location.search).get("scene") ?? "first";
  return recorded(await sceneOf(scene));
}
