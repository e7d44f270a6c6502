/** Badges of a run beside its prompt: simulated, stopped, interrupted. A finished run needs none. */

import type { RunState } from "../backend/backend";
import { runStateStories, runStates } from "../strings/results";
import { SimulatedTag, Tag } from "../ui/controls";

export function StateBadges({ state, simulated }: { state: RunState; simulated: boolean }) {
  return (
    <>
      {state === "finished" ? null : (
        <span title={runStateStories[state]}>
          <Tag tone={state === "interrupted" ? "bad" : "warn"}>{runStates[state]}</Tag>
        </span>
      )}
      {simulated ? <SimulatedTag className="leading-5" /> : null}
    </>
  );
}
