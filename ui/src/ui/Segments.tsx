/** A choice between a few options that stand side by side. */

import type { ReactNode } from "react";

/** The chosen one of several: a line of ink below it, since a ground alone is too faint to tell it by. */
export const CHOSEN =
  "aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:shadow-[inset_0_-2px_0_var(--ink)]";

interface SegmentsProps<T> {
  label: string;
  value: T;
  choices: readonly { value: T; text: ReactNode; testId?: string }[];
  onChange: (value: T) => void;
}

export function Segments<T>({ label, value, choices, onChange }: SegmentsProps<T>) {
  return (
    <fieldset
      aria-label={label}
      className="flex min-h-7 max-w-full shrink-0 flex-wrap rounded-md border border-line-strong p-0.5 text-xs"
    >
      {choices.map((choice) => (
        <button
          key={String(choice.value)}
          type="button"
          aria-pressed={choice.value === value}
          data-testid={choice.testId}
          className={`min-h-5.5 rounded-sm px-2.5 whitespace-nowrap text-soft hover:text-ink max-[1100px]:px-1.5 max-[960px]:px-1 ${CHOSEN}`}
          onClick={() => onChange(choice.value)}
        >
          {choice.text}
        </button>
      ))}
    </fieldset>
  );
}
