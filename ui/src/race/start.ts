/** Starts races from anywhere: the button, a key, a card. */

import type { Backend, Plan, Problem } from "../backend/backend";
import { hasVariables } from "../backend/library";
import { planOf, useDraft } from "../plan/draft";
import type { Contender } from "../run/race";
import { useRaceStore } from "../run/raceStore";
import { AGAIN_ROUNDS, MOST_UNTIL_SETTLED } from "../run/view";

type Contenders = (lane: Plan["lanes"][number]) => Contender;

function refuse(problem: Problem): void {
  useRaceStore.setState({ refused: { kind: "plan", problems: [problem] } });
}

/** Races what is in the composer, its variables filled. */
export async function raceDraft(
  backend: Backend,
  contender: Contenders,
  repeat?: number,
): Promise<void> {
  const draft = useDraft.getState();
  const plan = { ...planOf(draft), ...(repeat ? { repeat } : {}) };
  const { start } = useRaceStore.getState();
  if (!hasVariables(plan)) return start(backend, plan, contender);
  const filled = await backend.fill(plan, draft.values);
  if (filled.problem) return refuse(filled.problem);
  return start(backend, filled.plan, contender);
}

/** Races the lanes that raced last again, in several rounds; before the first race, those of the composer. */
export async function raceAgain(backend: Backend, contender: Contenders): Promise<void> {
  const { store, busy, start } = useRaceStore.getState();
  if (busy) return;
  const plan = store?.now().run?.plan;
  if (!plan) return raceDraft(backend, contender, AGAIN_ROUNDS);
  return start(backend, { ...plan, repeat: AGAIN_ROUNDS, until_settled: undefined }, contender);
}

/** Races the lanes that raced last until the lowest TTFT is settled. */
export async function raceUntilSettled(backend: Backend, contender: Contenders): Promise<void> {
  const { store, busy, start } = useRaceStore.getState();
  const plan = store?.now().run?.plan;
  if (busy || !plan) return;
  return start(
    backend,
    { ...plan, repeat: MOST_UNTIL_SETTLED, until_settled: "ttft_ms" },
    contender,
  );
}
