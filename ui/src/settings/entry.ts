import { Settings } from "lucide-react";
import { lazy } from "../ui/lazy";
import type { ScreenEntry } from "../ui/screenEntry";

export const settings: ScreenEntry = {
  screen: "settings",
  Content: lazy(async () => (await import("./SettingsScreen")).SettingsScreen),
  place: { icon: Settings, at: "foot" },
};
