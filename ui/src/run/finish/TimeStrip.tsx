/** The replay of a race as a strip under its photo: every first text, every finish, and a head that can be dragged. */

import { Play } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Photo, Playback } from "../../backend/backend";
import { durationWithUnit } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { IconButton } from "../../ui/controls";
import { laneColour } from "../../ui/lanes";
import { tip } from "../../ui/tip";
import type { Race } from "../race";
import { outcomeOf } from "../track/trackGeometry";
import { endedMs, stripEndMs } from "./finishPicture";
import { LaneShape, LINE_Y, StripAxis, shareOf } from "./StripAxis";

const w = strings.finish;

const GLIDE_MS = 400;
/** Approximate width of a label's letter, in pixels. */
const LETTER_PX = 6.4;
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** Height of a row of names, in pixels. */
const NAME_PX = 13;

interface Mark {
  index: number;
  atMs: number;
  name: string;
  failed: boolean;
}

/** Where each lane crossed or failed, in order of time. */
function marksOf(race: Race, photo: Photo, playback: Playback, nameOf: (index: number) => string) {
  return race.lanes
    .flatMap((lane, index): Mark[] => {
      const failed = lane.sample !== null && outcomeOf(lane.sample.status) === "failed";
      const atMs = failed ? endedMs(playback.lanes[index]) : photo.lanes[index]?.crossed_ms;
      if (atMs === null || atMs === undefined) return [];
      return [{ index, atMs, name: nameOf(index), failed }];
    })
    .sort((a, b) => a.atMs - b.atMs);
}

/** From this many marks on there is one row of names: a second would only cover more of them. */
const MANY_MARKS = 9;
const ROWS_OF_NAMES = 2;
/** Where names may begin, in pixels from the send. */
const LEFT_PX = -8;

interface NamePlace {
  /** From the one next to the strip upwards. */
  row: number;
  /** How far to the right of its mark it is, in pixels: before the send there is no room. */
  shift: number;
}

/** Which side of the head “photo finish” is on, and its reach in pixels: to the right, unless that is beyond the strip. */
export function placeOfPhoto({ endMs, photoMs, width }: StripScale) {
  const photo = (photoMs / endMs) * width;
  const length = (w.photo.length + 2) * LETTER_PX;
  const isLeft = photo + length > width;
  return isLeft
    ? { isLeft, from: photo - length, until: photo }
    : { isLeft, from: photo, until: photo + length };
}

/** A strip of `width` pixels from the send to `endMs`, and the moment of the photo in milliseconds since the send. */
interface StripScale {
  endMs: number;
  photoMs: number;
  width: number;
}

/**
 * The place of each mark's name. It takes the first row in which it covers neither another one nor “photo finish”; one
 * that has no room in any is omitted.
 */
export function placesOfNames(
  marks: readonly Pick<Mark, "atMs" | "name">[],
  scale: StripScale,
): (NamePlace | null)[] {
  const { endMs, width } = scale;
  const photo = placeOfPhoto(scale);
  const rows = marks.length < MANY_MARKS ? ROWS_OF_NAMES : 1;
  const until = Array<number>(rows).fill(LEFT_PX);
  return marks.map(({ atMs, name }) => {
    const half = (name.length * LETTER_PX) / 2;
    const own = (atMs / endMs) * width;
    const at = Math.max(own, LEFT_PX + half);
    if (at + half > width + 24) return null;
    const isFree = (taken: number, row: number) =>
      at - half >= taken && !(row === 0 && at + half > photo.from && at - half < photo.until);
    const row = until.findIndex(isFree);
    if (row < 0) return null;
    until[row] = at + half + 8;
    return { row, shift: at - own };
  });
}

interface StripProps {
  race: Race;
  photo: Photo;
  playback: Playback;
  nameOf: (index: number) => string;
  /** Shows a moment, in milliseconds since the send; null is the photo. */
  onMoment: (afterMs: number | null) => void;
}

/** Moves the play-head, and plays from the start to the end and back to the photo. */
class Head {
  #frame = 0;
  readonly #show: (afterMs: number, isPhoto: boolean) => void;
  readonly photoMs: number;
  readonly endMs: number;
  atMs: number;

  constructor(photoMs: number, endMs: number, show: Head["show"]) {
    this.photoMs = photoMs;
    this.endMs = endMs;
    this.atMs = photoMs;
    this.#show = show;
  }

  show(afterMs: number, isPhoto: boolean): void {
    this.#show(afterMs, isPhoto);
  }

  to(afterMs: number): void {
    this.stop();
    this.atMs = Math.min(Math.max(0, afterMs), this.endMs);
    this.#show(this.atMs, false);
  }

  rest(): void {
    this.stop();
    this.atMs = this.photoMs;
    this.#show(this.photoMs, true);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  play(): void {
    this.stop();
    const from = performance.now();
    const step = (now: number) => {
      this.atMs = Math.min(this.endMs, Math.max(0, now - from));
      this.#show(this.atMs, false);
      if (this.atMs < this.endMs) this.#frame = requestAnimationFrame(step);
      else this.#glide();
    };
    this.#frame = requestAnimationFrame(step);
  }

