/** The preflight summary: maximum cost, obstacles, and notes. */

import type { Failure, Plan, Preflight } from "../backend/backend";
import { useDraft } from "../plan/draft";
import { LaneProblems, useLeavable } from "../plan/LaneProblems";
import { PlanNotes } from "../plan/PlanNotes";
import { commas, sentence, sentences } from "../strings/phrases";
import { said } from "../strings/said";
import { failureWords, strings } from "../strings/strings";
import { address } from "../ui/route";

const w = strings.race.preflight;

export interface BeforeRace {
  preflight: Preflight | undefined;
  /** The same of the lanes that would start, which is what is raced and paid for. */
  starting: Preflight | undefined;
  /** Why the plan cannot be checked at all: an invalid number, or a variable without a value. */
  unready: string | null;
  /** Why the last start was refused. */
  refused: Failure | null;
  /** How many lanes can race while others cannot; null if all can, or none. */
  others: number | null;
  /** Whether every lane that will run is simulated. */
  simulated: boolean;
}

type Obstacles = Pick<Preflight, "problems" | "missing_keys">;

/** The lanes that cannot start, by index; includes null if the whole plan cannot. */
function keptOut({ problems, missing_keys }: Obstacles): Set<number | null> {
  return new Set([...missing_keys, ...problems.map(({ lane }) => lane ?? null)]);
}

/** The plan as it would be raced: lanes that cannot start are muted, if others remain. */
export function runnable(plan: Plan, obstacles: Obstacles | undefined): Plan {
  if (!obstacles || othersOf(plan.lanes, obstacles) === null) return plan;
  const kept = keptOut(obstacles);
  const lanes = plan.lanes.map((lane, place) =>
    kept.has(place) ? { ...lane, muted: true } : lane,
  );
  return { ...plan, lanes };
}

/** Whether a press of Race would start nothing. */
export function isBlocked({ preflight, unready, others }: BeforeRace): boolean {
  const isKept = preflight !== undefined && keptOut(preflight).size > 0;
  return unready !== null || (isKept && others === null);
}

/** The number of lanes that can race although others cannot; null if all can, or none. */
export function othersOf(
  lanes: readonly { muted: boolean }[],
  obstacles: Obstacles,
): number | null {
  const kept = keptOut(obstacles);
  if (kept.size === 0 || kept.has(null)) return null;
  const left = lanes.filter(({ muted }, place) => !muted && !kept.has(place)).length;
  return left > 0 ? left : null;
}

const isKnown = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined;

/** The maximum cost of a plan, in words. */
export function costWords(preflight: Preflight, simulated: boolean): string {
  const { most_usd, most_tokens, unpriced, lanes } = preflight;
  if (isKnown(most_usd)) return w.mostCost(most_usd);
  if (simulated) return w.noCost;
  if (unpriced.length >= lanes) return w.noPrice;
  // With a limit on tokens there is one on cost, which images and the like keep from being known.
  return isKnown(most_tokens) ? w.costUnknown : w.noCostLimit;
}

function Allowance({ preflight, simulated }: { preflight: Preflight; simulated: boolean }) {
  const { lanes, requests, most_tokens, most_usd, unpriced, judge = null } = preflight;
  const parts = [
    w.lanes(lanes, requests),
    judge ? strings.judge.requests(judge.requests) : null,
    isKnown(most_tokens) ? w.mostTokens(most_tokens) : w.noLimit,
    costWords(preflight, simulated),
  ];
  return (
    <>
      <p className="text-soft">{parts.filter((part) => part !== null).join(" · ")}</p>
      {isKnown(most_usd) && unpriced.length > 0 ? (
        <p className="text-warn">{w.unpriced(unpriced.length)}</p>
      ) : null}
      {judge?.unpriced ? <p className="text-warn">{strings.judge.unpriced}</p> : null}
    </>
  );
}

function MissingKeys({ lanes }: { lanes: readonly number[] }) {
  const [first] = lanes;
  const whoseKey = useDraft((draft) => draft.lanes[first ?? 0]?.provider);
  if (lanes.length === 0) return null;
  return (
    <p className="text-warn">
      {sentence(w.missingKeys(lanes.length))}{" "}
      <a className="underline" href={address("providers", whoseKey, "key")}>
        {w.addKey}
      </a>
    </p>
  );
}

const NO_PROBLEMS: Preflight["problems"] = [];

/** From this many characters on, what is wrong is one press away, as is what can be left out. */
const LONG_PROBLEM = 100;

/** The obstacles to a start, in full, because their end says what to do. */
function Obstacles({ preflight, unready, refused, others }: BeforeRace) {
  const problems = preflight?.problems ?? NO_PROBLEMS;
  const { own, marks } = useLeavable(problems);
  const ofLanes = problems.filter(({ lane }) => typeof lane === "number");
  const length = ofLanes.reduce((sum, { message }) => sum + said(message).length, 0);
  const isBehindPress =
    ofLanes.length === problems.length &&
    ofLanes.length > 0 &&
    (length > LONG_PROBLEM || own !== null || marks !== null);
  const failure = refused ?? (problems[0] ? { kind: "plan" as const, problems } : null);
  const told = unready ? { message: unready, fix: null } : failure && failureWords(failure);
  const places = preflight
    ? [...keptOut(preflight)].filter(isKnown).sort((one, other) => one - other)
    : [];
  const isPartial = others !== null && unready === null;
  if (!told && !isPartial) return null;
  return (
    <div className="text-warn" role="status">
      {isBehindPress && !unready ? (
        <LaneProblems problems={ofLanes} />
      ) : (
        sentences([told?.message, told?.fix])
      )}{" "}
      {isPartial ? (
        <span className={isBehindPress ? "block" : undefined}>
          {strings.race.goNote(commas(places.map((place) => `${place + 1}`)), places.length)}
        </span>
      ) : null}
    </div>
  );
}

export function Preflighted(check: BeforeRace) {
  const { preflight, starting, unready, simulated } = check;
  return (
    <div data-testid="preflight" className="flex flex-1 flex-col text-xs leading-4">
      {starting && !unready ? <Allowance preflight={starting} simulated={simulated} /> : null}
      {preflight || unready ? null : <p className="text-faint">{strings.race.checking}</p>}
      <MissingKeys lanes={preflight?.missing_keys ?? []} />
      <Obstacles {...check} />
      <PlanNotes notes={preflight?.notes ?? []} />
    </div>
  );
}
