/** A past run, shown by the same components as a live one. */

import { ArrowLeft, History, RotateCcw, Trash2 } from "lucide-react";
import { Suspense, useDeferredValue, useMemo, useState } from "react";
import { type Medals, Refusal, type Run } from "../backend/backend";
import { useRun } from "../backend/queries";
import { useMedals } from "../backend/results";
import { planAgain, useDraft } from "../plan/draft";
import { AskJudge } from "../plan/judge/AskJudge";
import { PhotoFinish } from "../run/finish/PhotoFinish";
import { type Shown, usePhotographed } from "../run/finish/usePhotographed";
import { textsOf } from "../run/laneStore";
import { noRemedies } from "../run/lanes/LaneFault";
import { LaneGrid } from "../run/lanes/LaneGrid";
import { showFailures } from "../run/lanes/showFailures";
import { NumbersTable } from "../run/numbers/NumbersTable";
import { type Race, raceOfRun, roundsOf } from "../run/race";
import { firstWords, hasMore } from "../run/request/payload";
import { StateBadges } from "../run/StateBadges";
import { stillTrack, Track } from "../run/track/Track";
import { Verdict } from "../run/verdict/Verdict";
import { useView } from "../run/view";
import { count, decimal, moment } from "../strings/numbers";
import { told } from "../strings/phrases";
import { failureWords, strings } from "../strings/strings";
import { Button, Empty, IconButton } from "../ui/controls";
import { lazy } from "../ui/lazy";
import { address, go } from "../ui/route";
import { Segments } from "../ui/Segments";
import { tip } from "../ui/tip";
import { useDeleteRun } from "./deleteRun";
import { RunMarks } from "./RunMarks";
import { SweepLevels } from "./SweepLevels";

const JudgeView = lazy(async () => (await import("../run/judge/JudgeView")).JudgeView);
const WasSent = lazy(async () => (await import("../run/request/WasSent")).WasSent);

/** Characters of a prompt in the header: it shows two lines. */
const TITLE_MOST = 600;

type View = "texts" | "numbers" | "judge";

interface ViewsProps {
  run: Run;
  view: View;
  onView: (view: View) => void;
}

function Views({ run, view, onView }: ViewsProps) {
  const views: View[] = run.judgement ? ["texts", "numbers", "judge"] : ["texts", "numbers"];
  return (
    <Segments
      label={strings.stage.views}
      value={view}
      choices={views.map((each) => ({
        value: each,
        text: each === "judge" ? strings.judge.name : strings.history[each],
        testId: `view-${each}`,
      }))}
      onChange={onView}
    />
  );
}

function Header({ run, view, onView }: ViewsProps) {
  const load = useDraft((draft) => draft.load);
  const deleteRun = useDeleteRun();
  const { plan } = run;
  const system = plan.system?.trim();
  const maxTokens = plan.max_tokens ? count(plan.max_tokens) : strings.race.providersOwn;
  const hasTemperature = plan.temperature !== null && plan.temperature !== undefined;
  const temperature = hasTemperature
    ? decimal(plan.temperature, plan.temperature === 0 ? 0 : 1)
    : strings.race.providersOwn;
  const facts = [
    moment(run.started_at).whole,
    plan.load
      ? strings.sweep.plan(plan.load)
      : strings.history.plan(maxTokens, temperature, plan.repeat),
    strings.history.definitions(run.def_version),
  ].join(" · ");
  return (
    <header className="grid shrink-0 grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 max-[1100px]:gap-x-2">
      <a
        href={address("history")}
        className="mt-0.5 inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-xs text-soft hover:bg-raised hover:text-ink max-[1100px]:mt-0"
        data-testid="back"
        {...tip(strings.history.back, { side: "bottom" })}
      >
        <ArrowLeft size={14} aria-hidden="true" />
        <span className="max-[1100px]:sr-only">{strings.history.back}</span>
      </a>
      <h1
        className="as-written selectable line-clamp-2 min-w-0 text-sm leading-5 font-semibold max-[1100px]:line-clamp-1 max-[1100px]:leading-7"
        {...tip(firstWords(plan).slice(0, TITLE_MOST))}
      >
        {firstWords(plan).trim().slice(0, TITLE_MOST) || strings.history.noPrompt}
      </h1>
      <div className="flex items-center gap-3 max-[1100px]:gap-2 max-[640px]:col-span-full max-[640px]:flex-wrap">
        {plan.load ? null : <AskJudge run={run} />}
        {plan.load ? null : <Views run={run} view={view} onView={onView} />}
        {plan.load ? null : (
          <Button
            {...tip(strings.stage.replayHint, { side: "bottom" })}
            data-testid="to-replay"
            onClick={() => go("replay", run.id)}
          >
            <History size={13} aria-hidden="true" />
            <span className="max-[1100px]:sr-only">{strings.stage.replay}</span>
          </Button>
        )}
        <Button
          {...tip(strings.history.againHint, { side: "bottom" })}
          data-testid="race-again"
          onClick={() => {
            load(planAgain(plan));
            go("race");
          }}
        >
          <RotateCcw size={13} aria-hidden="true" />
          {strings.history.again}
        </Button>
        <IconButton
          label={strings.history.delete}
          side="bottom"
          data-testid="delete-run"
          onClick={() => {
            go("history");
            void deleteRun(run.id);
          }}
        >
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      </div>
      <p
        // Below the buttons as well: beside them it would take several lines. One line of a small window, whose height
        // is for the race: there what was asked for gives way, and never a badge.
        className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint max-[1100px]:col-span-full max-[1100px]:col-start-1 max-[1100px]:flex-nowrap max-[1100px]:px-2"
        data-testid="asked-as"
      >
        <span className="min-w-0 max-[1100px]:truncate" {...tip(facts)}>
          {facts}
        </span>
        {system ? (
          <span className="max-w-80 min-w-16 truncate" {...tip(system)}>
            {told(strings.history.system, system)}
          </span>
        ) : null}
        <Suspense fallback={null}>{hasMore(plan) ? <WasSent plan={plan} /> : null}</Suspense>
        <StateBadges state={run.state} simulated={run.simulated} imported={run.imported} />
      </p>
    </header>
  );
}

