import { KeyRound } from "lucide-react";
import { lazy } from "../ui/lazy";
import type { ScreenEntry } from "../ui/screenEntry";

export const providers: ScreenEntry = {
  screen: "providers",
  Content: lazy(async () => (await import("./ProvidersScreen")).ProvidersScreen),
  place: { icon: KeyRound, at: "top" },
};
