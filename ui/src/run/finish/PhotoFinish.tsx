/**
 * The main view of a race: tokens up to a chequered line. While it runs, what each lane has written so far; once it is
 * over, solid what each had written when the first crossed, and tinted the rest.
 */

import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  MEDIAN_FROM,
  type Medals,
  type Photo,
  type PhotoOfRounds,
  type Playback,
} from "../../backend/backend";
import { useStartup } from "../../backend/queries";
import { PICTURE_ENTRIES, usePlayback } from "../../backend/results";
import { count, decimal, durationWithUnit, UNKNOWN } from "../../strings/numbers";
import { runStateStories } from "../../strings/results";
import { strings } from "../../strings/strings";
import { SimulatedTag } from "../../ui/controls";
import { lazy } from "../../ui/lazy";
import { clippedNames } from "../names";
import { type Playing, type Race, roundsOf } from "../race";
import type { TrackSource } from "../track/Track";
import { Rounds } from "../verdict/Verdict";
import { drawRow, rowIn } from "./drawFinish";
import { FinishRow, MANY_LANES } from "./FinishRow";
import {
  lineBefore,
  liveRows,
  middleWritingMs,
  notchesOf,
  notchFor,
  orderOf,
  photoRows,
  type RowPicture,
  rowsAt,
  sayOfMoment,
} from "./finishPicture";
import { ghostRows } from "./ghost";
import { LiveNotches } from "./liveNotches";
import { RoundsStrip } from "./RoundsStrip";
import { bestOfRound, bestOfRounds, NO_BEST } from "./rowFigures";
import { useRowMotion } from "./rowMotion";
import { useSpoken } from "./spoken";
import { TimeStrip } from "./TimeStrip";
import { useTrackLineUp } from "./trackLineUp";
import { tell, tellRounds, toldWithout } from "./words";
import "./finish.css";

const ShareRace = lazy(async () => (await import("../share/ShareRace")).ShareRace);

const w = strings.finish;
/** Minimum width of the wait's column, as a time, so that the first tenths of a second do not make it jump. */
const LEAST_WAIT_MS = 500;
/** Maximum number of characters of a name in a sentence. */
const LONGEST_NAME = 28;
/** In a row with one line for it, and in one with two. */
const LINE_OF_NAME = 17;
const LINES_OF_NAME = 30;

interface Parts {
  root: HTMLElement;
  clock: HTMLElement;
  caption: HTMLElement;
  headline: HTMLElement;
  moment: HTMLElement;
  liveNotch: HTMLElement;
}

/** What is drawn: a race in progress, or one whose photo is known. */
interface Drawing {
  source: TrackSource;
  line: number;
  notches: readonly (readonly number[])[];
  photo: Photo | null;
  /** Set if the photo covers all rounds. */
  over: PhotoOfRounds | null;
  playback: Playback | null;
  nameOf: (index: number) => string;
  /** Whether an example is shown on the empty track. */
  ghost: boolean;
}

const clockText = (ms: number) => decimal(ms / 1_000, 2);

/** The clock's text for all rounds together. */
function middleWords({ lanes }: PhotoOfRounds): string {
  const rounds = Math.max(0, ...lanes.map(({ crossed_ms }) => crossed_ms.length));
  return w.middleOf(rounds, rounds >= MEDIAN_FROM);
}

function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The clock of a race in progress, or of a finished one without a photo: until the last text that arrived. */
function withoutPhoto(race: Race): { clockMs: number | null; caption: string } {
  if (race.run) {
    const ends = race.lanes.flatMap(({ sample }) => sample?.latency_ms ?? []);
    return ends.length > 0
      ? { clockMs: Math.max(...ends), caption: w.lastText }
      : { clockMs: null, caption: w.noText };
  }
  const ms = race.stage === "planned" ? 0 : race.atUs / 1_000;
  return { clockMs: ms, caption: ms > 0 ? w.afterGun : w.ready };
}

