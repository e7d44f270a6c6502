import { ChartScatter } from "lucide-react";
import { lazy } from "../ui/lazy";
import type { ScreenEntry } from "../ui/screenEntry";

export const compare: ScreenEntry = {
  screen: "compare",
  Content: lazy(async () => (await import("./CompareScreen")).CompareScreen),
  place: { icon: ChartScatter, at: "top" },
};
