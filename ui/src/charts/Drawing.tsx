/** The drawing of a chart: a canvas for many marks, an SVG above it, and a cursor moved by keys and pointer. */

import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { strings } from "../strings/strings";
import { useShownTheme } from "../ui/theme";
import { coloursNow } from "./colour";
import { type Layers, LayersContext, type Paint, type PlacedReading } from "./layers";
import { nearest, step } from "./walk";

const w = strings.charts;

/** Maximum distance of the pointer from a number that it selects. */
const NEAR_PX = 28;

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

interface DrawingProps {
  size: Size;
  title: string;
  reading: string;
  onOpen: ((id: string) => void) | undefined;
  children: (size: Size) => ReactNode;
}

export function Drawing({ size, title, reading, onOpen, children }: DrawingProps) {
  const { width, height } = size;
  const layers = useLayers();
  const canvas = useCanvas(size, layers);
  // Moving the pointer redraws the cursor and not the marks.
  const drawn = useMemo(() => children({ width, height }), [children, width, height]);
  return (
    <LayersContext value={layers.handed}>
      <div className="relative" style={{ height }} data-drawing="">
        <div aria-hidden="true" className="absolute inset-0">
          <canvas ref={canvas} className="size-full" />
        </div>
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${title}. ${reading}`}
          className="absolute inset-0"
        >
          {drawn}
        </svg>
        <Cursor size={size} layers={layers} onOpen={onOpen} />
      </div>
    </LayersContext>
  );
}

interface LayersHeld {
  handed: Layers;
  readings: Map<string, readonly PlacedReading[]>;
  paints: Map<string, Paint>;
  /** Called when a paint came or went. */
  onPaint: { current: () => void };
  onReadings: { current: () => void };
}

function useLayers(): LayersHeld {
  const [held] = useState<LayersHeld>(() => {
    const readings = new Map<string, readonly PlacedReading[]>();
    const paints = new Map<string, Paint>();
    const onPaint = { current: () => undefined };
    const onReadings = { current: () => undefined };
    const handed: Layers = {
      readings: (key, placed) => {
        readings.set(key, placed);
        onReadings.current();
        return () => {
          readings.delete(key);
          onReadings.current();
        };
      },
      paint: (key, paint) => {
        paints.set(key, paint);
        onPaint.current();
        return () => {
          paints.delete(key);
          onPaint.current();
        };
      },
    };
    return { handed, readings, paints, onPaint, onReadings };
  });
  return held;
}

/** Paints the marks that are too many for SVG: sharp on any screen, and again when the theme changes. */
function useCanvas({ width, height }: Size, { paints, onPaint }: LayersHeld) {
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useShownTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    const paint = () => {
      const canvas = ref.current;
      const context = canvas?.getContext("2d");
      if (!canvas || !context) return;
      const ratio = window.devicePixelRatio || 1;
      canvas.width = width * ratio;
      canvas.height = height * ratio;
      context.scale(ratio, ratio);
      const colourOf = coloursNow();
      for (const draw of paints.values()) draw(context, colourOf);
    };
    let frame = requestAnimationFrame(paint);
    onPaint.current = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(paint);
    };
    return () => {
      cancelAnimationFrame(frame);
      onPaint.current = () => undefined;
    };
  }, [width, height, theme, paints, onPaint]);
  return ref;
}

interface CursorProps {
  size: Size;
  layers: LayersHeld;
  onOpen: ((id: string) => void) | undefined;
}

/**
 * One stop for the Tab key, from which arrow keys walk from number to number, with the same line of text as for the
 * mouse: nothing in a chart can be read only with a mouse.
 */
function Cursor({ size, layers, onOpen }: CursorProps) {
  const [readings, setReadings] = useState<readonly PlacedReading[]>([]);
  const [at, setAt] = useState<PlacedReading | null>(null);
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    const gather = () => {
      const all = [...layers.readings.values()].flat();
      setReadings(all);
      setAt((old) => all.find((one) => one.series === old?.series && one.x === old.x) ?? null);
    };
    gather();
    layers.onReadings.current = gather;
    return () => {
      layers.onReadings.current = () => undefined;
    };
  }, [layers]);
  if (readings.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && at?.id && onOpen) {
      event.preventDefault();
      onOpen(at.id);
    }
    const next = step(readings, at, event.key);
    if (!next) return;
    event.preventDefault();
    setAt(next);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(nearest(readings, event.clientX - box.left, event.clientY - box.top, NEAR_PX));
  };
  const index = at ? readings.indexOf(at) : 0;
  return (
    <>
      <div
        className="absolute inset-0 rounded-sm"
        tabIndex={0}
        role="slider"
        aria-label={w.walk}
        aria-valuemin={1}
        aria-valuemax={readings.length}
        aria-valuenow={index + 1}
        aria-valuetext={at?.text ?? w.walkHint}
        data-testid="chart-cursor"
        onKeyDown={onKeyDown}
        onFocus={() => {
          setFocused(true);
          setAt((old) => old ?? readings[0] ?? null);
        }}
        onBlur={() => {
          setFocused(false);
          setAt(null);
        }}
        onPointerMove={onPointerMove}
        onPointerLeave={() => {
          if (!focused) setAt(null);
        }}
        onClick={() => {
          if (at?.id && onOpen) onOpen(at.id);
        }}
      />
      {at ? <Readout at={at} size={size} /> : null}
    </>
  );
}

/** The number under the cursor: a ring around it, and its text on the chart's top line, clear of the drawing. */
function Readout({ at, size }: { at: PlacedReading; size: Size }) {
  const onRight = at.px > size.width / 2;
  return (
    <>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-ink"
        style={{ left: at.px, top: at.py }}
      />
      <span
        aria-hidden="true"
        data-testid="readout"
        className="pointer-events-none absolute z-10 max-w-[70%] rounded-sm border border-line-strong bg-raised px-1.5 py-0.5 text-2xs text-ink"
        style={{
          top: at.py < 40 ? at.py + 14 : at.py - 34,
          ...(onRight ? { right: size.width - at.px + 10 } : { left: at.px + 10 }),
        }}
      >
        {at.text}
      </span>
    </>
  );
}