/** Draws one moment: null is the photo of a finished race, or the present of a running one. */
function draw(parts: Parts, drawing: Drawing, live: LiveNotches, afterMs: number | null): void {
  const { source, line, notches, photo, over, playback, nameOf, ghost } = drawing;
  const race = source.now();
  const example = ghost ? ghostRows(race, line) : null;
  const still = photo ? photoRows(race, photo, over) : (example ?? liveRows(race, line));
  const rows: RowPicture[] =
    photo && playback && afterMs !== null ? rowsAt(still, playback, afterMs) : still;
  const longestWaitMs = Math.max(LEAST_WAIT_MS, ...rows.map(({ waitMs }) => waitMs ?? 0));
  // Measured once, before anything is written: each measurement after a write would lay out the whole page again. Empty
  // rows need none, so that the window's first frame is laid out once.
  const isEmpty = race.stage === "planned" && !ghost;
  const way = isEmpty ? null : parts.root.querySelector<HTMLElement>(".way");
  const scale = {
    width: way?.clientWidth ?? 0,
    line,
    bar: way?.clientHeight ?? 0,
    longestWaitMs,
  };
  const isLive = !photo && !ghost && race.stage !== "planned";
  if (isLive) live.see(race);
  const stepMs = isLive ? live.stepMs() : null;
  for (const element of parts.root.querySelectorAll<HTMLElement>("[data-index]")) {
    const index = Number(element.dataset.index);
    const [row, of] = [rowIn(element), rows[index]];
    const own = stepMs === null ? (notches[index] ?? []) : live.of(index, stepMs, line);
    if (row && of) drawRow(row, { ...of, notches: own }, scale);
  }
  write(parts.liveNotch, stepMs === null ? "" : ` · ${w.notch(durationWithUnit(stepMs))}`);
  const isStill = afterMs === null;
  const { clockMs, caption } = photo
    ? {
        clockMs: afterMs ?? photo.at_ms ?? null,
        caption: over ? middleWords(over) : isStill ? w.photo : w.afterSend,
      }
    : withoutPhoto(race);
  write(parts.clock, clockMs === null ? UNKNOWN : clockText(clockMs));
  parts.clock.toggleAttribute("data-unknown", clockMs === null);
  write(parts.caption, caption);
  parts.headline.hidden = photo !== null && !isStill;
  parts.moment.hidden = !parts.headline.hidden;
  if (photo && !isStill) write(parts.moment, sayOfMoment(race, rows, photo, afterMs, nameOf));
}

function useDrawing(drawing: Drawing) {
  const root = useRef<HTMLElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const caption = useRef<HTMLParagraphElement>(null);
  const headline = useRef<HTMLDivElement>(null);
  const moment = useRef<HTMLParagraphElement>(null);
  const liveNotch = useRef<HTMLElement>(null);
  const live = useRef(new LiveNotches());
  const at = useRef<number | null>(null);
  const show = useCallback(() => {
    if (!root.current || !clock.current || !caption.current) return;
    if (!headline.current || !moment.current || !liveNotch.current) return;
    const parts = {
      root: root.current,
      clock: clock.current,
      caption: caption.current,
      headline: headline.current,
      moment: moment.current,
      liveNotch: liveNotch.current,
    };
    draw(parts, drawing, live.current, at.current);
  }, [drawing]);
  useEffect(() => {
    show();
    const unwatch = drawing.source.watchBars(show);
    const resize = new ResizeObserver(show);
    if (root.current) resize.observe(root.current);
    return () => {
      unwatch();
      resize.disconnect();
    };
  }, [drawing.source, show]);
  const onMoment = useCallback(
    (afterMs: number | null) => {
      at.current = afterMs;
      show();
    },
    [show],
  );
  return { root, clock, caption, headline, moment, liveNotch, onMoment };
}

const NONE: readonly (readonly number[])[] = [];

interface PhotoFinishProps {
  race: Race;
  source: TrackSource;
  medals: Medals | undefined;
  playing: Playing | undefined;
  onRound: ((round: number) => void) | null;
}

