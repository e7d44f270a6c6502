/** The verdict, said aloud. */

import { useEffect, useRef } from "react";
import { announce } from "../../ui/announcer";
import type { Race } from "../race";

/** Announces `told` once to users who followed the race; the verdict of a run opened from the history is a heading. */
export function useSpoken(
  { stage }: Pick<Race, "stage">,
  told: { headline: string; rest: string } | null,
): void {
  const followed = useRef(false);
  const text = stage === "ended" && told ? `${told.headline} ${told.rest}` : null;
  useEffect(() => {
    if (stage === "running") followed.current = true;
    if (text === null || !followed.current) return;
    followed.current = false;
    announce(text);
  }, [stage, text]);
}
