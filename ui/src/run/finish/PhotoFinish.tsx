/**
 * The hero of a race: tokens to a chequered line. While it runs, what each lane has written; once it is over, what each
 * had written when the first crossed, solid, and the rest as a tint.
 */

import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Medals, Photo, Playback } from "../../backend/backend";
import { PICTURE_ENTRIES, usePlayback } from "../../backend/results";
import { count, decimal, durationWithUnit, UNKNOWN } from "../../strings/numbers";
import { runStateStories } from "../../strings/results";
import { strings } from "../../strings/strings";
import { SimulatedTag } from "../../ui/controls";
import { shortNameOf } from "../names";
import { bestOf } from "../numbers/ranking";
import { type Playing, type Race, roundsOf } from "../race";
import type { TrackSource } from "../track/Track";
import { Rounds } from "../verdict/Verdict";
import { drawRow, rowIn } from "./drawFinish";
import { FinishRow } from "./FinishRow";
import {
  lineBefore,
  liveRows,
  middleWritingMs,
  notchesOf,
  notchFor,
  photoRows,
  type RowPicture,
  rowsAt,
  sayOfMoment,
} from "./finishPicture";
import { TimeStrip } from "./TimeStrip";
import { tell } from "./words";
import "./finish.css";

const w = strings.finish;
/** So long a wait has its column to itself from the start, so that the first tenths do not jump. */
const LEAST_WAIT_MS = 500;

interface Parts {
  root: HTMLElement;
  clock: HTMLElement;
  caption: HTMLElement;
  headline: HTMLElement;
  moment: HTMLElement;
}

/** What is drawn: a race under way, or one whose photo is known. */
interface Drawing {
  source: TrackSource;
  line: number;
  notches: readonly (readonly number[])[];
  photo: Photo | null;
  playback: Playback | null;
  nameOf: (index: number) => string;
}

const clockText = (ms: number) => decimal(ms / 1_000, 2);

function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The clock of a race under way, and of one that is over and has no photo: until the last text that arrived. */
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

/** Draws one moment: null is the photo of a race that is over, or now in one that runs. */
function draw(parts: Parts, drawing: Drawing, afterMs: number | null): void {
  const { source, line, notches, photo, playback, nameOf } = drawing;
  const race = source.now();
  const still = photo ? photoRows(race, photo) : liveRows(race, line);
  const rows: RowPicture[] =
    photo && playback && afterMs !== null ? rowsAt(still, playback, afterMs) : still;
  const longestWaitMs = Math.max(LEAST_WAIT_MS, ...rows.map(({ waitMs }) => waitMs ?? 0));
  // Measured once, before anything is written: each reading after a writing would lay out the whole page.
  const way = parts.root.querySelector<HTMLElement>(".way");
  const scale = {
    width: way?.clientWidth ?? 0,
    line,
    bar: way?.clientHeight ?? 0,
    longestWaitMs,
  };
  for (const element of parts.root.querySelectorAll<HTMLElement>("[data-index]")) {
    const index = Number(element.dataset.index);
    const [row, of] = [rowIn(element), rows[index]];
    if (row && of) drawRow(row, { ...of, notches: notches[index] ?? [] }, scale);
  }
  const isStill = afterMs === null;
  const { clockMs, caption } = photo
    ? { clockMs: afterMs ?? photo.at_ms ?? null, caption: isStill ? w.photo : w.afterSend }
    : withoutPhoto(race);
  write(parts.clock, clockMs === null ? UNKNOWN : clockText(clockMs));
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
  const at = useRef<number | null>(null);
  const show = useCallback(() => {
    if (!root.current || !clock.current || !caption.current) return;
    if (!headline.current || !moment.current) return;
    const parts = {
      root: root.current,
      clock: clock.current,
      caption: caption.current,
      headline: headline.current,
      moment: moment.current,
    };
    draw(parts, drawing, at.current);
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
  return { root, clock, caption, headline, moment, onMoment };
}

/** The lanes in the order they are shown: as lined up while it runs, by finish once it is over, who failed last. */
function orderOf(race: Race, photo: Photo | null): number[] {
  const all = race.lanes.map((_, index) => index);
  if (!photo) return all;
  const isFailed = (index: number) => photo.said.failed.includes(index);
  const key = (index: number) => {
    const { rank = null, crossed_ms = null } = photo.lanes[index] ?? {};
    return [isFailed(index) ? 2 : rank === null ? 1 : 0, rank ?? 0, crossed_ms ?? Infinity, index];
  };
  return all.sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    for (const [at, value] of one.entries()) {
      const difference = value - (other[at] ?? 0);
      if (difference !== 0 && !Number.isNaN(difference)) return difference;
    }
    return 0;
  });
}

const NONE: readonly (readonly number[])[] = [];
const NO_BEST: ReadonlySet<number> = new Set();

interface PhotoFinishProps {
  race: Race;
  source: TrackSource;
  medals: Medals | undefined;
  playing: Playing | undefined;
  onRound: ((round: number) => void) | null;
}

