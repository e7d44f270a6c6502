/** The race track: one row per lane on a shared clock. Tick density is speed. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Sample } from "../backend/backend";
import { LaneBadge, laneColour } from "../look/controls";
import { durationWithUnit } from "../words/numbers";
import { faults, phases, statuses } from "../words/results";
import { words } from "../words/words";
import { type Bar, barIn, drawBar, drawGrid } from "./drawTrack";
import { figuresOf } from "./figures";
import { axisEnd, LEAST_LIVE_MS, marksOf, outcomeOf, tickEvery } from "./marks";
import { shortNameOf } from "./names";
import type { LiveLane, Race } from "./race";
import "./track.css";

export interface TrackSource {
  /** The race at this instant. */
  now: () => Race;
  /** Calls `draw` whenever there may be something new to draw. */
  watchBars: (draw: () => void) => () => void;
}

const still = { watchBars: () => () => undefined };

/** A race that does not move any more. */
export function stillTrack(race: Race): TrackSource {
  return { now: () => race, ...still };
}

function verdictOf(sample: Sample): string {
  return sample.error ? faults[sample.error.class] : statuses[sample.status];
}

/** What stands beside the mark at a lane's end: how long it took in all, or why it did not finish. */
function endingOf({ sample }: LiveLane): string {
  if (!sample) return "";
  const finished = outcomeOf(sample.status) === "finished";
  return finished ? durationWithUnit(sample.latency_ms) : verdictOf(sample);
}

const EASE_MS = 90;
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Keeps the bars of `list` drawn, and tells how many tokens a tick stands for. */
function useDrawing(source: TrackSource, onTick: (every: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const rows = list.current;
    if (!rows || !axis.current || !lines.current) return;
    const [axisElement, linesElement] = [axis.current, lines.current];
    const bars = [...rows.querySelectorAll(".bar")].map(barIn);
    const isLive = source.now().stage !== "ended";
    let endMs = isLive ? LEAST_LIVE_MS : 0;
    let shownMs = 0;
    let drawnAt = performance.now();
    let easing = 0;
    let width = linesElement.clientWidth;

    const draw = () => {
      const race = source.now();
      const marks = race.lanes.map((lane) => marksOf(lane, race));
      const reached = Math.max(0, ...marks.map((lane) => lane.reached));
      endMs = axisEnd(reached, endMs);
      const at = performance.now();
      const ease =
        reducedMotion.matches || shownMs === 0 ? 1 : 1 - Math.exp((drawnAt - at) / EASE_MS);
      drawnAt = at;
      shownMs =
        Math.abs(endMs - shownMs) < endMs * 0.004 ? endMs : shownMs + (endMs - shownMs) * ease;
      const pxPerMs = width / shownMs;
      const every = tickEvery(marks, pxPerMs);
      onTick(every);
      drawGrid(axisElement, linesElement, endMs, pxPerMs, width);
      for (const [index, lane] of race.lanes.entries()) {
        const bar: Bar | null | undefined = bars[index];
        const mark = marks[index];
        if (bar && mark) drawBar(bar, mark, pxPerMs, every, endingOf(lane));
      }
      cancelAnimationFrame(easing);
      if (shownMs !== endMs) easing = requestAnimationFrame(draw);
    };

    draw();
    const unwatch = source.watchBars(draw);
    const resize = new ResizeObserver(() => {
      width = linesElement.clientWidth;
      draw();
    });
    resize.observe(linesElement);
    return () => {
      unwatch();
      resize.disconnect();
      cancelAnimationFrame(easing);
    };
  }, [source, onTick]);

  return { list, axis, lines };
}

const COLUMNS =
  "grid grid-cols-[minmax(110px,160px)_minmax(0,1fr)_58px_52px_62px] items-center gap-x-3 max-[1100px]:grid-cols-[minmax(90px,120px)_minmax(0,1fr)_52px_48px_58px] max-[1100px]:gap-x-2";

