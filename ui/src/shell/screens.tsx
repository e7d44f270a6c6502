/**
 * The screens. The first one is part of the page; the others are read later, so that a start does not wait for what
 * nobody looks at yet.
 */

import type { ComponentType } from "react";
import { RaceScreen } from "../race/RaceScreen";
import { lazy } from "../ui/lazy";
import type { Route, Screen } from "../ui/route";

const screens: Record<Exclude<Screen, "race">, ComponentType<{ id: string | null }>> = {
  sweep: lazy(async () => (await import("../sweep/SweepScreen")).SweepScreen),
  history: lazy(async () => (await import("../history/HistoryScreen")).HistoryScreen),
  replay: lazy(async () => (await import("../playback/PlaybackScreen")).PlaybackScreen),
  compare: lazy(async () => (await import("../compare/CompareScreen")).CompareScreen),
  providers: lazy(async () => (await import("../providers/ProvidersScreen")).ProvidersScreen),
  settings: lazy(async () => (await import("../settings/SettingsScreen")).SettingsScreen),
};

/** The screen that an address names. */
export function ScreenAt({ route }: { route: Route }) {
  if (route.screen === "race") return <RaceScreen />;
  const Shown = screens[route.screen];
  // A replay begins anew with another run; elsewhere what is open changes within the screen.
  return <Shown key={route.screen === "replay" ? route.id : route.screen} id={route.id} />;
}
