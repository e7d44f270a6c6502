/** The header of a sweep: title, progress, cost, and buttons to stop or resume. */

import { Pause, Play, RotateCcw, Square } from "lucide-react";
import type { ReactNode } from "react";
import { useBackend } from "../backend/backend";
import { sharingOf } from "../charts/card";
import { figuresIn } from "../charts/figures";
import { ShareMenu } from "../charts/ShareMenu";
import { useDraft } from "../plan/draft";
import { shortNameOf } from "../run/names";
import { StateBadges } from "../run/StateBadges";
import { count, dollars, moment } from "../strings/numbers";
import { failureWords, strings } from "../strings/strings";
import { duration } from "../strings/sweep";
import { Button } from "../ui/controls";
import { address, go } from "../ui/route";
import { tip } from "../ui/tip";
import { isCutByBudget, LargerBudget } from "./LargerBudget";
import { formOf, useSweepForm } from "./sweepDraft";
import { type SweepState, useSweepStore } from "./sweepStore";

const w = strings.sweeps.run;

function Fact({ name, testId, children }: { name: string; testId: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-2xs text-faint">{name}</dt>
      <dd className="text-sm font-semibold whitespace-nowrap" data-testid={testId}>
        {children}
      </dd>
    </div>
  );
}

function Progress({ shown, isLive }: { shown: SweepState; isLive: boolean }) {
  const { frame, curves } = shown;
  const cap = curves.plan.load?.budget_usd;
  const tokenCap = curves.plan.load?.budget_tokens;
  return (
    <dl className="flex items-end gap-6">
      <Fact name={w.done} testId="sweep-requests">
        {count(frame.ended)}
        {isLive ? (
          <span className="ml-1.5 text-xs font-normal text-faint">{w.left(count(frame.left))}</span>
        ) : null}
      </Fact>
      {isLive && frame.left_ms !== null ? (
        <Fact name={w.eta} testId="sweep-eta">
          {strings.sweeps.before.about(duration(frame.left_ms))}
        </Fact>
      ) : null}
      {frame.spent_usd !== null && (cap || frame.spent_usd > 0) ? (
        <Fact name={w.spent} testId="sweep-spent">
          {dollars(frame.spent_usd)}
          {cap ? (
            <span className="ml-1.5 text-xs font-normal text-faint">{w.cap(dollars(cap))}</span>
          ) : null}
        </Fact>
      ) : null}
      {isLive && frame.spent_tokens !== null ? (
        <Fact name={w.tokens} testId="sweep-spent-tokens">
          {count(frame.spent_tokens)}
          {tokenCap ? (
            <span className="ml-1.5 text-xs font-normal text-faint">{w.cap(count(tokenCap))}</span>
          ) : null}
        </Fact>
      ) : null}
    </dl>
  );
}

function Ends() {
  const backend = useBackend();
  const { pausing, pause, stop } = useSweepStore();
  return (
    <div className="flex gap-2">
      <Button
        size="tall"
        {...tip(w.pauseHint)}
        disabled={pausing}
        data-testid="pause-sweep"
        onClick={() => void pause(backend)}
      >
        <Pause size={13} aria-hidden="true" />
        {pausing ? w.pausing : w.pause}
      </Button>
      <Button
        look="danger"
        size="tall"
        className="px-5 font-semibold"
        {...tip(w.stopHint)}
        data-testid="stop-sweep"
        onClick={() => void stop(backend)}
      >
        <Square size={13} fill="currentColor" aria-hidden="true" />
        {w.stop}
      </Button>
    </div>
  );
}

function Again({ shown }: { shown: SweepState }) {
  const backend = useBackend();
  const { busy, asked, resume } = useSweepStore();
  const { id, state, plan, conditions } = shown.curves;
  // What was measured elsewhere does not go on here.
  const isOfHere = !conditions.imported;
  const canGoOn = isOfHere && (state === "stopped" || state === "interrupted");
  return (
    <div className="flex items-center gap-2">
      {asked ? (
        <p className="text-xs text-warn" role="status">
          {strings.checks.commands.asking}
        </p>
      ) : null}
      <Button
        data-testid="use-plan"
        onClick={() => {
          useDraft.getState().load(plan);
          useSweepForm.getState().set(formOf(plan));
          go("sweep");
        }}
      >
        <RotateCcw size={13} aria-hidden="true" />
        {w.usePlan}
      </Button>
      {canGoOn ? (
        <Button
          look="primary"
          {...tip(w.goOnHint)}
          disabled={busy}
          data-testid="resume-sweep"
          onClick={() => void resume(backend, id)}
        >
          <Play size={13} fill="currentColor" aria-hidden="true" />
          {w.goOn}
        </Button>
      ) : null}
      {isOfHere && isCutByBudget(shown.curves) ? (
        <LargerBudget
          plan={plan}
          busy={busy}
          onResume={(budget) => void resume(backend, id, budget)}
        />
      ) : null}
    </div>
  );
}

/** Its charts in shareable form. */
function Share({ shown }: { shown: SweepState }) {
  const { id } = shown.curves;
  const names = shown.curves.lanes.map((lane) => lane.model).join(" ");
  const figures = () => {
    const charts = document.querySelector("[data-testid='sweep-charts']");
    return charts ? figuresIn(charts) : [];
  };
  if (!shown.curves.lanes.some(({ points }) => points.length > 0)) return null;
  const about = { name: `sweep ${names}`, link: `paceline://sweep/${id}` };
  const runs = shown.notSaved ? [] : [id];
  return (
    <ShareMenu sharing={sharingOf(figures, { ...about, runs })} words={strings.share.charts} />
  );
}

export function RunHeader({ shown, isLive }: { shown: SweepState; isLive: boolean }) {
  const { curves, notSaved } = shown;
  const refused = useSweepStore((sweeping) => sweeping.refused);
  const told = refused ? failureWords(refused) : null;
  const names = curves.lanes.map((lane) => shortNameOf(lane, curves.lanes)).join(", ");
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-48 flex-1">
        <h1 className="truncate text-lg leading-6 font-semibold" {...tip(names)}>
          {names}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
          <a className="hover:text-ink hover:underline" href={address("sweep")}>
            {isLive ? strings.sweeps.title : strings.sweeps.newSweep}
          </a>
          {isLive ? null : (
            <a
              className="hover:text-ink hover:underline"
              href={address("history", curves.id)}
              data-testid="sweep-in-history"
            >
              {w.inHistory}
            </a>
          )}
          <span>{moment(curves.started_at).whole}</span>
          <span data-testid="sweep-state" data-state={curves.state}>
            {isLive ? null : strings.sweeps.stories[curves.state]}
          </span>
          <StateBadges
            state={curves.state}
            simulated={curves.conditions.simulated}
            imported={curves.conditions.imported}
          />
        </p>
      </div>
      <Progress shown={shown} isLive={isLive} />
      {isLive ? <Ends /> : <Again shown={shown} />}
      {isLive ? null : <Share shown={shown} />}
      {notSaved ? (
        <p role="alert" className="w-full rounded-md bg-bad-wash px-3 py-1.5 text-xs text-bad">
          {w.notSaved(notSaved)}
        </p>
      ) : null}
      {told ? (
        <p role="alert" className="w-full rounded-md bg-bad-wash px-3 py-1.5 text-xs text-bad">
          {told.message} {told.fix}
        </p>
      ) : null}
    </header>
  );
}
