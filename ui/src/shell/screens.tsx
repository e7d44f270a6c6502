/** The screens, in the order of the rail. */

import { compare } from "../compare/entry";
import { history } from "../history/entry";
import { playback } from "../playback/entry";
import { providers } from "../providers/entry";
import { race } from "../race/entry";
import { settings } from "../settings/entry";
import { sweep } from "../sweep/entry";
import type { Route, Screen } from "../ui/route";
import type { ScreenEntry } from "../ui/screenEntry";
import { watch } from "../watch/entry";

export const SCREENS: readonly ScreenEntry[] = [
  race,
  sweep,
  history,
  compare,
  watch,
  providers,
  settings,
  playback,
];

function entryOf(screen: Screen): ScreenEntry {
  return SCREENS.find((entry) => entry.screen === screen) ?? race;
}

/** The screen that the rail marks as the current one. */
export function placeOf(screen: Screen): Screen {
  return entryOf(screen).within ?? screen;
}

/** The screen that an address names. */
export function ScreenAt({ route }: { route: Route }) {
  const { screen, Content, isAnew } = entryOf(route.screen);
  return <Content key={isAnew ? route.id : screen} id={route.id} />;
}
