/** What a run was, beside its prompt: simulated, stopped, interrupted. A plain finished run needs no badge. */

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
