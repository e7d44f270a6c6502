/** Tokens over time while a race runs: lines on a canvas, drawn at most ten times a second and never by React. */

import { useEffect, useRef } from "react";
import { coloursNow } from "../../charts/colour";
import { count, decimal } from "../../strings/numbers";
import { clauses, commas, told } from "../../strings/phrases";
import { strings } from "../../strings/strings";
import { laneColour } from "../../ui/lanes";
import { clippedNames, shortNameOf } from "../names";
import type { LiveLane, Race } from "../race";
import { type Axis, clockAxis, tokenAxis, tokensSoFar } from "../track/axis";
import type { TrackSource } from "../track/Track";

const w = strings.stage.pace;
const EVERY_MS = 100;
const TICK_TOKENS = 100;
/** In characters. */
const LONGEST_NAME = 14;
const ROOM = { left: 44, right: 90, top: 10, bottom: 22 };

type Trace = { ms: number; tokens: number }[];

/** A lane's known progress: a point for each hundredth token, and one for now. */
export function traceOf(lane: LiveLane, trace: Trace): Trace {
  const known: Trace =
    trace.length > 0
      ? trace
      : lane.ticksUs.map((tick, index) => ({
          ms: tick / 1_000,
          tokens: (index + 1) * TICK_TOKENS,
        }));
  const last = known.at(-1);
  const now = { ms: (lane.lastUs ?? 0) / 1_000, tokens: tokensSoFar(lane) };
  if (now.ms > (last?.ms ?? 0) && now.tokens >= (last?.tokens ?? 0)) known.push(now);
  return known;
}

function draw(canvas: HTMLCanvasElement, race: Race, traces: Trace[], picture: Ends): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const colourOf = coloursNow();
  const wide = width - ROOM.left - ROOM.right;
  const high = height - ROOM.top - ROOM.bottom;
  const atX = (ms: number) => ROOM.left + (ms / picture.clock.end) * wide;
  const atY = (tokens: number) => ROOM.top + high - (tokens / picture.distance.end) * high;
  context.font = `11px ${getComputedStyle(canvas).fontFamily}`;
  context.fillStyle = colourOf("var(--faint)");
  context.strokeStyle = colourOf("var(--line)");
  context.lineWidth = 1;
  context.textBaseline = "middle";
  context.textAlign = "right";
  for (const { at, text } of picture.distance.grid) {
    const y = Math.round(atY(at)) + 0.5;
    context.beginPath();
    context.moveTo(ROOM.left, y);
    context.lineTo(ROOM.left + wide, y);
    context.stroke();
    context.fillText(text, ROOM.left - 6, y);
  }
  context.textAlign = "center";
  for (const { at, text } of picture.clock.grid) context.fillText(text, atX(at), height - 10);
  context.textAlign = "left";
  context.lineWidth = 2;
  const names = clippedNames(race.lanes, LONGEST_NAME);
  for (const [index, lane] of race.lanes.entries()) {
    const trace = traces[index] ?? [];
    const last = trace.at(-1);
    if (!last) continue;
    const colour = colourOf(laneColour(lane.look));
    context.strokeStyle = colour;
    context.beginPath();
    context.moveTo(atX((lane.firstAnyUs ?? 0) / 1_000), atY(0));
    for (const { ms, tokens } of trace) context.lineTo(atX(ms), atY(tokens));
    context.stroke();
    context.fillStyle = colour;
    context.fillText(names[index] ?? "", atX(last.ms) + 6, atY(last.tokens));
  }
}

interface Ends {
  clock: Axis;
  distance: Axis;
}

export function LivePace({ race, source }: { race: Race; source: TrackSource }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    let round = -1;
    let traces: Trace[] = [];
    let ends = { ms: 0, tokens: 0 };
    let drawnAt = Number.NEGATIVE_INFINITY;
    const show = () => {
      const now = source.now();
      if (now.round !== round) {
        round = now.round;
        traces = now.lanes.map(() => []);
        ends = { ms: 0, tokens: 0 };
      }
      traces = now.lanes.map((lane, index) => traceOf(lane, traces[index] ?? []));
      const at = performance.now();
      if (at - drawnAt < EVERY_MS) return;
      drawnAt = at;
      const clock = clockAxis(now, ends.ms);
      const distance = tokenAxis(now, ends.tokens);
      ends = { ms: clock.end, tokens: distance.end };
      draw(canvas, now, traces, { clock, distance });
    };
    show();
    return source.watchBars(show);
  }, [source]);
  const each = race.lanes.map((lane) =>
    w.soFar(shortNameOf(lane, race.lanes), count(tokensSoFar(lane))),
  );
  return (
    <section
      aria-label={w.title}
      data-testid="live-pace"
      className="flex min-h-64 flex-1 flex-col border-t border-line bg-panel px-3 py-2.5"
    >
      <h3 className="text-sm font-semibold">
        {w.title} <span className="ml-1 text-xs font-normal text-faint">{w.direction}</span>
      </h3>
      <canvas
        ref={ref}
        role="img"
        aria-label={told(w.title, clauses([commas(each), `${decimal(race.atUs / 1e6, 1)} s`]))}
        className="min-h-0 w-full flex-1"
      />
      <p className="text-xs text-faint">{w.running}</p>
    </section>
  );
}
