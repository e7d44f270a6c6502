/**
 * Marks the page while Ctrl or Cmd alone is held, so that each lane shows the digit that leads to it. At any other time a
 * number beside a lane is its rank.
 */

import { useEffect } from "react";
import { onMac } from "../ui/keyboard";
import "./heldKey.css";

/** Whoever presses a shortcut is quicker than this. */
const HELD_MS = 400;
const HELD = onMac ? "Meta" : "Control";

export function useHeldKey(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      clearTimeout(timer);
      delete dataset.held;
    };
    const onKey = ({ key, repeat }: KeyboardEvent) => {
      if (key === HELD && repeat) return;
      release();
      if (key === HELD)
        timer = setTimeout(() => {
          dataset.held = "";
        }, HELD_MS);
    };
    window.addEventListener("keydown", onKey);
    window.addEventListener("keyup", release);
    window.addEventListener("blur", release);
    return () => {
      release();
      window.removeEventListener("keydown", onKey);
      window.removeEventListener("keyup", release);
      window.removeEventListener("blur", release);
    };
  }, []);
}
