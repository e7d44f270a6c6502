import { History } from "lucide-react";
import { lazy } from "../ui/lazy";
import type { ScreenEntry } from "../ui/screenEntry";

export const history: ScreenEntry = {
  screen: "history",
  Content: lazy(async () => (await import("./HistoryScreen")).HistoryScreen),
  place: { icon: History, at: "top" },
};
