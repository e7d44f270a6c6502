/** Asks before a start that could exceed the daily cap, wherever in the window it was triggered. */

import { type Backend, type Failure, Refusal } from "../backend/backend";
import { dollars } from "../strings/numbers";
import { sentences } from "../strings/phrases";
import { strings } from "../strings/strings";
import { ask } from "../ui/ask";

const w = strings.overCap;

function question(failure: Extract<Failure, { kind: "over_cap" }>) {
  const { most_usd, spent_usd, unknown, cap_usd } = failure;
  const most = most_usd === null || most_usd === undefined ? null : dollars(most_usd);
  const said = w.text(most, dollars(spent_usd), dollars(cap_usd));
  const text = sentences([said, unknown > 0 ? w.unknown(unknown) : null]);
  return { title: w.title, text, go: w.go };
}

/** Retries with the user's permission, if only that was missing. */
async function withLeave<Started>(
  backend: Backend,
  start: () => Promise<Started>,
): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    const isOver = error instanceof Refusal && error.failure.kind === "over_cap";
    if (!isOver || !(await ask(question(error.failure)))) throw error;
    await backend.allowOverCap();
    return start();
  }
}

/** The same port, asking the user when the engine needs permission to exceed the cap. */
export function askingOverCap(backend: Backend): Backend {
  return {
    ...backend,
    startRace: (plan, onEvent) => withLeave(backend, () => backend.startRace(plan, onEvent)),
    judgeRun: (id, judge, onEvent) =>
      withLeave(backend, () => backend.judgeRun(id, judge, onEvent)),
    startSweep: (draft, onNews) => withLeave(backend, () => backend.startSweep(draft, onNews)),
    resumeSweep: (id, budget, onNews) =>
      withLeave(backend, () => backend.resumeSweep(id, budget, onNews)),
  };
}
