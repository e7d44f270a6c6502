/** Small controls of the Compare screen. */

import { type Identity, shapePath } from "../charts/identity";

/** A contender's shape in its colour, as the charts draw it. */
export function Sign({ look, dim = false }: { look: Identity; dim?: boolean }) {
  const { colour, shape } = look;
  return (
    <svg viewBox="-7 -7 14 14" className="size-3 shrink-0" aria-hidden="true">
      <path
        d={shapePath(shape, 10)}
        fill={dim ? "none" : colour}
        stroke={colour}
        strokeWidth={dim ? 1.5 : 0}
      />
    </svg>
  );
}

interface LogSliderProps {
  label: string;
  /** The value in words, shown and read aloud. */
  text: string;
  value: number;
  from: number;
  to: number;
  onChange: (value: number) => void;
  testId?: string;
}

const STEPS = 1_000;

/** A slider whose every step is the same factor. */
export function LogSlider({ label, text, value, from, to, onChange, testId }: LogSliderProps) {
  const range = Math.log(to / from);
  const at = Math.round((Math.log(Math.min(to, Math.max(from, value)) / from) / range) * STEPS);
  return (
    <label className="flex min-w-0 items-center gap-2 max-[420px]:flex-wrap text-xs whitespace-nowrap text-soft">
      {label}
      <input
        type="range"
        aria-label={label}
        min={0}
        max={STEPS}
        step={1}
        value={at}
        aria-valuetext={text}
        data-testid={testId}
        className="h-6 w-28 min-w-16 shrink accent-accent"
        onChange={(event) =>
          onChange(from * Math.exp((event.currentTarget.valueAsNumber / STEPS) * range))
        }
      />
      <span className="text-ink">{text}</span>
    </label>
  );
}
