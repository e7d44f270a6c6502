/** Small controls of the Compare screen. */

import type { ReactNode } from "react";
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

interface SegmentsProps<T> {
  label: string;
  value: T;
  choices: readonly { value: T; text: ReactNode; testId?: string }[];
  onChange: (value: T) => void;
}

/** A few choices side by side, one of them selected. */
export function Segments<T>({ label, value, choices, onChange }: SegmentsProps<T>) {
  return (
    <fieldset
      aria-label={label}
      className="flex shrink-0 rounded-md border border-line-strong p-0.5 text-xs"
    >
      {choices.map((choice) => (
        <button
          key={String(choice.value)}
          type="button"
          aria-pressed={choice.value === value}
          data-testid={choice.testId}
          className="h-5.5 rounded-sm px-2 whitespace-nowrap text-soft aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-ink"
          onClick={() => onChange(choice.value)}
        >
          {choice.text}
        </button>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  choices: readonly { value: string; text: string }[];
  onChange: (value: string) => void;
  testId?: string;
  hideLabel?: boolean;
}

/** One of several, in a list that opens. */
export function Choice({ label, value, choices, onChange, testId, hideLabel }: ChoiceProps) {
  return (
    <label className="flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap text-soft">
      <span className={hideLabel ? "sr-only" : ""}>{label}</span>
      <select
        aria-label={label}
        className="h-6 max-w-56 rounded-sm border border-line bg-sunk pr-5 pl-1.5 text-xs text-ink hover:border-line-strong"
        value={value}
        data-testid={testId}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.text}
          </option>
        ))}
      </select>
    </label>
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
    <label className="flex min-w-0 items-center gap-2 text-xs whitespace-nowrap text-soft">
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
