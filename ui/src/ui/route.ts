/** The route, kept in the address so that every screen and run can be linked to. */

import { useSyncExternalStore } from "react";
import { type Screen, screens } from "../strings/screens";

export type { Screen } from "../strings/screens";

export interface Route {
  screen: Screen;
  /** The run, provider or part that is open or played back, if any. */
  id: string | null;
  /** The lane that a link names, from 0; the link counts from 1, as people do. */
  lane: number | null;
  /** The field to focus, if any. */
  at: string | null;
}

const HOME: Route = { screen: "race", id: null, lane: null, at: null };

function isScreen(name: string): name is Screen {
  return Object.hasOwn(screens, name);
}

/** Reads an address such as `#/history/ID?lane=2`; null for an invalid one. */
export function readRoute(hash: string): Route | null {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [screen = "", given = "", ...rest] = path.split("/");
  if (!isScreen(screen) || rest.some(Boolean)) return null;
  const asked = new URLSearchParams(query);
  const lane = Number(asked.get("lane") ?? Number.NaN);
  const at = asked.get("at") || null;
  try {
    const id = decodeURIComponent(given) || null;
    return { screen, id, lane: Number.isInteger(lane) && lane >= 1 ? lane - 1 : null, at };
  } catch {
    // A percent sign that encodes nothing.
    return null;
  }
}

/** A finished race is a run, and runs are shown in the history. */
function resolved(route: Route): Route {
  return route.screen === "race" && route.id ? { ...route, screen: "history" } : route;
}

/** As [`readRoute`]; anything unknown is the Race screen. */
export function parseRoute(hash: string): Route {
  const route = readRoute(hash);
  return route ? resolved(route) : HOME;
}

/** `at` is the field to focus. */
export function address(screen: Screen, id?: string, at?: string): string {
  const path = id ? `#/${screen}/${encodeURIComponent(id)}` : `#/${screen}`;
  return at ? `${path}?at=${encodeURIComponent(at)}` : path;
}

export function go(screen: Screen, id?: string, at?: string): void {
  window.location.hash = address(screen, id, at);
}

/** Follows a link such as `history/ID`; `false` for an invalid one. */
export function follow(link: string): boolean {
  if (!readRoute(link)) return false;
  window.location.hash = `#/${link}`;
  return true;
}

function onChange(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

const currentHash = () => window.location.hash;

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(onChange, currentHash));
}
