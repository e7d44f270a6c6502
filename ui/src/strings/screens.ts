/**
 * Every screen, by its name in an address: its display name, and its keys; null for one that is reached from another
 * screen. A new screen is a row here and its entry in `shell/screens.tsx`.
 */

import { texts } from "./texts";

const names = texts().screenNames;

export const screens = {
  race: { name: names.race, keys: ["Mod", "1"] },
  sweep: { name: names.sweep, keys: ["Mod", "2"] },
  history: { name: names.history, keys: ["Mod", "3"] },
  compare: { name: names.compare, keys: ["Mod", "4"] },
  watch: { name: names.watch, keys: ["Mod", "6"] },
  providers: { name: names.providers, keys: ["Mod", "5"] },
  settings: { name: names.settings, keys: ["Mod", ","] },
  replay: null,
} as const satisfies Record<string, { name: string; keys: readonly string[] } | null>;

export type Screen = keyof typeof screens;

/** A screen with a place in the rail. */
export type PlacedScreen = {
  [Each in Screen]: (typeof screens)[Each] extends null ? never : Each;
}[Screen];

/** Goes to a screen. */
export type ScreenAction = `show${Capitalize<PlacedScreen>}`;

/** The action that goes to a screen. */
export function actionOf(screen: PlacedScreen): ScreenAction {
  return `show${screen[0]?.toUpperCase()}${screen.slice(1)}` as ScreenAction;
}

const PLACED = Object.entries(screens).flatMap(([screen, place]) =>
  place ? [{ action: actionOf(screen as PlacedScreen), ...place }] : [],
);

/** The keys of every screen, in the order of the rail. */
export const screenKeys: readonly { action: ScreenAction; keys: readonly string[] }[] = PLACED;
