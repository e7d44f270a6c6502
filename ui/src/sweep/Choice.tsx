/** Shared parts of the form: a card, a radio group, and a checkbox. */

import type { ReactNode } from "react";
import { tip } from "../ui/tip";

interface CardProps {
  title: string;
  hint?: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, hint, aside, children }: CardProps) {
  return (
    <section className="border-t border-line bg-panel px-3 py-2.5">
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-sm font-semibold">{title}</h2>
        {aside}
        {hint ? <p className="text-xs text-faint">{hint}</p> : null}
      </div>
      {children}
    </section>
  );
}

interface OneOfProps<T extends string> {
  label: string;
  names: Record<T, string>;
  value: T;
  onChange: (value: T) => void;
  testId: string;
}

/** A choice between several options, all of them visible. */
export function OneOf<T extends string>({ label, names, value, onChange, testId }: OneOfProps<T>) {
  return (
    <fieldset
      aria-label={label}
      className="flex flex-wrap rounded-md border border-line-strong p-0.5 text-xs"
    >
      {(Object.keys(names) as T[]).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={value === each}
          data-testid={`${testId}-${each}`}
          className="h-5.5 rounded-sm px-2.5 whitespace-nowrap text-soft aria-pressed:bg-raised aria-pressed:text-ink"
          onClick={() => onChange(each)}
        >
          {names[each]}
        </button>
      ))}
    </fieldset>
  );
}

interface TickProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  testId: string;
}

export function Tick({ label, hint, checked, onChange, testId }: TickProps) {
  return (
    <label {...tip(hint)} className="flex items-center gap-1.5 text-xs whitespace-nowrap text-soft">
      <input
        type="checkbox"
        className="size-3.5"
        checked={checked}
        data-testid={testId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
