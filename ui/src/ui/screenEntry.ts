/** The entry of a screen: everything that the window's frame knows about it. */

import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { ScreenAction } from "./keyboard";
import type { Screen } from "./route";

export interface ScreenEntry {
  /** Its name in an address. */
  screen: Screen;
  /** What is drawn. `id` is what is open on it, if anything. */
  Shown: ComponentType<{ id: string | null }>;
  /** Where the rail leads to it; absent for one that is reached from another screen. */
  place?: { icon: LucideIcon; action: ScreenAction; at: "top" | "foot" };
  /** Whether it begins anew with another id. */
  isAnew?: true;
  /** The screen that the rail marks while this one is shown, where it has no place of its own. */
  within?: Screen;
}