/** What the headline says where there is no photo. */
function toldWithout(race: Race, medals: Medals | undefined): { headline: string; rest: string } {
  if (race.run) {
    // A race that ended otherwise says so itself.
    const rest = race.run.state === "finished" ? runStateStories.finished : "";
    if (medals?.unranked) return { headline: strings.stage.medals.unranked[medals.unranked], rest };
    if (medals) return { headline: w.noLine, rest };
    return { headline: race.notSaved === null ? w.reading : w.notKept, rest };
  }
  const { repeat, warmup, until_settled } = race.plan;
  if (race.stage === "planned") return { headline: w.planned, rest: w.plannedHint };
  const round = until_settled ? strings.track.roundAtMost : strings.track.round;
  const which = race.warmup
    ? strings.track.warmup
    : repeat > 1
      ? round(race.round - warmup + 1, repeat)
      : "";
  return { headline: w.racing, rest: which };
}

export function PhotoFinish({ race, source, medals, playing, onRound }: PhotoFinishProps) {
  const isOver = race.run !== null;
  const round = race.round;
  const photo = (isOver && medals?.photos?.[round]) || null;
  const isKept = isOver && race.notSaved === null && !playing;
  const read = usePlayback(isKept ? (race.run?.id ?? null) : null, round, PICTURE_ENTRIES).data;
  const playback = playing?.playback ?? read ?? null;
  const line = medals?.distance ?? lineBefore(race);
  const names = useMemo(
    () => race.lanes.map((lane) => shortNameOf(lane, race.lanes)),
    [race.lanes],
  );
  const nameOf = useCallback((index: number) => names[index] ?? "", [names]);
  const stepMs = photo ? notchFor(middleWritingMs(photo)) : null;
  const notches = useMemo(
    () =>
      playback && stepMs !== null ? playback.lanes.map((of) => notchesOf(of, stepMs, line)) : NONE,
    [playback, stepMs, line],
  );
  const drawing = useMemo(
    () => ({ source, line, notches, photo, playback, nameOf }),
    [source, line, notches, photo, playback, nameOf],
  );
  const { root, clock, caption, headline, moment, onMoment } = useDrawing(drawing);
  const told =
    photo && medals && race.run
      ? tell(photo, medals, { round, rounds: roundsOf(race.run) }, nameOf)
      : toldWithout(race, medals);
  const state = race.run && race.run.state !== "finished" ? runStateStories[race.run.state] : null;
  const best = {
    wait: photo ? bestOf(race.lanes, "ttft_ms") : NO_BEST,
    speed: photo ? bestOf(race.lanes, "decode_tps") : NO_BEST,
    cost: photo ? bestOf(race.lanes, "cost_usd") : NO_BEST,
  };
  const lanes = race.lanes.length > 12 ? "many" : race.lanes.length > 6 ? "some" : "few";
  const quarter = line % 4 === 0 ? [1, 2, 3] : [2];
  return (
    <section
      ref={root}
      aria-label={w.label}
      className="finish shrink-0 bg-panel px-3.5 pt-3 pb-2"
      data-testid="track"
      data-kind="distance"
      data-lanes={lanes}
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
          <div ref={headline} data-testid="verdict">
            <h2 className="text-verdict font-[650] tracking-[-0.012em]">{told.headline}</h2>
            <p className="mt-0.5 max-w-[86ch] text-base text-soft">
              {state ? <span className="text-warn">{state} </span> : null}
              {told.rest}
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
      <div className="grid-row mt-2 h-[22px] text-2xs text-faint">
        <span />
        <span>
          {onRound && race.run ? (
            <Rounds rounds={roundsOf(race.run)} round={round} onRound={onRound} />
          ) : null}
        </span>
        <span className="truncate pr-2.5 text-right" title={w.waitCaption}>
          {w.waitCaption}
        </span>
        <span className="truncate" title={w.counted}>
          {photo ? w.written : w.writing}
          {stepMs !== null && notches.length > 0 ? ` · ${w.notch(durationWithUnit(stepMs))}` : null}
        </span>
        <span className="text-right">{w.to(line)}</span>
        <span className="gap text-right">{w.gap}</span>
        <span className="text-right">{strings.track.tps}</span>
        <span className="text-right">{strings.track.cost}</span>
      </div>
      <div className="relative">
        <ol>
          {orderOf(race, photo).map((index) => {
            const lane = race.lanes[index];
            if (!lane) return null;
            return (
              <FinishRow
                key={lane.place}
                lane={lane}
                index={index}
                race={race}
                photo={photo}
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
      <div className="grid-row h-5 border-t border-line text-2xs text-faint" aria-hidden="true">
        <span />
        <span />
        <span />
        <div className="relative mr-3 -ml-2.5 h-full">
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
      {photo && isKept && playback ? (
        <TimeStrip
          race={race}
          photo={photo}
          playback={playback}
          nameOf={nameOf}
          onMoment={onMoment}
        />
      ) : null}
    </section>
  );
}
