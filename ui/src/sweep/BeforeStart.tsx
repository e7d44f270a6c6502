/** The forecast of a sweep before anything is sent, and the start button. */

import { Play } from "lucide-react";
import type { Failure, Forecast } from "../backend/backend";
import { useProviders } from "../backend/queries";
import { useDraft } from "../plan/draft";
import { contenderOf } from "../run/names";
import { count, dollars, UNKNOWN } from "../strings/numbers";
import { begun, commas } from "../strings/phrases";
import { said } from "../strings/said";
import { failureWords, strings } from "../strings/strings";
import { duration } from "../strings/sweep";
import { Button, Keys, Prose } from "../ui/controls";
import { address } from "../ui/route";
import { useSweepForm } from "./sweepDraft";

const w = strings.sweeps.before;

interface Fact {
  name: string;
  value: string;
  hint?: string;
  testId: string;
}

/** The lengths of its prompts: one, or from the shortest to the longest. */
function promptOf({ steps, prompt_tokens: each }: Forecast): string {
  const lengths = steps.flatMap(({ prompt }) => (prompt ? [prompt.tokens] : []));
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  return least < most ? w.promptsOf(least, most) : w.promptTokens(each);
}

function factsOf(forecast: Forecast, simulated: boolean, budgetUsd: number | null): Fact[] {
  const levels = count(forecast.most_levels);
  const { most_tokens, most_usd, expected_ms } = forecast;
  const known = (value: number | null | undefined): value is number =>
    value !== null && value !== undefined;
  const cost = known(most_usd) ? dollars(most_usd) : simulated ? w.noCost : w.noPrice;
  const facts: Fact[] = [
    { name: w.contenders, value: count(forecast.lanes), testId: "before-lanes" },
    {
      name: w.levels,
      value: forecast.is_ladder ? w.upTo(levels) : levels,
      testId: "before-levels",
    },
    { name: w.requests, value: count(forecast.requests), testId: "before-requests" },
    { name: w.prompt, value: promptOf(forecast), testId: "before-prompt" },
    {
      name: w.most,
      value: known(most_tokens) ? w.promptTokens(most_tokens) : w.noLimit,
      testId: "before-tokens",
    },
    { name: w.cost, value: cost, testId: "before-cost" },
    {
      name: w.time,
      value: known(expected_ms) ? w.about(duration(expected_ms)) : w.timeUnknown,
      hint: w.timeHint,
      testId: "before-time",
    },
  ];
  if (budgetUsd !== null) {
    facts.push({ name: w.budget, value: dollars(budgetUsd), testId: "before-budget" });
  }
  return facts;
}

function InTheWay({ forecast, refused }: { forecast: Forecast; refused: Failure | null }) {
  const lanes = useDraft((draft) => draft.lanes);
  const providers = useProviders();
  const missing = new Set(
    forecast.missing_keys.flatMap((place) => {
      const lane = lanes[place];
      return lane ? [contenderOf(providers)(lane).label] : [];
    }),
  );
  const whoseKey = lanes[forecast.missing_keys[0] ?? 0]?.provider;
  const told = refused ? failureWords(refused) : null;
  const problems = failureWords({ kind: "plan", problems: forecast.problems }).message;
  return (
    <div className="space-y-1.5 text-xs" role="status" data-testid="before-problems">
      {missing.size > 0 ? (
        <p className="text-warn">
          {w.missing(commas([...missing]))}{" "}
          <a className="underline" href={address("providers", whoseKey, "key")}>
            {w.addKey}
          </a>
        </p>
      ) : null}
      {problems ? <p className="text-warn">{problems}</p> : null}
      {(forecast.notes ?? []).map(({ lane, message }) => {
        const note = strings.race.preflight.laneProblem(lane + 1, begun(said(message)));
        return (
          <p key={note} className="text-soft">
            {note}
          </p>
        );
      })}
      {(forecast.prompt_notes ?? [])
        .map((each) => said(each))
        .map((note) => (
          <p key={note} className="text-soft">
            <Prose text={note} />
          </p>
        ))}
      {told && told.message !== problems ? (
        <p className="text-bad">
          {told.message} {told.fix}
        </p>
      ) : null}
    </div>
  );
}

interface BeforeStartProps {
  forecast: Forecast | undefined;
  refused: Failure | null;
  /** What has to end first, in words. */
  waits: string | null;
  busy: boolean;
  /** Whether the shown forecast is still that of the plan before its last change. */
  stale: boolean;
  onStart: () => void;
}

export function BeforeStart({ forecast, refused, waits, busy, stale, onStart }: BeforeStartProps) {
  const budgetUsd = useSweepForm((form) => form.budgetUsd);
  const lanes = useDraft((draft) => draft.lanes);
  const providers = useProviders();
  const running = lanes.filter((lane) => !lane.muted);
  const simulated =
    running.length > 0 && running.every((lane) => contenderOf(providers)(lane).simulated);
  const isReady =
    forecast !== undefined &&
    forecast.problems.length === 0 &&
    forecast.missing_keys.length === 0 &&
    waits === null;
  return (
    <aside
      aria-label={w.title}
      className="sticky top-0 flex w-64 shrink-0 flex-col gap-3 self-start border-t border-line bg-panel px-3 py-3"
    >
      <Button
        look="primary"
        size="main"
        disabled={!isReady || busy}
        data-testid="start-sweep"
        onClick={onStart}
      >
        <span className="flex items-center gap-2.5">
          <Play size={14} fill="currentColor" aria-hidden="true" />
          {w.start}
        </span>
        <Keys keys={["Mod", "Enter"]} />
      </Button>
      {forecast ? (
        <>
          <dl className="space-y-1 text-xs" aria-busy={stale}>
            {factsOf(forecast, simulated, budgetUsd).map(({ name, value, hint, testId }) => (
              <div key={name} className="flex items-baseline justify-between gap-3" title={hint}>
                <dt className="text-faint">{name}</dt>
                <dd
                  className={`text-right ${stale ? "text-faint" : "text-ink"}`}
                  data-testid={testId}
                >
                  {value || UNKNOWN}
                </dd>
              </div>
            ))}
          </dl>
          {forecast.unpriced.length > 0 ? (
            <p className="text-xs text-warn">{w.unpriced(forecast.unpriced.length)}</p>
          ) : null}
          <InTheWay forecast={forecast} refused={refused} />
        </>
      ) : (
        <p className="text-xs text-faint">{w.checking}</p>
      )}
      {waits ? <p className="text-xs text-warn">{waits}</p> : null}
    </aside>
  );
}
