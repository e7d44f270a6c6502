/** Shows what takes a noticeable part of a frame in the frame after the one that shows its surroundings. */

import { useEffect, useState } from "react";
import { painted } from "../backend/painted";

/** Whether a component has been painted since it is shown. */
export function usePainted(isShown = true): boolean {
  const [isPainted, setPainted] = useState(false);
  if (!isShown && isPainted) setPainted(false);
  useEffect(() => {
    if (!isShown) return;
    let isGone = false;
    void painted().then(() => {
      if (!isGone) setPainted(true);
    });
    return () => {
      isGone = true;
    };
  }, [isShown]);
  return isPainted && isShown;
}
