import { Timer } from "lucide-react";
import type { ScreenEntry } from "../ui/screenEntry";
import { RaceScreen } from "./RaceScreen";

/** The first screen is part of the page; the others are loaded later. */
export const race: ScreenEntry = {
  screen: "race",
  Content: RaceScreen,
  place: { icon: Timer, at: "top" },
};
