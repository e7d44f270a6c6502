/** The race track: one row per lane on a shared clock. Tick density is speed. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Sample } from "../../backend/backend";
import { commas } from "../../strings/phrases";
import { faults, statuses } from "../../strings/results";
import { strings } from "../../strings/strings";
import { LaneBadge, MiddleCut } from "../../ui/controls";
import { laneColour } from "../../ui/lanes";
import { figuresOf } from "../figures";
import { shortNameOf } from "../names";
import type { LiveLane, Race } from "../race";
import { isWrong } from "../right";
import { phaseInWords } from "../steps";
import { clockAxis } from "./axis";
import { barIn, drawBar, drawGrid } from "./drawTrack";
import type { BarPicture } from "./trackGeometry";
import "./track.css";
import { tip } from "../../ui/tip";

export interface TrackSource {
  /** The current race. */
  now: () => Race;
  /** Calls `draw` whenever there may be something new to draw. */
  watchBars: (draw: () => void) => () => void;
}

const still = { watchBars: () => () => undefined };

/** A race that no longer changes. */
export function stillTrack(race: Race): TrackSource {
  return { now: () => race, ...still };
}

function verdictOf(sample: Sample): string {
  return sample.error ? faults[sample.error.class] : statuses[sample.status];
}

const EASE_MS = 90;
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

interface Parts {
  list: HTMLOListElement;
  axis: HTMLElement;
  lines: HTMLElement;
}

/**
 * Draws the bars whenever there is something new, the axis at least `least` milliseconds long; returns a function that
 * stops it.
 */
function drawWith(
  { list, axis, lines }: Parts,
  source: TrackSource,
  least: number,
  onTick: (every: number) => void,
): () => void {
  const bars = [...list.querySelectorAll(".bar")].map(barIn);
  let end = least;
  let shown = 0;
  let drawnAt = performance.now();
  let easing = 0;
  let width = lines.clientWidth;

  const draw = () => {
    const race = source.now();
    const picture = clockAxis(race, end);
    end = picture.end;
    const at = performance.now();
    const ease = reducedMotion.matches || shown === 0 ? 1 : 1 - Math.exp((drawnAt - at) / EASE_MS);
    drawnAt = at;
    shown = Math.abs(end - shown) < end * 0.004 ? end : shown + (end - shown) * ease;
    const pxPerUnit = width / shown;
    const every = picture.tickEvery(pxPerUnit);
    onTick(every);
    drawGrid(axis, lines, picture.grid, pxPerUnit, width);
    const scale = { width, pxPerUnit, tokensPerTick: every };
    for (const [index, bar] of bars.entries()) {
      const of: BarPicture | undefined = picture.bars[index];
      if (bar && of) drawBar(bar, of, scale, picture.endings[index] ?? "");
    }
    cancelAnimationFrame(easing);
    if (shown !== end) easing = requestAnimationFrame(draw);
  };

  draw();
  const unwatch = source.watchBars(draw);
  const resize = new ResizeObserver(() => {
    width = lines.clientWidth;
    draw();
  });
  resize.observe(lines);
  return () => {
    unwatch();
    resize.disconnect();
    cancelAnimationFrame(easing);
  };
}

/** Keeps the bars up to date, and reports how many tokens a tick represents. */
function useDrawing(source: TrackSource, least: number, onTick: (every: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!list.current || !axis.current || !lines.current) return;
    const parts = { list: list.current, axis: axis.current, lines: lines.current };
    return drawWith(parts, source, least, onTick);
  }, [source, least, onTick]);
  return { list, axis, lines };
}

const COLUMNS =
  "grid grid-cols-[minmax(110px,160px)_minmax(0,1fr)_58px_52px_74px] items-center gap-x-3 max-[1100px]:grid-cols-[minmax(90px,120px)_minmax(0,1fr)_52px_48px_70px] max-[1100px]:gap-x-2";

