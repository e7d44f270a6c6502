/** The theme: the system's, until the user chooses. */

import { useSyncExternalStore } from "react";
import type { Preferences } from "../backend/backend";

type Theme = Preferences["theme"];

/** The last painted theme, so that the first paint of the next start need not wait for the settings. */
const STORED_AS = "paceline.theme";

export const NEXT_THEME: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

function stored(): Theme {
  const value = window.localStorage.getItem(STORED_AS);
  return value === "light" || value === "dark" ? value : "system";
}

const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

const watchers = new Set<() => void>();

function paint(theme: Theme): void {
  const dark = theme === "dark" || (theme === "system" && systemIsDark.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  for (const told of watchers) told();
}

function watch(told: () => void): () => void {
  watchers.add(told);
  return () => watchers.delete(told);
}

const shown = () => document.documentElement.dataset.theme ?? "light";

/** The theme that is painted now, `light` or `dark`: for drawing on a canvas, which takes no colours from CSS. */
export function useShownTheme(): string {
  return useSyncExternalStore(watch, shown);
}

/** Paints the window in a theme, now and at the next start. */
export function paintIn(theme: Theme): void {
  if (theme === "system") window.localStorage.removeItem(STORED_AS);
  else window.localStorage.setItem(STORED_AS, theme);
  paint(theme);
}

systemIsDark.addEventListener("change", () => paint(stored()));
paint(stored());