export function PhotoFinish(props: PhotoFinishProps) {
  const { race, source, medals, playing, onRound } = props;
  const lineUp = useTrackLineUp();
  const isFirst = useStartup().data?.first_run ?? false;
  const isOver = race.run !== null;
  const round = race.round;
  const [isOne, setIsOne] = useState(false);
  const together = (isOver && !playing && medals?.over_rounds) || null;
  const over = isOne ? null : together;
  const photo = over?.photo ?? ((isOver && medals?.photos?.[round]) || null);
  const isKept = isOver && race.notSaved === null && !playing;
  const id = isKept && !over ? (race.run?.id ?? null) : null;
  const read = usePlayback(id, round, PICTURE_ENTRIES).data;
  // All rounds together have no single log to play.
  const playback = playing?.playback ?? (over ? null : (read ?? null));
  const line = medals?.distance ?? lineBefore(race);
  const isMany = race.lanes.length > MANY_LANES;
  const rowNames = useMemo(
    () => clippedNames(race.lanes, isMany ? LINE_OF_NAME : LINES_OF_NAME),
    [race.lanes, isMany],
  );
  const names = useMemo(() => clippedNames(race.lanes, LONGEST_NAME), [race.lanes]);
  const nameOf = useCallback((index: number) => names[index] ?? "", [names]);
  const stepMs = photo ? notchFor(middleWritingMs(photo)) : null;
  const notches = useMemo(
    () =>
      playback && stepMs !== null ? playback.lanes.map((of) => notchesOf(of, stepMs, line)) : NONE,
    [playback, stepMs, line],
  );
  const ghost = isFirst && ghostRows(race, line) !== null;
  const drawing = useMemo(
    () => ({ source, line, notches, photo, over, playback, nameOf, ghost }),
    [source, line, notches, photo, over, playback, nameOf, ghost],
  );
  const { root, clock, caption, headline, moment, liveNotch, onMoment } = useDrawing(drawing);
  const rounds = race.run ? roundsOf(race.run) : 0;
  const told = over
    ? tellRounds(over, rounds, nameOf)
    : photo && medals && race.run
      ? tell(photo, medals, { round, rounds }, nameOf)
      : toldWithout(race, medals);
  useSpoken(race, medals ? told : null);
  const order = useMemo(() => orderOf(race, photo), [race, photo]);
  const list = useRef<HTMLOListElement>(null);
  useRowMotion(list, order);
  const state = race.run && race.run.state !== "finished" ? runStateStories[race.run.state] : null;
  const best = over && medals ? bestOfRounds(medals) : photo ? bestOfRound(race) : NO_BEST;
  const shared =
    photo && race.run && isKept ? { race, run: race.run, photo, over, notches, told } : null;
  const lanes = isMany ? "many" : race.lanes.length > 6 ? "some" : "few";
  const quarter = line % 4 === 0 ? [1, 2, 3] : [2];
  return (
    <section
      ref={root}
      aria-label={w.label}
      className="finish flex shrink-0 flex-col bg-panel px-3.5 pt-3 pb-2"
      data-testid="track"
      data-kind="distance"
      data-lanes={lanes}
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
            <p className="told mt-0.5 max-w-[86ch] text-base text-soft" title={told.rest}>
              {state ? <span className="text-warn">{state} </span> : null}
              {told.rest}
              {ghost ? ` ${w.ghost}` : null}
            </p>
          </div>
          <p
            ref={moment}
            hidden
            className="text-verdict font-[650] tracking-[-0.012em]"
            data-testid="moment"
          />
        </div>
        {race.lanes.some(({ simulated }) => simulated) ? <SimulatedTag /> : null}
      </header>
      <div className="lanes">
        <div className="grid-row mt-2 h-[22px] text-2xs text-faint">
          <span />
          <span />
          <span className="truncate pr-2.5 text-right" title={w.waitCaption}>
            {w.waitCaption}
          </span>
          <span className="truncate" title={w.counted}>
            {photo ? w.written : ghost ? w.ghostWritten : w.writing}
            {stepMs !== null && notches.length > 0
              ? ` · ${w.notch(durationWithUnit(stepMs))}`
              : null}
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
                />
              );
            })}
          </ol>
          <div className="grid-row pointer-events-none absolute inset-0" aria-hidden="true">
            <span />
            <span />
            <span />
            <div className="relative h-full">
              <div className="chequer" data-testid="finish-line" />
            </div>
          </div>
        </div>
        <div className="grid-row min-h-5 items-start! border-t border-line text-2xs text-faint">
          <div className="col-span-3">{lineUp?.rest}</div>
          <div className="relative mr-3 -ml-2.5 h-5" aria-hidden="true">
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
                rounds={rounds}
                round={over ? null : round}
                onAll={together && (() => setIsOne(false))}
                onRound={(chosen) => {
                  setIsOne(true);
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