function Row({ lane, race, index }: { lane: LiveLane; race: Race; index: number }) {
  const figures = figuresOf(lane, race);
  const story = lane.sample ? verdictOf(lane.sample) : phaseInWords(lane);
  const name = shortNameOf(lane, race.lanes);
  const wrong = isWrong(lane.sample);
  const isPlain = lane.sample === null || lane.sample.status === "ok";
  return (
    <li
      className={`${COLUMNS} ${race.lanes.length > 6 ? "h-[23px]" : "h-[26px]"}`}
      data-testid={`track-${index}`}
    >
      <span className="flex min-w-0 items-center gap-2" {...tip(`${lane.label} · ${lane.model}`)}>
        <LaneBadge look={lane.look} />
        <span className="min-w-0">
          <MiddleCut text={name} />
        </span>
        <span className="sr-only">
          {strings.track.rowLabel(name, wrong ? commas([story, strings.checks.noPlace]) : story)}
        </span>
      </span>
      <div
        className="bar"
        aria-hidden="true"
        style={{ "--lane": laneColour(lane.look) } as React.CSSProperties}
      >
        <i data-part="gate" />
        <i data-part="connect" />
        <i data-part="earlier" />
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
        {...tip(figures.tps.label)}
      >
        {wrong ? <s {...tip(strings.checks.noPlace)}>{figures.tps.text}</s> : figures.tps.text}
      </span>
      <span className="text-right text-xs text-soft" {...tip(figures.ttft.label)}>
        {figures.ttft.text}
      </span>
      <span className="truncate text-right text-xs text-soft" {...tip(figures.cost.label)}>
        {figures.cost.text}
      </span>
    </li>
  );
}

const PHASES = ["wait", "think", "write"] as const;

function Legend({ every, isChained }: { every: number; isChained: boolean }) {
  return (
    <div className="flex items-center gap-3 text-2xs whitespace-nowrap text-faint max-[1100px]:hidden">
      {PHASES.map((phase) => (
        <span key={phase} className="flex items-center gap-1.5">
          <i aria-hidden="true" className={`legend-${phase} h-2.5 w-5 rounded-[2px]`} />
          {strings.track[phase]}
        </span>
      ))}
      {isChained ? (
        <span className="flex items-center gap-1.5">
          <i aria-hidden="true" className="legend-earlier h-2.5 w-5 rounded-[2px]" />
          {strings.chain.earlier}
        </span>
      ) : null}
      <span>{strings.track.ticks(every)}</span>
    </div>
  );
}

interface TrackProps {
  race: Race;
  source: TrackSource;
  /** Initial length of the axis in milliseconds, if known. */
  least?: number;
  /** The header: the state of the race, or who won. */
  children: ReactNode;
}

export function Track({ race, source, least = 0, children }: TrackProps) {
  const [every, setEvery] = useState(100);
  const drawing = useDrawing(source, least, setEvery);
  return (
    <section
      aria-label={strings.track.label}
      className="border-t border-line bg-panel px-3.5 pt-1 pb-1"
      data-testid="track"
      data-kind="clock"
    >
      <header className="flex min-h-7 items-center justify-between gap-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">{children}</div>
        <Legend every={every} isChained={race.lanes.some(({ provider }) => provider === "chain")} />
      </header>
      <div className="relative">
        <div className={`${COLUMNS} pointer-events-none absolute inset-0`} aria-hidden="true">
          <div />
          <div
            ref={drawing.lines}
            className="relative ml-4 h-full [&>span]:absolute [&>span]:inset-y-0 [&>span]:left-0 [&>span]:w-px [&>span]:bg-line [&>span:first-child]:bg-line-strong"
          />
        </div>
        <ol ref={drawing.list} className="relative">
          {race.lanes.map((lane, index) => (
            <Row key={lane.place} lane={lane} race={race} index={index} />
          ))}
        </ol>
      </div>
      <div className={`${COLUMNS} mt-0.5 h-5 border-t border-line text-2xs text-faint`}>
        <span className="truncate">{strings.track.axis}</span>
        <div
          ref={drawing.axis}
          aria-hidden="true"
          className="relative ml-4 h-full [&>span]:absolute [&>span]:top-0.5 [&>span]:-left-4 [&>span]:w-8 [&>span]:text-center"
        />
        <span className="text-right">{strings.track.tps}</span>
        <span className="text-right">{strings.track.ttft}</span>
        <span className="text-right">{strings.track.cost}</span>
      </div>
    </section>
  );
}