function Row({ lane, race, index }: { lane: LiveLane; race: Race; index: number }) {
  const figures = figuresOf(lane, race);
  const story = lane.sample ? verdictOf(lane.sample) : phases[lane.phase];
  const name = shortNameOf(lane, race.lanes);
  const isPlain = lane.sample === null || lane.sample.status === "ok";
  return (
    <li
      className={`${COLUMNS} ${race.lanes.length > 6 ? "h-[23px]" : "h-[26px]"}`}
      data-testid={`track-${index}`}
    >
      <span className="flex min-w-0 items-center gap-2" title={`${lane.label} · ${lane.model}`}>
        <LaneBadge place={lane.place} />
        <span className="truncate">{name}</span>
        <span className="sr-only">{words.track.rowLabel(name, story)}</span>
      </span>
      <div
        className="bar"
        aria-hidden="true"
        style={{ "--lane": laneColour(lane.place) } as React.CSSProperties}
      >
        <i data-part="gate" />
        <i data-part="connect" />
        <i data-part="wait" />
        <i data-part="think" />
        <i data-part="write" />
        <i data-part="tail" />
        <svg data-part="ticks" role="presentation">
          <path />
        </svg>
        <span data-part="end" />
      </div>
      <span
        className={`text-right text-base font-semibold ${isPlain ? "" : "text-faint"}`}
        title={figures.tps.label}
      >
        {figures.tps.text}
      </span>
      <span className="text-right text-xs text-soft" title={figures.ttft.label}>
        {figures.ttft.text}
      </span>
      <span className="truncate text-right text-xs text-soft" title={figures.cost.label}>
        {figures.cost.text}
      </span>
    </li>
  );
}

function Legend({ every }: { every: number }) {
  return (
    <div className="flex items-center gap-3 text-2xs whitespace-nowrap text-faint max-[1100px]:hidden">
      {(["wait", "think", "write"] as const).map((phase) => (
        <span key={phase} className="flex items-center gap-1.5">
          <i aria-hidden="true" className={`legend-${phase} h-2.5 w-5 rounded-[2px]`} />
          {words.track[phase]}
        </span>
      ))}
      <span>{words.track.ticks(every)}</span>
    </div>
  );
}

interface TrackProps {
  race: Race;
  source: TrackSource;
  /** What the header says: where the race stands, or who won. */
  children: ReactNode;
}

export function Track({ race, source, children }: TrackProps) {
  const [every, setEvery] = useState(100);
  const { list, axis, lines } = useDrawing(source, setEvery);
  return (
    <section
      aria-label={words.track.label}
      className="rounded-lg border border-line bg-panel px-3.5 pt-1 pb-1"
      data-testid="track"
    >
      <header className="flex h-7 items-center justify-between gap-4">
        <div className="flex min-w-0 flex-1 items-center gap-4 overflow-hidden">{children}</div>
        <Legend every={every} />
      </header>
      <div className="relative">
        <div className={`${COLUMNS} pointer-events-none absolute inset-0`} aria-hidden="true">
          <div />
          <div
            ref={lines}
            className="relative ml-4 h-full [&>span]:absolute [&>span]:inset-y-0 [&>span]:left-0 [&>span]:w-px [&>span]:bg-line [&>span:first-child]:bg-line-strong"
          />
        </div>
        <ol ref={list} className="relative">
          {race.lanes.map((lane, index) => (
            <Row key={lane.place} lane={lane} race={race} index={index} />
          ))}
        </ol>
      </div>
      <div className={`${COLUMNS} mt-0.5 h-5 border-t border-line text-2xs text-faint`}>
        <span className="truncate">{words.track.axis}</span>
        <div
          ref={axis}
          aria-hidden="true"
          className="relative ml-4 h-full [&>span]:absolute [&>span]:top-0.5 [&>span]:-left-4 [&>span]:w-8 [&>span]:text-center"
        />
        <span className="text-right">{words.track.tps}</span>
        <span className="text-right">{words.track.ttft}</span>
        <span className="text-right">{words.track.cost}</span>
      </div>
    </section>
  );
}
