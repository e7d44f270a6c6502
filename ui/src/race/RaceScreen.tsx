/** The Race screen: composer, line-up, track and lanes. */

import { memo, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useShallow } from "zustand/react/shallow";
import { type Note, type Plan, type Preflight, useBackend } from "../backend/backend";
import { usePreflight, useProviders, useStartup } from "../backend/queries";
import { askedLanes } from "../plan/askedLanes";
import { type DraftLane, planOf, useDraft } from "../plan/draft";
import { useFilled } from "../plan/filled";
import { AskJudge } from "../plan/judge/AskJudge";
import { dragOf, LineUp, RowLane } from "../plan/LineUp";
import { unreadable } from "../plan/limits";
import { useSettledPlan } from "../plan/settledPlan";
import { planOfOne } from "../run/beside";
import { type TrackLineUp, TrackLineUpProvider } from "../run/finish/trackLineUp";
import { type Staged, textsOf } from "../run/laneStore";
import type { LaneChange } from "../run/lanes/alternatives";
import { type LaneRemedies, noRemedies } from "../run/lanes/LaneFault";
import { contenderOf } from "../run/names";
import { type Race, raceOfPlan, raceOfRun, roundsOf } from "../run/race";
import { useRaceStore } from "../run/raceStore";
import { firstWords } from "../run/request/payload";
import { Stage } from "../run/Stage";
import { stillTrack } from "../run/track/Track";
import { showsRows, useView } from "../run/view";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { useStarted } from "../ui/started";
import { Composer, PROMPT_ID } from "./Composer";
import { FirstRun } from "./FirstRun";
import { InterruptedRace } from "./InterruptedRace";
import { othersOf, runnable } from "./Preflighted";
import { ResultPlan } from "./ResultPlan";
import { raceAgain, raceDraft, raceUntilSettled } from "./start";

/** The line-up on the track: rows instead of chips, and below them the muted lanes. */
const ON_TRACK: TrackLineUp = {
  Name: RowLane,
  rowOf: dragOf,
  rest: <LineUp chips="muted" />,
};

/** Whether the rows of a race match the current line-up. */
function isLinedUp({ lanes }: Pick<Race, "lanes">, drafted: readonly DraftLane[]): boolean {
  const running = drafted.flatMap((lane, place) => (lane.muted ? [] : [{ ...lane, place }]));
  return (
    running.length === lanes.length &&
    running.every(({ place, provider, model }, index) => {
      const lane = lanes[index];
      return lane?.place === place && lane.provider === provider && lane.model === model;
    })
  );
}

/** The line-up if the track represents it; null if it is shown as chips above the track. */
function useLineUp(race: Race | null): TrackLineUp | null {
  const lanes = useDraft((draft) => draft.lanes);
  const onTrack = useView(showsRows);
  const isIn = onTrack && race !== null && race.lanes.length > 0 && isLinedUp(race, lanes);
  return isIn ? ON_TRACK : null;
}

/** The lane's index in the composer's plan, which may have changed since; null if it is gone. */
function draftPlaceOf(race: Race, index: number): number | null {
  const lane = race.lanes[index];
  if (!lane) return null;
  const { lanes } = useDraft.getState();
  const isIt = (at: number) =>
    lanes[at]?.provider === lane.provider && lanes[at]?.model === lane.model;
  const found = isIt(lane.place) ? lane.place : lanes.findIndex((_, at) => isIt(at));
  return found < 0 ? null : found;
}

function useLaneActions(race: Race) {
  const backend = useBackend();
  const providers = useProviders();
  const busy = useRaceStore((racing) => racing.busy);
  const { start, stopLane } = useRaceStore.getState();
  const retry = (index: number, change: LaneChange = {}) => {
    const place = race.lanes[index]?.place;
    const lane = place === undefined ? undefined : race.plan.lanes[place];
    if (!lane) return;
    useDraft.getState().rename(lane, change);
    const beside = { race, index };
    void start(backend, planOfOne(beside, change), contenderOf(providers), beside);
  };
  return {
    onStop: busy ? (index: number) => void stopLane(backend, index) : null,
    remediesOf: (index: number): LaneRemedies => {
      const place = draftPlaceOf(race, index);
      return {
        retry: busy ? undefined : (change) => retry(index, change),
        change: place === null ? undefined : () => useDraft.getState().setOpened(place),
        prompt: () => document.getElementById(PROMPT_ID)?.focus(),
      };
    },
  };
}

function useFocus() {
  const focused = useDraft((draft) => draft.focused);
  const onFocus = useDraft((draft) => draft.focus);
  return { focused, onFocus };
}

type OnRound = (round: number) => void;

/** The current or last race: live, or another of its rounds. */
function OnStage({ store, race, onRound }: { store: Staged; race: Race; onRound: OnRound }) {
  const backend = useBackend();
  const providers = useProviders();
  const isLive = race === store.published();
  const source = useMemo(() => (isLive ? store : stillTrack(race)), [isLive, store, race]);
  const texts = useMemo(() => (isLive ? store : textsOf(race)), [isLive, store, race]);
  return (
    <Stage
      race={race}
      source={source}
      texts={texts}
      onRound={onRound}
      onAgain={() => void raceAgain(backend, contenderOf(providers))}
      onSettle={() => void raceUntilSettled(backend, contenderOf(providers))}
      judge={race.run ? <AskJudge run={race.run} /> : null}
      {...useFocus()}
      {...useLaneActions(race)}
    />
  );
}

