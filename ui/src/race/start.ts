/** Starts races from anywhere: the button, a key, a card. */

import type { Backend, Plan, Problem } from "../backend/backend";
import { askedLanes } from "../plan/askedLanes";
import { planOf, useDraft } from "../plan/draft";
import { fillIn, hasVariables } from "../plan/filled";
import { unreadable } from "../plan/limits";
import type { Contender } from "../run/race";
import { useRaceStore } from "../run/raceStore";
import { briefly, firstWords } from "../run/request/payload";
import { sendsTheSame } from "../run/sameRequests";
import { AGAIN_ROUNDS, MOST_UNTIL_SETTLED } from "../run/view";
import { verbatim } from "../strings/said";
import { strings } from "../strings/strings";
import { ask } from "../ui/ask";
import { costWords, runnable } from "./Preflighted";

const w = strings.race.earlier;

type Contenders = (lane: Plan["lanes"][number]) => Contender;

function refuse(problem: Problem): void {
  useRaceStore.setState({ refused: { kind: "plan", problems: [problem] } });
}

/** Starts a plan with the lanes that can race, as announced on the button. */
async function startWhatCan(backend: Backend, plan: Plan, contender: Contenders): Promise<void> {
  const { start } = useRaceStore.getState();
  await start(backend, plan, contender);
  const { refused } = useRaceStore.getState();
  if (refused?.kind !== "plan") return;
  const others = runnable(plan, { problems: refused.problems, missing_keys: [] });
  if (others !== plan) await start(backend, others, contender);
}

/** Races the composer's plan, with its variables filled in. */
export async function raceDraft(
  backend: Backend,
  contender: Contenders,
  repeat?: number,
): Promise<void> {
  const draft = useDraft.getState();
  const plan = { ...planOf(draft), ...(repeat ? { repeat } : {}) };
  const wrong = unreadable(plan);
  if (wrong) return refuse({ lane: null, message: verbatim(wrong) });
  if (!draft.templated || !hasVariables(plan)) return startWhatCan(backend, plan, contender);
  const filled = await fillIn(backend, plan, draft.values);
  if (filled.problem) return refuse(filled.problem);
  return startWhatCan(backend, filled.plan, contender);
}

/** Asks whether to race a plan other than the composer's, stating what it is and costs. */
async function mayRaceEarlier(backend: Backend, plan: Plan, contender: Contenders) {
  const draft = planOf(useDraft.getState());
  const racing = plan.lanes.filter(({ muted }) => !muted);
  const isFree = askedLanes(plan).every((lane) => contender(lane).simulated);
  if (isFree || sendsTheSame(plan, draft)) return true;
  const preflight = await backend.preflight(plan);
  const most = (preflight.most_usd ?? null) === null ? w.unknownCost : costWords(preflight, false);
  return ask({
    title: w.title,
    text: w.text(briefly(firstWords(plan)), racing.length, preflight.requests, most),
    go: w.go(plan.repeat),
  });
}

/** Races the plan on the stage again or, before the first race, the composer's. */
async function raceStaged(
  backend: Backend,
  contender: Contenders,
  how: Pick<Plan, "repeat" | "until_settled">,
): Promise<void> {
  const { store, busy, start } = useRaceStore.getState();
  const plan = store?.now().run?.plan;
  if (busy || !plan) return;
  const again = { ...plan, until_settled: undefined, ...how };
  if (await mayRaceEarlier(backend, again, contender)) await start(backend, again, contender);
}

/** Races the lanes that raced last again, in several rounds; before the first race, those in the composer. */
export async function raceAgain(backend: Backend, contender: Contenders): Promise<void> {
  if (!useRaceStore.getState().store?.now().run) return raceDraft(backend, contender, AGAIN_ROUNDS);
  return raceStaged(backend, contender, { repeat: AGAIN_ROUNDS });
}

/** Races the lanes that raced last until the lowest TTFT is settled. */
export function raceUntilSettled(backend: Backend, contender: Contenders): Promise<void> {
  return raceStaged(backend, contender, { repeat: MOST_UNTIL_SETTLED, until_settled: "ttft_ms" });
}
