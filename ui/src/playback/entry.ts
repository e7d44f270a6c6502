import { lazy } from "../ui/lazy";
import type { ScreenEntry } from "../ui/screenEntry";

export const playback: ScreenEntry = {
  screen: "replay",
  Shown: lazy(async () => (await import("./PlaybackScreen")).PlaybackScreen),
  isAnew: true,
  within: "history",
};
