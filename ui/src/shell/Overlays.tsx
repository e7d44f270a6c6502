/** Overlays above the screens, loaded when first opened. */

import { Suspense } from "react";
import { useQuestion } from "../ui/ask";
import type { Meaning } from "../ui/keyboard";
import { lazy, useEverOpen } from "../ui/lazy";
import { Tips } from "../ui/Tips";
import type { Overlay } from "./handlers";

const AskDialog = lazy(async () => (await import("../ui/AskDialog")).AskDialog);
const Palette = lazy(async () => (await import("../palette/Palette")).Palette);
const ShortcutSheet = lazy(async () => (await import("./ShortcutSheet")).ShortcutSheet);

interface OverlaysProps {
  overlay: Overlay | null;
  setOverlay: (overlay: Overlay | null) => void;
  act: (meant: Meaning) => void;
}

export function Overlays({ overlay, setOverlay, act }: OverlaysProps) {
  const isAsked = useQuestion(({ open }) => open !== null);
  const isSheet = overlay === "sheet";
  const isPalette = overlay === "palette";
  const onOpenChange = (which: Overlay) => (open: boolean) => setOverlay(open ? which : null);
  const shows = {
    ask: useEverOpen(isAsked),
    sheet: useEverOpen(isSheet),
    palette: useEverOpen(isPalette),
  };
  return (
    <Suspense fallback={null}>
      {shows.sheet ? <ShortcutSheet open={isSheet} onOpenChange={onOpenChange("sheet")} /> : null}
      {shows.palette ? (
        <Palette open={isPalette} onOpenChange={onOpenChange("palette")} act={act} />
      ) : null}
      {shows.ask ? <AskDialog /> : null}
      <Tips />
    </Suspense>
  );
}
