/**
 * The screens. The first one is part of the page; the others are read when they are shown for the first time, or as soon
 * as the window has nothing else to do, so that a start does not wait for what nobody looks at yet.
 */

import { type ComponentType, lazy } from "react";
import { RaceScreen } from "./race/RaceScreen";
import type { Route, Screen } from "./route";

type Shown = ComponentType<{ id: string | null }>;

const later: Record<Exclude<Screen, "race">, () => Promise<{ default: Shown }>> = {
  sweep: async () => ({ default: (await import("./sweep/SweepScreen")).SweepScreen }),
  history: async () => ({ default: (await import("./history/HistoryScreen")).HistoryScreen }),
  replay: async () => ({ default: (await import("./replay/ReplayScreen")).ReplayScreen }),
  compare: async () => ({ default: (await import("./compare/CompareScreen")).CompareScreen }),
  providers: async () => ({
    default: (await import("./providers/ProvidersScreen")).ProvidersScreen,
  }),
  settings: async () => ({ default: (await import("./settings/SettingsScreen")).SettingsScreen }),
};

const screens: Record<Exclude<Screen, "race">, Shown> = {
  sweep: lazy(later.sweep),
  history: lazy(later.history),
  replay: lazy(later.replay),
  compare: lazy(later.compare),
  providers: lazy(later.providers),
  settings: lazy(later.settings),
};

/** Reads the screens that have not been shown yet. */
export function readAhead(): void {
  for (const read of Object.values(later)) void read();
}

/** The screen that an address names. */
export function ScreenAt({ route }: { route: Route }) {
  if (route.screen === "race") return <RaceScreen />;
  const Shown = screens[route.screen];
  // A replay begins anew with another run; elsewhere what is open changes within the screen.
  return <Shown key={route.screen === "replay" ? route.id : route.screen} id={route.id} />;
}