  #glide(): void {
    if (reducedMotion.matches) {
      this.rest();
      return;
    }
    const from = performance.now();
    const step = (now: number) => {
      const left = (1 - Math.min(1, Math.max(0, now - from) / GLIDE_MS)) ** 3;
      if (left === 0) {
        this.rest();
        return;
      }
      this.#show(this.photoMs + (this.endMs - this.photoMs) * left, false);
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}

/** Assumed width in pixels, until the strip has been measured. */
const USUAL_PX = 800;

/** Its drawn width, in pixels. */
function useWidth(of: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(USUAL_PX);
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || USUAL_PX);
    measure();
    const resize = new ResizeObserver(measure);
    resize.observe(element);
    return () => resize.disconnect();
  }, [of]);
  return width;
}

export function TimeStrip({ race, photo, playback, nameOf, onMoment }: StripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const played = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLSpanElement>(null);
  const photoMs = photo.at_ms ?? 0;
  const endMs = Math.max(stripEndMs(playback), photoMs);
  const marks = useMemo(
    () => marksOf(race, photo, playback, nameOf),
    [race, photo, playback, nameOf],
  );
  const width = useWidth(strip);
  const shown = marks.filter(({ atMs }) => atMs !== photo.at_ms);
  const scale = { endMs, photoMs, width };
  const places = placesOfNames(shown, scale);
  const placeOf = new Map(shown.map((mark, at) => [mark, places[at] ?? null]));
  const isHigh = places.some((place) => place?.row === 1);
  const head = useMemo(() => {
    const show = (afterMs: number, isPhoto: boolean) => {
      const share = afterMs / endMs;
      if (handle.current) handle.current.style.left = `calc(${share * 100}% - 1px)`;
      if (played.current) played.current.style.transform = `scaleX(${share})`;
      if (said.current) said.current.textContent = isPhoto ? w.photo : "";
      strip.current?.setAttribute("aria-valuenow", String(Math.round(afterMs)));
      strip.current?.setAttribute("aria-valuetext", isPhoto ? w.photo : durationWithUnit(afterMs));
      onMoment(isPhoto ? null : afterMs);
    };
    return new Head(photoMs, endMs, show);
  }, [photoMs, endMs, onMoment]);
  useEffect(() => {
    head.rest();
    return () => head.stop();
  }, [head]);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (event.buttons === 1 && width > 0) head.to(((event.clientX - left) / width) * endMs);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = (endMs / 100) * (event.shiftKey ? 10 : 1);
    const to = {
      ArrowLeft: head.atMs - by,
      ArrowDown: head.atMs - by,
      ArrowRight: head.atMs + by,
      ArrowUp: head.atMs + by,
      Home: 0,
      End: endMs,
    }[event.key];
    if (to !== undefined) head.to(to);
    else if (event.key === "Escape") head.rest();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flex min-w-0 flex-1 items-center gap-4">
      <IconButton
        label={w.play}
        className="size-8! rounded-full! border border-line-strong"
        data-testid="strip-play"
        onClick={() => head.play()}
      >
        <Play size={13} fill="currentColor" aria-hidden="true" />
      </IconButton>
      <div
        ref={strip}
        role="slider"
        tabIndex={0}
        aria-label={w.strip}
        aria-valuemin={0}
        aria-valuemax={Math.round(endMs)}
        aria-valuenow={Math.round(photoMs)}
        {...tip(w.stripHint, { side: "bottom" })}
        className="strip min-w-0 flex-1"
        style={isHigh ? { marginTop: NAME_PX } : undefined}
        data-testid="time-strip"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={drag}
        onDoubleClick={() => head.rest()}
      >
        <StripAxis endMs={endMs}>
          {photo.lanes.map(({ first_ms }, index) =>
            first_ms === null || first_ms === undefined ? null : (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its index.
                key={index}
                cx={shareOf(first_ms, endMs)}
                cy={LINE_Y}
                r="2.5"
                fill={laneColour(race.lanes[index]?.look ?? index)}
              />
            ),
          )}
        </StripAxis>
        <div ref={played} className="strip-played" />
        {marks.map((mark) => {
          const look = race.lanes[mark.index]?.look ?? mark.index;
          return (
            <span
              key={mark.index}
              aria-hidden="true"
              className="pointer-events-none absolute top-0 flex w-0 flex-col items-center whitespace-nowrap text-2xs text-soft"
              style={{ left: shareOf(mark.atMs, endMs) }}
            >
              <span
                className="h-3.5 leading-3.5"
                style={{
                  transform: `translate(${placeOf.get(mark)?.shift ?? 0}px, ${-NAME_PX * (placeOf.get(mark)?.row ?? 0)}px)`,
                }}
              >
                {placeOf.get(mark) ? mark.name : ""}
              </span>
              {mark.failed ? (
                <b className="text-sm leading-4 text-bad">{w.cross}</b>
              ) : (
                <svg viewBox="-9 -9 18 18" className="size-4.5 shrink-0" aria-hidden="true">
                  <LaneShape look={look} />
                </svg>
              )}
            </span>
          );
        })}
        <div ref={handle} className="strip-head">
          <span
            ref={said}
            className={`absolute top-0 text-2xs leading-3.5 font-semibold whitespace-nowrap ${placeOfPhoto(scale).isLeft ? "right-2" : "left-2"}`}
          />
        </div>
      </div>
    </div>
  );
}
