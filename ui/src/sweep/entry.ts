import { ChartSpline } from "lucide-react";
import { lazy } from "../ui/lazy";
import type { ScreenEntry } from "../ui/screenEntry";

export const sweep: ScreenEntry = {
  screen: "sweep",
  Content: lazy(async () => (await import("./SweepScreen")).SweepScreen),
  place: { icon: ChartSpline, at: "top" },
};
