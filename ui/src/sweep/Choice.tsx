/** Shared parts of the form: a card and a radio group. */

import type { ReactNode } from "react";
import { Segments } from "../ui/Segments";

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
    <Segments
      label={label}
      value={value}
      choices={(Object.keys(names) as T[]).map((each) => ({
        value: each,
        text: names[each],
        testId: `${testId}-${each}`,
      }))}
      onChange={onChange}
    />
  );
}
