/** The one place that decides who answers the port. */

import type { Backend } from "./backend";
import { engine } from "./tauri";

/** The engine inside the app's own window, recorded events in any other browser. */
export async function connect(): Promise<Backend> {
  if ("__TAURI_INTERNALS__" in window) return engine;
  document.title += " (recorded)";
  return (await import("./replay")).replay(new URLSearchParams(window.location.search));
}
