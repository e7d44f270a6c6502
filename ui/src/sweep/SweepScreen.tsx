/** The Sweep screen: a plan, the running sweep, and the results of any sweep. */

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { Refusal, type SweepDraft, useBackend } from "../backend/backend";
import { keys, useForecast, useSweep } from "../backend/queries";
import { useDraft } from "../plan/draft";
import { LineUp } from "../plan/LineUp";
import { useRaceStore } from "../run/raceStore";
import { failureWords, strings } from "../strings/strings";
import { Button, Empty } from "../ui/controls";
import { address, go } from "../ui/route";
import { tip } from "../ui/tip";
import { AskedSection } from "./AskedSection";
import { BeforeStart } from "./BeforeStart";
import { Card } from "./Choice";
import { SweepExample } from "./Example";
import { InterruptedSweep } from "./InterruptedSweep";
import { AnswersSection, LimitsSection, LoadSection } from "./LoadSection";
import { Matrix } from "./Matrix";
import { Findings, Notes } from "./Notes";
import { RunHeader } from "./RunHeader";
import { SweepCharts } from "./SweepCharts";
import { SweepQuestions } from "./SweepQuestions";
import { startDrafted } from "./start";
import { SMALL, sweepOf, useSweepForm } from "./sweepDraft";
import { type SweepState, useSweepStore } from "./sweepStore";

const w = strings.sweeps;
const SETTLE_MS = 250;

/** The sweep of the form; the same object until one of its parts changes. */
function useDraftedSweep(): SweepDraft {
  const form = useSweepForm();
  const line = useDraft();
  return useMemo(() => sweepOf(form, line), [form, line]);
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function Plan() {
  const backend = useBackend();
  const draft = useDraftedSweep();
  const settled = useSettled(draft);
  const { data: forecast, isPlaceholderData } = useForecast(settled);
  const { shown, busy, asked, refused, start, clearRefusal } = useSweepStore();
  const racing = useRaceStore((state) => state.busy);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the plan is only a trigger.
  useEffect(() => clearRefusal, [forecast, clearRefusal]);

  return (
    <div className="h-full overflow-y-auto p-3.5 max-[1100px]:p-2.5">
      <div className="mb-2.5 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <h1 className="text-lg font-semibold">{w.title}</h1>
        <p className="min-w-[min(18rem,100%)] flex-1 text-xs text-faint">{w.what}</p>
        {shown ? (
          <a
            className="text-xs text-accent underline"
            href={address("sweep", shown.curves.id)}
            data-testid="last-sweep"
          >
            {busy ? w.status(shown.curves.lanes.length) : w.results}
          </a>
        ) : (
          <Button
            {...tip(w.trySmallHint)}
            disabled={busy || racing}
            data-testid="small-sweep"
            onClick={async () => {
              const id = await start(backend, SMALL);
              if (id) go("sweep", id);
            }}
          >
            {w.trySmall}
          </Button>
        )}
      </div>
      {shown ? null : <InterruptedSweep />}
      <div className="flex items-start gap-2.5 max-[640px]:flex-col max-[640px]:items-stretch">
        <div className="flex min-w-0 flex-1 flex-col gap-2.5">
          <Card title={w.contenders} hint={w.contendersHint}>
            <LineUp />
          </Card>
          <AskedSection />
          <AnswersSection forecast={forecast} />
          <LoadSection />
          <LimitsSection />
          {shown ? null : <SweepExample />}
        </div>
        <BeforeStart
          forecast={forecast}
          refused={refused}
          waits={asked ? strings.checks.commands.asking : racing ? w.before.racing : null}
          busy={busy}
          stale={isPlaceholderData || settled !== draft}
          onStart={() => void startDrafted(backend)}
        />
      </div>
    </div>
  );
}

function Results({ shown, isLive }: { shown: SweepState; isLive: boolean }) {
  const { curves, frame, questions = null } = shown;
  const hasPoints = curves.lanes.some((lane) => lane.points.length > 0);
  return (
    <div
      className="flex h-full flex-col gap-2.5 overflow-y-auto p-3.5 *:shrink-0 max-[1100px]:p-2.5"
      data-testid={`sweep-${curves.id}`}
    >
      <RunHeader shown={shown} isLive={isLive} />
      {/* While it runs, its progress comes first; then what it found. */}
      {isLive ? <Matrix curves={curves} frame={frame} /> : null}
      {hasPoints ? (
        <>
          <Findings curves={curves} />
          <Charts shown={shown} />
        </>
      ) : (
        <p className="p-8 text-center text-xs text-faint">{w.noResults}</p>
      )}
      {isLive ? null : <Matrix curves={curves} frame={frame} />}
      {questions ? <SweepQuestions curves={curves} view={questions} /> : null}
      <Notes curves={curves} />
    </div>
  );
}

/** The charts follow the levels, not the frames: ten redraws a second would be wasted. */
function Charts({ shown }: { shown: SweepState }) {
  const { curves } = shown;
  return useMemo(() => <SweepCharts curves={curves} />, [curves]);
}

function StoredSweep({ id }: { id: string }) {
  const { data, error, isPending } = useSweep(id, true);
  if (data) return <Results shown={data} isLive={false} />;
  if (isPending) return <p className="p-4 text-soft">{w.run.loading}</p>;
  const reason =
    error instanceof Refusal ? failureWords(error.failure).message : strings.trouble.unexpected;
  return (
    <Empty title={w.run.gone}>
      <p className="text-soft">{reason}</p>
      <a className="text-accent underline" href={address("sweep")}>
        {w.newSweep}
      </a>
    </Empty>
  );
}

/** Refreshes the history and its list when a sweep ends. */
function useFreshSweeps(): void {
  const client = useQueryClient();
  const busy = useSweepStore((sweeping) => sweeping.busy);
  useEffect(() => {
    if (busy) return;
    void client.invalidateQueries({ queryKey: ["sweep"] });
    void client.invalidateQueries({ queryKey: ["run"] });
    void client.invalidateQueries({ queryKey: keys.runs });
    void client.invalidateQueries({ queryKey: keys.spend });
  }, [busy, client]);
}

export function SweepScreen({ id }: { id: string | null }) {
  useFreshSweeps();
  const { shown, busy } = useSweepStore();
  const live = shown && (id === shown.curves.id || id === null) && busy ? shown : null;
  // A sweep that could not be saved exists only here.
  const unkept = shown?.notSaved && id === shown.curves.id ? shown : null;
  return (
    <div className="h-full" data-testid="sweep-screen">
      {live ? (
        <Results shown={live} isLive />
      ) : unkept ? (
        <Results shown={unkept} isLive={false} />
      ) : id ? (
        <StoredSweep id={id} />
      ) : (
        <Plan />
      )}
    </div>
  );
}
