/** Where the person is, kept in the address so that every screen and run can be linked to. */

import { useSyncExternalStore } from "react";

export type Screen = "race" | "history" | "compare" | "providers";

export interface Route {
  screen: Screen;
  /** The run or the provider that is open, if any. */
  id: string | null;
}

const SCREENS: readonly string[] = ["race", "history", "compare", "providers"] satisfies Screen[];

function isScreen(name: string): name is Screen {
  return SCREENS.includes(name);
}

/** Reads an address such as `#/history/ID`; anything unknown is the Race screen. */
export function parseRoute(hash: string): Route {
  const [screen = "", id = ""] = hash.replace(/^#\/?/, "").split("/");
  if (!isScreen(screen)) return { screen: "race", id: null };
  return { screen, id: screen !== "race" && id ? decodeURIComponent(id) : null };
}

export function address(screen: Screen, id?: string): string {
  return id ? `#/${screen}/${encodeURIComponent(id)}` : `#/${screen}`;
}

export function go(screen: Screen, id?: string): void {
  window.location.hash = address(screen, id);
}

function onChange(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

const currentHash = () => window.location.hash;

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onChange, currentHash));
}