interface RunContentProps {
  race: Race;
  medals: Medals | undefined;
  shown: Shown;
  onFailures: (() => void) | null;
  onRound: (round: number) => void;
}

/** The track as on the Race screen: its photo finish or, if chosen, the clock. */
function RunContent({ race, medals, shown, onFailures, onRound }: RunContentProps) {
  const axis = useView((looking) => looking.axis);
  const source = useMemo(() => stillTrack(race), [race]);
  if (axis === "distance") {
    return (
      <PhotoFinish
        race={race}
        source={source}
        medals={medals}
        playing={undefined}
        shown={shown}
        onFailures={onFailures}
        onRound={onRound}
      />
    );
  }
  return (
    <Track race={race} source={source}>
      <Verdict race={race} onRound={onRound} />
    </Track>
  );
}

function Opened({ run }: { run: Run }) {
  const [round, setRound] = useState(() => roundsOf(run) - 1);
  const [view, setView] = useState<View>("texts");
  const [focused, setFocused] = useState<number | null>(null);
  const race = useMemo(() => raceOfRun(run, round), [run, round]);
  const texts = useMemo(() => textsOf(race), [race]);
  const distance = useView((looking) => looking.distance);
  const medals = useMedals(run.plan.load ? null : run.id, distance).data;
  const shown = usePhotographed(race, medals, undefined);
  return (
    <div
      className="flex h-full min-h-0 flex-col gap-2.5 overflow-y-auto p-3.5"
      data-testid={`opened-${run.id}`}
    >
      <Header run={run} view={view} onView={setView} />
      <RunMarks id={run.id} />
      {run.plan.load ? (
        <SweepLevels run={run} />
      ) : (
        <RunContent
          race={race}
          medals={medals}
          shown={shown}
          onFailures={view === "texts" ? showFailures : null}
          onRound={setRound}
        />
      )}
      {run.plan.load ? null : view === "texts" ? (
        <LaneGrid
          race={race}
          texts={texts}
          order={shown.order}
          focused={focused}
          onFocus={setFocused}
          onStop={null}
          remediesOf={noRemedies}
        />
      ) : view === "judge" ? (
        <Suspense fallback={null}>
          <JudgeView race={race} run={run} inPage />
        </Suspense>
      ) : (
        <NumbersTable race={race} run={run} inPage />
      )}
    </div>
  );
}

export function RunDetail({ id }: { id: string }) {
  const { data, error, isPending } = useRun(id);
  // Drawn in slices of frames: a whole run is more than one frame has time for.
  const shown = useDeferredValue(data);
  if (shown && (shown === data || shown.id === id)) return <Opened run={shown} />;
  if (isPending || shown !== data)
    return <p className="p-4 text-soft">{strings.history.loading}</p>;
  const reason =
    error instanceof Refusal ? failureWords(error.failure).message : strings.trouble.unexpected;
  return (
    <Empty title={strings.history.gone}>
      <p className="text-soft">{reason}</p>
      <a className="text-accent underline" href={address("history")}>
        {strings.history.back}
      </a>
    </Empty>
  );
}
