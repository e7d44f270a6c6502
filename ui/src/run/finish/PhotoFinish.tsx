/**
 * The main view of a race: tokens up to a chequered line. While it runs, what each lane has written so far; once it is
 * over, solid what each had written when the first crossed, and tinted the rest.
 */

import { Suspense, useCallback, useMemo, useRef } from "react";
import type { Medals } from "../../backend/backend";
import { useStartup } from "../../backend/queries";
import { PICTURE_ENTRIES, usePlayback } from "../../backend/results";
import { count } from "../../strings/numbers";
import { runStateStories } from "../../strings/results";
import { strings } from "../../strings/strings";
import { Button, SimulatedTag } from "../../ui/controls";
import { lazy } from "../../ui/lazy";
import { useMedia } from "../../ui/media";
import { JudgeLine } from "../judge/JudgeLine";
import { clippedNames } from "../names";
import { type Playing, type Race, roundsOf } from "../race";
import type { TrackSource } from "../track/Track";
import { Rounds } from "../verdict/Rounds";
import { FinishLegend } from "./FinishLegend";
import { FinishRow, MANY_LANES, NARROW } from "./FinishRow";
import { clockText, useDrawing } from "./finishDrawing";
import {
  lineBefore,
  liveRows,
  middleWritingMs,
  notchesOf,
  notchFor,
  photoRows,
} from "./finishPicture";
import { ghostRows } from "./ghost";
import { legendOf } from "./legend";
import { RoundsStrip } from "./RoundsStrip";
import { bestOfRound, bestOfRounds, NO_BEST } from "./rowFigures";
import { useRowMotion } from "./rowMotion";
import { useSpoken } from "./spoken";
import { TimeStrip } from "./TimeStrip";
import { useTrackLineUp } from "./trackLineUp";
import type { Shown } from "./usePhotographed";
import { failedAll, failuresOf, tell, tellRounds, toldWithout } from "./words";
import "./bars.css";
import "./finish.css";
import { tip } from "../../ui/tip";

const ShareRace = lazy(async () => (await import("../share/ShareRace")).ShareRace);

const w = strings.finish;
/** Maximum number of characters of a name in a sentence. */
const LONGEST_NAME = 28;
/** In a row with one line for it, in a window as narrow as finish.css has it, and in a row with two lines. */
const [LINE_OF_NAME, NARROW_LINE, LINES_OF_NAME] = [16, 12, 30];

const NONE: readonly (readonly number[])[] = [];

interface PhotoFinishProps {
  race: Race;
  source: TrackSource;
  medals: Medals | undefined;
  playing: Playing | undefined;
  shown: Shown;
  /** Goes to the answers that failed; null where they are not shown. */
  onFailures: (() => void) | null;
  onRound: ((round: number) => void) | null;
}

