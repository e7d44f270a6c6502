/** Draws the photo finish into the elements that React rendered: the rows, the clock, and the sentence of a moment. */

import { useCallback, useEffect, useRef } from "react";
import { MEDIAN_FROM, type Photo, type PhotoOfRounds, type Playback } from "../../backend/backend";
import { decimal, durationWithUnit, UNKNOWN } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import type { Race } from "../race";
import type { TrackSource } from "../track/Track";
import { drawRow, rowIn } from "./drawFinish";
import { liveRows, photoRows, type RowPicture, rowsAt, sayOfMoment } from "./finishPicture";
import { ghostRows } from "./ghost";
import { LiveNotches } from "./liveNotches";
import { failedAll } from "./words";

const w = strings.finish;
/** Minimum width of the wait's column, as a time, so that the first tenths of a second do not make it jump. */
const LEAST_WAIT_MS = 500;

interface Parts {
  root: HTMLElement;
  clock: HTMLElement;
  caption: HTMLElement;
  headline: HTMLElement;
  moment: HTMLElement;
  liveNotch: HTMLElement;
}

/** What is drawn: a race in progress, or one whose photo is known. */
export interface Drawing {
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

export const clockText = (ms: number) => decimal(ms / 1_000, 2);

/** The clock's text for all rounds together. */
export function middleWords({ lanes }: PhotoOfRounds): string {
  const rounds = Math.max(0, ...lanes.map(({ crossed_ms }) => crossed_ms.length));
  return w.middleOf(rounds, rounds >= MEDIAN_FROM);
}

function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The clock of a race in progress, or of a finished one without a photo: until the last text that arrived. */
function withoutPhoto(race: Race): { clockMs: number | null; caption: string } {
  if (failedAll(race)) return { clockMs: null, caption: w.noneFinished(race.lanes.length) };
  if (race.run) {
    const ends = race.lanes.flatMap(({ sample }) => sample?.latency_ms ?? []);
    return ends.length > 0
      ? { clockMs: Math.max(...ends), caption: w.lastText }
      : { clockMs: null, caption: w.noText };
  }
  const ms = race.stage === "planned" ? 0 : race.atUs / 1_000;
  return { clockMs: ms, caption: ms > 0 ? w.afterGun : w.ready };
}

/** The size of a row's way, in pixels. */
interface Way {
  width: number;
  bar: number;
}

const wayIn = (root: Element | null) => root?.querySelector<HTMLElement>(".way") ?? null;

const sizeOf = (way: HTMLElement | null): Way => ({
  width: way?.clientWidth ?? 0,
  bar: way?.clientHeight ?? 0,
});

/** Draws one moment: null is the photo of a finished race, or the present of a running one. */
function draw(
  parts: Parts,
  drawing: Drawing,
  live: LiveNotches,
  afterMs: number | null,
  size: () => Way,
): void {
  const { source, line, notches, photo, over, playback, nameOf, ghost } = drawing;
  const race = source.now();
  const example = ghost ? ghostRows(race, line) : null;
  const still = photo ? photoRows(race, photo, over) : (example ?? liveRows(race, line));
  const rows: RowPicture[] =
    photo && playback && afterMs !== null ? rowsAt(still, playback, afterMs) : still;
  const longestWaitMs = Math.max(LEAST_WAIT_MS, ...rows.map(({ waitMs }) => waitMs ?? 0));
  // Empty rows need no size, so that the window's first frame is laid out once.
  const isEmpty = race.stage === "planned" && !ghost;
  const scale = { ...(isEmpty ? sizeOf(null) : size()), line, longestWaitMs };
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
  const isFailed = !photo && failedAll(race);
  write(parts.clock, clockMs !== null ? clockText(clockMs) : isFailed ? w.cross : UNKNOWN);
  parts.clock.toggleAttribute("data-unknown", clockMs === null);
  write(parts.caption, caption);
  parts.headline.hidden = photo !== null && !isStill;
  parts.moment.hidden = !parts.headline.hidden;
  if (photo && !isStill) write(parts.moment, sayOfMoment(race, rows, photo, afterMs, nameOf));
}

/** Keeps the drawing up to date: with the race, the size, and the moment of the strip. */
export function useDrawing(drawing: Drawing) {
  const root = useRef<HTMLElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const caption = useRef<HTMLParagraphElement>(null);
  const headline = useRef<HTMLDivElement>(null);
  const moment = useRef<HTMLParagraphElement>(null);
  const liveNotch = useRef<HTMLElement>(null);
  const live = useRef(new LiveNotches());
  const at = useRef<number | null>(null);
  /** Measured where the page is laid out anyway: what React has just written would have to be laid out for it. */
  const way = useRef<Way | null>(null);
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
    const size = () => {
      way.current ??= sizeOf(wayIn(parts.root));
      return way.current;
    };
    draw(parts, drawing, live.current, at.current, size);
  }, [drawing]);
  useEffect(() => {
    show();
    const unwatch = drawing.source.watchBars(show);
    const resize = new ResizeObserver(() => {
      const [was, is] = [way.current, sizeOf(wayIn(root.current))];
      way.current = is;
      if (was?.width !== is.width || was.bar !== is.bar) show();
    });
    for (const each of [root.current, wayIn(root.current)]) if (each) resize.observe(each);
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
