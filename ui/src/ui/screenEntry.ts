/** The entry of a screen: everything that the window's frame knows about it. */

import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { PlacedScreen, Screen } from "../strings/screens";

interface ScreenContent {
  /** The component. `id` is what is open on it, if anything. */
  Content: ComponentType<{ id: string | null }>;
  /** Whether it is remounted for another id. */
  isAnew?: true;
}

/** A screen that the rail leads to. */
interface Placed extends ScreenContent {
  screen: PlacedScreen;
  place: { icon: LucideIcon; at: "top" | "foot" };
  within?: undefined;
}

/** A screen that is reached from another one, which the rail marks while this one is shown. */
interface Within extends ScreenContent {
  screen: Exclude<Screen, PlacedScreen>;
  place?: undefined;
  within: PlacedScreen;
}

export type ScreenEntry = Placed | Within;