export function PhotoFinish(props: PhotoFinishProps) {
  const { race, source, medals, playing, shown, onFailures, onRound } = props;
  const { photographed, order, onOne } = shown;
  const { together, over, photo } = photographed;
  const lineUp = useTrackLineUp();
  const isFirst = useStartup().data?.first_run ?? false;
  const isOver = race.run !== null;
  const round = race.round;
  const isKept = isOver && race.notSaved === null && !playing;
  const id = isKept && !over ? (race.run?.id ?? null) : null;
  const read = usePlayback(id, round, PICTURE_ENTRIES).data;
  // All rounds together have no single log to play.
  const playback = playing?.playback ?? (over ? null : (read ?? null));
  const line = medals?.distance ?? lineBefore(race);
  const isMany = race.lanes.length > MANY_LANES;
  const isNarrow = useMedia(NARROW);
  const rowNames = useMemo(() => {
    const line = isNarrow ? NARROW_LINE : LINE_OF_NAME;
    return clippedNames(race.lanes, isMany ? line : LINES_OF_NAME);
  }, [race.lanes, isMany, isNarrow]);
  const names = useMemo(() => clippedNames(race.lanes, LONGEST_NAME), [race.lanes]);
  const nameOf = useCallback((index: number) => names[index] ?? "", [names]);
  const stepMs = photo ? notchFor(middleWritingMs(photo)) : null;
  const notches = useMemo(
    () =>
      playback && stepMs !== null ? playback.lanes.map((of) => notchesOf(of, stepMs, line)) : NONE,
    [playback, stepMs, line],
  );
  const example = isFirst ? ghostRows(race, line) : null;
  const ghost = example !== null;
  const drawing = useMemo(
    () => ({ source, line, notches, photo, over, playback, nameOf, ghost }),
    [source, line, notches, photo, over, playback, nameOf, ghost],
  );
  const { root, clock, caption, headline, moment, liveNotch, onMoment } = useDrawing(drawing);
  const rounds = race.run ? roundsOf(race.run) : 0;
  const told = over
    ? tellRounds(over, rounds, nameOf, race.lanes)
    : photo && medals && race.run
      ? tell(photo, medals, { round, rounds }, nameOf, race.lanes)
      : toldWithout(race, medals);
  useSpoken(race, medals ? told : null);
  const list = useRef<HTMLOListElement>(null);
  useRowMotion(list, order);
  const state = race.run && race.run.state !== "finished" ? runStateStories[race.run.state] : null;
  const best = over && medals ? bestOfRounds(medals) : photo ? bestOfRound(race) : NO_BEST;
  const legend = legendOf(
    photo ? photoRows(race, photo, over) : (example ?? liveRows(race, line)),
    line,
    notches.length > 0 ? stepMs : null,
  );
  const shared =
    photo && race.run && isKept
      ? { race, run: race.run, photo, over, notches, stepMs, told }
      : null;
  const hasNoFinish = !photo && failedAll(race);
  const failures = failuresOf(race);
  const lanes = isMany ? "many" : race.lanes.length > 6 ? "some" : "few";
  const quarter = line % 4 === 0 ? [1, 2, 3] : line % 2 === 0 ? [2] : [];
  return (
    <section
      ref={root}
      aria-label={w.label}
      className="finish flex shrink-0 flex-col bg-panel px-3.5 pt-3 pb-2"
      data-testid="track"
      data-kind="distance"
      data-lanes={lanes}
      data-failed={hasNoFinish ? "" : undefined}
      data-ghost={ghost ? "" : undefined}
      data-planned={race.stage === "planned" ? "" : undefined}
      data-out={race.stage === "planned" ? undefined : ""}
    >
      <header className="flex items-start gap-6">
        <div className="min-w-[168px] shrink-0" data-testid="race-clock">
          <p className="race-clock">
            <span ref={clock}>{clockText(0)}</span>
            <small className="ml-1.5 text-[22px] leading-none font-medium tracking-normal text-faint">
              {w.seconds}
            </small>
          </p>
          <p ref={caption} className="text-sm leading-[18px] text-faint">
            {w.ready}
          </p>
        </div>
        <div className="min-w-0 flex-1">
          <div ref={headline} className="verdict" data-testid="verdict">
            <h2 className="text-verdict font-[650] tracking-[-0.012em]">{told.headline}</h2>
            <p className="told mt-0.5 max-w-[86ch] text-base text-soft">
              {state ? <span className="text-warn">{state} </span> : null}
              {told.rest}
              {ghost ? ` ${w.ghost}` : null}
            </p>
            <JudgeLine race={race} />
          </div>
          <p
            ref={moment}
            hidden
            className="text-verdict font-[650] tracking-[-0.012em]"
            data-testid="moment"
          />
        </div>
        <div className="flex shrink-0 items-start gap-6 empty:hidden max-[1100px]:flex-col-reverse max-[1100px]:items-end max-[1100px]:gap-1.5">
          {failures > 0 && !hasNoFinish && onFailures ? (
            <Button size="small" data-testid="to-failures" onClick={onFailures}>
              <span className="text-bad">{w.whyFailed(failures)}</span>
            </Button>
          ) : null}
          {race.lanes.some(({ simulated }) => simulated) ? <SimulatedTag /> : null}
        </div>
      </header>
      <div className="lanes">
        <div className="captions grid-row mt-2 h-[22px] text-2xs text-faint">
          <span />
          <span />
          <span className="truncate pr-2.5 text-right" {...tip(w.waitCaption)}>
            {w.waitCaption}
          </span>
          <span className="truncate" {...tip(w.counted)}>
            {photo ? w.written : ghost ? w.ghostWritten : w.writing}
            <span ref={liveNotch} />
          </span>
          <span className="text-right">{w.to(line)}</span>
          <span className="gap text-right">{w.gap}</span>
          <span className="text-right">{strings.track.tps}</span>
          <span className="text-right">{strings.track.cost}</span>
        </div>
        <div className="relative">
          <ol ref={list}>
            {order.map((index) => {
              const lane = race.lanes[index];
              if (!lane) return null;
              return (
                <FinishRow
                  key={lane.place}
                  lane={lane}
                  name={rowNames[index] ?? ""}
                  index={index}
                  race={race}
                  photo={photo}
                  over={over?.lanes[index] ?? null}
                  best={best}
                  fault={hasNoFinish ? (lane.sample?.error ?? null) : null}
                />
              );
            })}
          </ol>
          <div className="line grid-row pointer-events-none absolute inset-0" aria-hidden="true">
            <span />
            <span />
            <span />
            <div className="relative h-full">
              <div className="chequer" data-testid="finish-line" />
            </div>
          </div>
        </div>
        <div className="grid-row min-h-5 items-start! border-t border-line text-2xs text-faint">
          <div className="col-span-3 row-span-2">{lineUp?.rest}</div>
          <div className="axis relative mr-3 -ml-2.5 h-5" aria-hidden="true">
            <span className="absolute left-0 -translate-x-1/2">{w.start}</span>
            {quarter.map((each) => (
              <span
                key={each}
                className="absolute -translate-x-1/2"
                style={{ left: `${each * 25}%` }}
              >
                {count((line * each) / 4)}
              </span>
            ))}
            <span className="absolute left-full -translate-x-1/2 whitespace-nowrap">
              {w.tokens(line)}
            </span>
          </div>
          <FinishLegend legend={legend} />
        </div>
      </div>
      {photo ? (
        <footer className="mt-3 flex items-center gap-4 pb-0.5">
          {over ? <RoundsStrip race={race} over={over} /> : null}
          {isKept && playback ? (
            <TimeStrip
              race={race}
              photo={photo}
              playback={playback}
              nameOf={nameOf}
              onMoment={onMoment}
            />
          ) : null}
          <span className="ml-auto flex shrink-0 items-center gap-3">
            {onRound && race.run ? (
              <Rounds
                run={race.run}
                round={over ? null : round}
                onAll={together && (() => onOne(false))}
                onRound={(chosen) => {
                  onOne(true);
                  onRound(chosen);
                }}
              />
            ) : null}
            {shared ? (
              <Suspense fallback={null}>
                <ShareRace shared={shared} />
              </Suspense>
            ) : null}
          </span>
        </footer>
      ) : null}
    </section>
  );
}
