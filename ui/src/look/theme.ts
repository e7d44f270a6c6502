/** Light or dark: as the system says, until the person chooses. */

import { create } from "zustand";

export type Theme = "system" | "light" | "dark";

const STORED_AS = "paceline.theme";
const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

function stored(): Theme {
  const value = window.localStorage.getItem(STORED_AS);
  return value === "light" || value === "dark" ? value : "system";
}

const systemIsDark = window.matchMedia("(prefers-color-scheme: dark)");

function paint(theme: Theme): void {
  const dark = theme === "dark" || (theme === "system" && systemIsDark.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

interface ThemeState {
  theme: Theme;
  turn: () => void;
}

export const useTheme = create<ThemeState>()((set, get) => ({
  theme: stored(),
  turn: () => {
    const theme = NEXT[get().theme];
    if (theme === "system") window.localStorage.removeItem(STORED_AS);
    else window.localStorage.setItem(STORED_AS, theme);
    paint(theme);
    set({ theme });
  },
}));

systemIsDark.addEventListener("change", () => paint(useTheme.getState().theme));
paint(stored());