/** `draft` is the composer's current plan. */
function Live({ store, draft }: { store: Staged; draft: Plan }) {
  const published = useSyncExternalStore(store.subscribe, store.published);
  const [round, setRound] = useState<number | null>(null);
  const { run } = published;
  const other = useMemo(
    () => (run && round !== null && round !== roundsOf(run) - 1 ? raceOfRun(run, round) : null),
    [run, round],
  );
  const race = other ?? published;
  const lineUp = useLineUp(race);
  return (
    <TrackLineUpProvider value={lineUp}>
      {published.notSaved ? (
        <p role="alert" className="rounded-md bg-bad-wash px-3 py-1.5 text-xs text-bad">
          {strings.race.notSaved(published.notSaved)}
        </p>
      ) : null}
      {lineUp ? null : <LineUp />}
      <ResultPlan race={published} draft={draft} />
      <OnStage store={store} race={race} onRound={setRound} />
    </TrackLineUpProvider>
  );
}

/** Some frames after a change has settled. */
const SAVE_AFTER_MS = 100;

const NO_NOTES: readonly Note[] = [];

/** What is told on the lanes before the start: why a lane cannot race, and what it sends otherwise. */
function toldOf({ problems, notes }: Preflight): Note[] {
  const ofLanes = problems.flatMap(({ lane, message }) =>
    typeof lane === "number" ? [{ lane, message }] : [],
  );
  return [...ofLanes, ...(notes ?? [])];
}

/** The line-up before its first race. */
const StartingLine = memo(function StartingLine({ notes }: { notes: readonly Note[] }) {
  const { lanes, max_tokens, repeat } = useDraft(
    useShallow((draft) => ({
      lanes: draft.lanes,
      max_tokens: draft.max_tokens,
      repeat: draft.repeat,
    })),
  );
  const providers = useProviders();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is not part of the line-up.
  const race = useMemo(
    () => raceOfPlan(planOf(useDraft.getState()), contenderOf(providers)),
    [lanes, max_tokens, repeat, providers],
  );
  const source = useMemo(() => stillTrack(race), [race]);
  const texts = useMemo(() => textsOf(race), [race]);
  const focus = useFocus();
  const lineUp = useLineUp(race);
  if (race.lanes.length === 0)
    return (
      <>
        <LineUp />
        <p className="p-6 text-center text-soft">{strings.lineup.empty}</p>
      </>
    );
  return (
    <TrackLineUpProvider value={lineUp}>
      {lineUp ? null : <LineUp />}
      <Stage
        race={race}
        source={source}
        texts={texts}
        onRound={null}
        onStop={null}
        remediesOf={noRemedies}
        notes={notes}
        {...focus}
      />
    </TrackLineUpProvider>
  );
});

export function RaceScreen() {
  const backend = useBackend();
  const startup = useStartup().data;
  const providers = useProviders();
  const { store, busy, refused } = useRaceStore();
  const settled = useSettledPlan();
  const values = useDraft((draft) => draft.values);
  const templated = useDraft((draft) => draft.templated);
  const filled = useFilled(settled, templated, values);
  const asked = filled?.plan ?? settled;
  const wrong = unreadable(settled);
  const isWritten = asked.lanes.length > 0 || firstWords(asked) !== "";
  const isChecked = isWritten && wrong === null;
  const preflight = usePreflight(asked, isChecked).data;
  const raced = useMemo(() => runnable(asked, preflight), [asked, preflight]);
  // The same question, unless lanes are left out.
  const starting = usePreflight(raced, isChecked).data;
  const running = askedLanes(raced);
  const simulated =
    running.length > 0 && running.every((lane) => contenderOf(providers)(lane).simulated);
  const told = useMemo(() => (preflight ? toldOf(preflight) : NO_NOTES), [preflight]);
  const { stopAll, clearRefusal } = useRaceStore.getState();

  const isStarted = useStarted((window) => window.isStarted);
  useEffect(() => {
    if (!isStarted || unreadable(settled)) return;
    let isSaved = false;
    const save = () => {
      if (!isSaved) void backend.savePlan(settled);
      isSaved = true;
    };
    // Not in the frame in which the plan is checked: each hands all of it to the engine.
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      save();
    };
  }, [backend, isStarted, settled]);

  // The reason why a race could not start holds until something changes: the plan, a key, a price.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is only a trigger.
  useEffect(() => clearRefusal, [preflight, clearRefusal]);

  return (
    <div
      className="flex h-full min-h-0 flex-col gap-2.5 overflow-y-auto p-3.5 max-[1100px]:gap-2 max-[1100px]:p-2.5"
      data-testid="race-screen"
    >
      <h1 className="sr-only">{strings.race.label}</h1>
      <FirstRun isFirst={startup?.first_run ?? false} />
      <Composer
        busy={busy}
        variables={filled?.variables ?? []}
        check={{
          preflight,
          starting,
          unready: wrong ?? (filled?.problem ? said(filled.problem.message) : null),
          refused,
          others: preflight ? othersOf(asked.lanes, preflight) : null,
          simulated,
        }}
        onRace={() => void raceDraft(backend, contenderOf(providers))}
        onStopAll={() => void stopAll(backend)}
      />
      {store ? (
        <Live key={store.id} store={store} draft={raced} />
      ) : (
        <>
          <InterruptedRace />
          <StartingLine notes={told} />
        </>
      )}
    </div>
  );
}
