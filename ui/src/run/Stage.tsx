/** A race and its views, whether live, finished or replayed: the same components for all three. */

import { type ReactNode, Suspense } from "react";
import { useMedals } from "../backend/results";
import { lazy } from "../ui/lazy";
import { useStarted } from "../ui/started";
import { useFind } from "./find/findStore";
import { PhotoFinish } from "./finish/PhotoFinish";
import { usePhotographed } from "./finish/usePhotographed";
import { LaneGrid, type LaneGridProps } from "./lanes/LaneGrid";
import { showFailures } from "./lanes/showFailures";
import type { Playing } from "./race";
import { wholeClock } from "./track/axis";
import { Track, type TrackSource } from "./track/Track";
import { ViewBar, viewsOf } from "./ViewBar";
import { Verdict } from "./verdict/Verdict";
import { useView } from "./view";

const FindBar = lazy(async () => (await import("./find/FindBar")).FindBar);
const LaneFocus = lazy(async () => (await import("./lanes/LaneFocus")).LaneFocus);
const LiveTable = lazy(async () => (await import("./numbers/LiveTable")).LiveTable);
const NumbersTable = lazy(async () => (await import("./numbers/NumbersTable")).NumbersTable);
const PaceView = lazy(async () => (await import("./pace/PaceView")).PaceView);
const RoundStrips = lazy(async () => (await import("./pace/RoundStrips")).RoundStrips);
const JudgeView = lazy(async () => (await import("./judge/JudgeView")).JudgeView);
const AnswerDiff = lazy(async () => (await import("./verdict/AnswerDiff")).AnswerDiff);

interface StageProps extends LaneGridProps {
  source: TrackSource;
  /** Shows another round; null if that is chosen elsewhere. */
  onRound: ((round: number) => void) | null;
  onAgain?: (() => void) | null;
  onSettle?: (() => void) | null;
  /** What asks a judge about the race; absent where that is done elsewhere. */
  judge?: ReactNode;
  playing?: Playing;
}

/** The text of the track's header, if there is no track. */
function VerdictLine({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-8 shrink-0 items-center gap-4 overflow-hidden rounded-lg py-1 border border-line bg-panel px-3.5">
      {children}
    </div>
  );
}

export function Stage({
  source,
  onRound,
  onAgain = null,
  onSettle = null,
  judge = null,
  playing,
  ...grid
}: StageProps) {
  const { race } = grid;
  const { axis, distance } = useView();
  const chosen = useView((looking) => looking.view);
  const views = viewsOf(race, playing !== undefined);
  const view = views.includes(chosen) ? chosen : "lanes";
  const finding = useFind(({ open }) => open);
  const isOver = race.run !== null;
  const run = playing?.run ?? race.run;
  const medals = useMedals(race.notSaved ? null : (run?.id ?? null), distance).data;
  const shown = usePhotographed(race, medals, playing);
  const verdict = <Verdict race={race} onRound={onRound} />;
  // Until the first race the cards are empty.
  const isBefore = useStarted((window) => window.isOpening) && race.stage === "planned";
  const whole = playing?.playback;
  const least = whole ? wholeClock(whole.ended_us / 1_000) : 0;
  const track =
    axis === "distance" ? (
      <PhotoFinish
        race={race}
        source={source}
        medals={medals}
        playing={playing}
        shown={shown}
        onFailures={showFailures}
        onRound={onRound}
      />
    ) : (
      <Track key={`track ${race.lanes.length}`} race={race} source={source} least={least}>
        {verdict}
      </Track>
    );
  return (
    <>
      <ViewBar
        race={race}
        views={views}
        medals={medals}
        onAgain={isOver ? onAgain : null}
        onSettle={isOver ? onSettle : null}
        judge={judge}
        canReplay={isOver && !playing && race.notSaved === null}
      />
      {finding ? (
        <Suspense fallback={null}>
          <FindBar />
        </Suspense>
      ) : null}
      {view === "lanes" ? track : <VerdictLine>{verdict}</VerdictLine>}
      {(view === "lanes" || view === "grid") && !isBefore ? (
        <LaneGrid key={`lanes ${race.lanes.length}`} {...grid} order={shown.order} />
      ) : null}
      <Suspense fallback={null}>
        {view === "focus" ? <LaneFocus {...grid} /> : null}
        {view === "pace" ? <PaceView race={race} source={source} playing={playing} /> : null}
        {view === "rounds" && race.run ? <RoundStrips race={race} run={race.run} /> : null}
        {view === "table" && race.run ? <NumbersTable race={race} run={race.run} /> : null}
        {view === "table" && !race.run ? <LiveTable race={race} /> : null}
        {view === "diff" ? <AnswerDiff race={race} /> : null}
        {view === "judge" && race.run ? <JudgeView race={race} run={race.run} /> : null}
      </Suspense>
    </>
  );
}
