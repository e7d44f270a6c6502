/** Small fields of the whole-request editor. */

import { type ReactNode, useId } from "react";

export const FIELD =
  "h-7 min-w-0 rounded-sm border border-line bg-sunk px-2 text-xs text-ink hover:border-line-strong aria-invalid:border-bad";

interface TextFieldProps {
  label: string;
  value: string;
  onText: (text: string) => void;
  testId?: string;
  problem?: string | null;
  mono?: boolean;
  hideLabel?: boolean;
  className?: string;
  autoFocus?: boolean;
}

/** One line of text with its label above it, and what is wrong with it below. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    value,
    onText,
    testId,
    problem = null,
    mono,
    hideLabel,
    className,
    autoFocus,
  } = props;
  const id = useId();
  return (
    <label className={`flex min-w-0 flex-col gap-1 text-xs text-soft ${className ?? ""}`}>
      <span className={hideLabel ? "sr-only" : ""}>{label}</span>
      <input
        // biome-ignore lint/a11y/noAutofocus: only a field that the user has just asked for.
        autoFocus={autoFocus}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem ? id : undefined}
        className={`${FIELD} ${mono ? "font-mono" : ""}`}
        value={value}
        data-testid={testId}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      {problem ? (
        <span id={id} role="status" className="text-2xs text-bad">
          {problem}
        </span>
      ) : null}
    </label>
  );
}

interface SelectFieldProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; text: string }[];
  onValue: (value: T) => void;
  testId?: string;
  beside?: boolean;
}

export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, value, choices, onValue, testId, beside = false } = props;
  return (
    <label
      className={`flex min-w-0 gap-1.5 text-xs text-soft ${beside ? "items-center" : "flex-col"}`}
    >
      {label}
      <select
        aria-label={label}
        className={`${FIELD} pr-6`}
        value={value}
        data-testid={testId}
        onChange={({ currentTarget }) => {
          const chosen = choices.find((each) => each.value === currentTarget.value);
          if (chosen) onValue(chosen.value);
        }}
      >
        {choices.map((each) => (
          <option key={each.value} value={each.value}>
            {each.text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  testId?: string;
}

export function Check({ label, checked, onChange, testId }: CheckProps) {
  return (
    <label className="flex items-center gap-2 text-xs text-soft">
      <input
        type="checkbox"
        className="size-3.5 shrink-0"
        checked={checked}
        data-testid={testId}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** A part of a tab under a heading, no wider than is pleasant to read. */
export function Group({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <section className="flex max-w-[860px] flex-col gap-2 border-t border-line py-4 first:border-0">
      <h3 className="text-sm font-semibold">{title}</h3>
      {hint ? <p className="max-w-[76ch] text-xs text-faint">{hint}</p> : null}
      {children}
    </section>
  );
}
