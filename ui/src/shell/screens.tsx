/**
 * The screens. The first one is part of the page; the others are read later, so that a start does not wait for what
 * nobody looks at yet.
 */

import type { ComponentType } from "react";
import { RaceScreen } from "../race/RaceScreen";
import { later } from "../ui/lazy";
import type { Route, Screen } from "../ui/route";

const screens: Record<Exclude<Screen, "race">, ComponentType<{ id: string | null }>> = {
  sweep: later(async () => (await import("../sweep/SweepScreen")).SweepScreen),
  history: later(async () => (await import("../history/HistoryScreen")).HistoryScreen),
  replay: later(async () => (await import("../playback/PlaybackScreen")).ReplayScreen),
  compare: later(async () => (await import("../compare/CompareScreen")).CompareScreen),
  providers: later(async () => (await import("../providers/ProvidersScreen")).ProvidersScreen),
  settings: later(async () => (await import("../settings/SettingsScreen")).SettingsScreen),
};

/** The screen that an address names. */
export function ScreenAt({ route }: { route: Route }) {
  if (route.screen === "race") return <RaceScreen />;
  const Shown = screens[route.screen];
  // A replay begins anew with another run; elsewhere what is open changes within the screen.
  return <Shown key={route.screen === "replay" ? route.id : route.screen} id={route.id} />;
}
