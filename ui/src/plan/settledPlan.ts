/** The plan of the draft, once the user pauses. */

import { startTransition, useEffect, useState } from "react";
import { shallow } from "zustand/shallow";
import type { Plan } from "../backend/backend";
import { planOf, useDraft } from "./draft";

const SETTLE_MS = 250;

/**
 * The composer's plan once it has not changed for a moment. The screen is not drawn for each key in between: with a long
 * request that would be felt.
 */
export function useSettledPlan(): Plan {
  const [plan, setPlan] = useState<Plan>(() => planOf(useDraft.getState()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      const next = planOf(useDraft.getState());
      // Drawn in slices of frames: all of the screen follows from the plan, also while a sheet covers it.
      startTransition(() => setPlan((now) => (shallow(now, next) ? now : next)));
    };
    const stop = useDraft.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLE_MS);
    });
    settle();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return plan;
}
