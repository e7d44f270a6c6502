/** Asks a judge about a race that is kept, or asks it what it was not asked before. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Gavel, Square } from "lucide-react";
import { Suspense } from "react";
import { type JudgePlan, Refusal, type Run, useBackend } from "../../backend/backend";
import { useRaceStore } from "../../run/raceStore";
import { commas, sentence, sentences } from "../../strings/phrases";
import { said } from "../../strings/said";
import { failureWords, strings } from "../../strings/strings";
import { Button } from "../../ui/controls";
import { lazy } from "../../ui/lazy";
import { PopoverButton } from "../../ui/PopoverButton";
import { useJudging } from "./judgingStore";

const w = strings.judge;

const JudgeForm = lazy(async () => (await import("./JudgeForm")).JudgeForm);

/** Whether there is anything left to judge: two lanes of a race that came to its own end, and pairs nobody was asked about. */
export function canBeJudged({ kind, state, lanes, judgement = null }: Run): boolean {
  const isLeft =
    judgement === null || (judgement.not_asked ?? 0) > 0 || judgement.votes.length === 0;
  return kind === "race" && state === "finished" && lanes.length > 1 && isLeft;
}

/** What asking this judge would take, or why it cannot be asked. */
function Before({ id, judge }: { id: string; judge: JudgePlan }) {
  const backend = useBackend();
  const { data, error } = useQuery({
    queryKey: ["judge forecast", id, judge],
    queryFn: () => backend.judgeForecast(id, judge),
    retry: false,
    gcTime: 0,
  });
  const refused = error instanceof Refusal ? failureWords(error.failure) : null;
  if (refused)
    return <p className="text-xs text-warn">{sentences([refused.message, refused.fix])}</p>;
  if (!data) return null;
  const [problem] = data.problems;
  if (problem) return <p className="text-xs text-warn">{said(problem.message)}</p>;
  const cost = data.most_usd ?? null;
  const parts = [
    w.atMost(data.requests),
    cost === null ? null : strings.race.preflight.mostCost(cost),
    data.unpriced ? w.unpriced : null,
  ];
  return (
    <p className="text-xs text-soft" data-testid="judge-forecast">
      {sentence(commas(parts.filter((part) => part !== null)))}
    </p>
  );
}

export function AskJudge({ run }: { run: Run }) {
  const backend = useBackend();
  const client = useQueryClient();
  const { id, progress, trouble, ask, stop } = useJudging();
  const racing = useRaceStore((store) => store.busy);
  if (id === run.id) {
    return (
      <span className="flex items-center gap-2 text-xs text-soft" data-testid="being-judged">
        <span role="status">{progress ? w.judging(progress.ended, progress.of) : w.asking}</span>
        <Button
          size="small"
          look="quiet"
          data-testid="stop-judge"
          onClick={() => void stop(backend)}
        >
          <Square size={11} aria-hidden="true" fill="currentColor" />
          {w.stop}
        </Button>
      </span>
    );
  }
  const why = trouble?.id === run.id ? failureWords(trouble.failure) : null;
  if (!canBeJudged(run)) return null;
  return (
    <span className="flex items-center gap-2">
      {why ? (
        <span role="alert" className="max-w-80 truncate text-xs text-warn" title={why.message}>
          {sentences([why.message, why.fix])}
        </span>
      ) : null}
      {id !== null || racing ? null : (
        <PopoverButton
          title={run.judgement ? w.askRest : w.add}
          hint={w.laterHint}
          testId="ask-judge-later"
          panelTestId="judge-later-panel"
          panel="w-[380px] p-3"
          className="h-7 border border-line-strong bg-panel px-2.5 text-ink"
          face={
            <>
              <Gavel size={13} aria-hidden="true" />
              <span className="max-[1100px]:sr-only">{run.judgement ? w.askRest : w.add}</span>
            </>
          }
        >
          {(close) => (
            <Suspense fallback={null}>
              <JudgeForm
                known={run.plan.judge ?? null}
                before={(judge) => <Before id={run.id} judge={judge} />}
                onAsk={(judge) => {
                  close();
                  void ask(backend, client, run.id, judge);
                }}
              />
            </Suspense>
          )}
        </PopoverButton>
      )}
    </span>
  );
}
