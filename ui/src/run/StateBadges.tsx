/** Badges of a run beside its prompt: simulated, imported, stopped, interrupted. A finished run needs none. */

import type { RunState } from "../backend/backend";
import { archive as w } from "../strings/history";
import { runStateStories, runStates } from "../strings/results";
import { SimulatedTag, Tag } from "../ui/controls";
import { tip } from "../ui/tip";

interface Props {
  state: RunState;
  simulated: boolean;
  imported?: boolean;
}

export function StateBadges({ state, simulated, imported = false }: Props) {
  return (
    <>
      {state === "finished" ? null : (
        <span {...tip(runStateStories[state])}>
          <Tag tone={state === "interrupted" ? "bad" : "warn"}>{runStates[state]}</Tag>
        </span>
      )}
      {imported ? (
        <span {...tip(w.importedStory)}>
          <Tag>{w.importedTag}</Tag>
        </span>
      ) : null}
      {simulated ? <SimulatedTag className="leading-5" /> : null}
    </>
  );
}
