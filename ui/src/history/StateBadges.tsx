/** What a run was, beside its prompt: simulated, stopped, interrupted. A plain finished run needs no badge. */

import type { RunState } from "../backend/backend";
import { SimulatedTag, Tag } from "../look/controls";
import { runStateStories, runStates } from "../words/results";

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
