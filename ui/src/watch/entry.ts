import { Radar } from "lucide-react";
import { lazy } from "../ui/lazy";
import type { ScreenEntry } from "../ui/screenEntry";

export const watch: ScreenEntry = {
  screen: "watch",
  Content: lazy(async () => (await import("./WatchScreen")).WatchScreen),
  place: { icon: Radar, at: "top" },
};
