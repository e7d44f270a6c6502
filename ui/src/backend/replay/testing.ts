/** A clock that tests hold in their hands. */

import type { ReplayClock } from "../replay";

export interface TestClock extends ReplayClock {
  /** Lets so many milliseconds pass, in steps of 33. */
  pass(ms: number): void;
}

export function testClock(): TestClock {
  let at = 0;
  const steps = new Set<() => void>();
  return {
    now: () => at,
    every: (_ms, step) => {
      steps.add(step);
      return () => steps.delete(step);
    },
    pass: (ms) => {
      for (const end = at + ms; at < end; ) {
        at += 33;
        for (const step of [...steps]) step();
      }
    },
  };
}
