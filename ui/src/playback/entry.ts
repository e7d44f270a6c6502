import { lazy } from "../ui/lazy";
import type { ScreenEntry } from "../ui/screenEntry";

export const playback: ScreenEntry = {
  screen: "replay",
  Content: lazy(async () => (await import("./PlaybackScreen")).PlaybackScreen),
  isAnew: true,
  within: "history",
};
