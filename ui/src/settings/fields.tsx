/** A setting: name, control, explanation, and error. */

import { type ReactNode, useId, useState } from "react";
import type { PreferenceProblem } from "../backend/backend";

const FIELD =
  "selectable h-8 rounded-md border border-line-strong bg-sunk px-3 text-sm aria-[invalid=true]:border-bad";

interface RowProps {
  label: string;
  hint?: string | undefined;
  /** Id of the control that the label names, if it is a single one. */
  htmlFor?: string;
  children: ReactNode;
}

export function Row({ label, hint, htmlFor, children }: RowProps) {
  return (
    <div className="grid grid-cols-[150px_minmax(0,1fr)] items-start gap-x-4 gap-y-1 py-1 max-[560px]:grid-cols-1">
      {htmlFor ? (
        <label htmlFor={htmlFor} className="flex min-h-8 items-center text-sm text-soft">
          {label}
        </label>
      ) : (
        <span className="flex min-h-8 items-center text-sm text-soft">{label}</span>
      )}
      <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-2 text-sm">{children}</div>
      {hint ? (
        <p className="col-start-2 max-w-[60ch] text-xs text-faint max-[560px]:col-start-1">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  hint?: string;
  testId: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hint, testId, value, options, onChange } = props;
  const id = useId();
  const values = Object.keys(options) as Value[];
  return (
    <Row label={label} hint={hint} htmlFor={id}>
      <select
        id={id}
        className={`${FIELD} w-56 pr-7`}
        data-testid={testId}
        value={value}
        onChange={(event) => {
          const chosen = values.find((each) => each === event.currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {options[each]}
          </option>
        ))}
      </select>
    </Row>
  );
}

interface ToggleProps {
  label: string;
  hint?: string;
  testId: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

export function Toggle({ label, hint, testId, value, onChange }: ToggleProps) {
  const id = useId();
  return (
    <Row label={label} hint={hint} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        className="size-4"
        data-testid={testId}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Row>
  );
}

interface NumberSettingProps {
  label: string;
  hint?: string;
  /** The unit after the number: percent, days. */
  unit?: string;
  testId: string;
  value: number | null;
  /** The meaning of an empty field; if absent, an emptied field is restored. */
  empty?: string;
  step?: number | "any";
  /** Saves it, and returns the problems. */
  onKeep: (value: number | null) => Promise<readonly PreferenceProblem[]>;
}

/** A number that is saved when the field is left or Enter is pressed, so that a half-typed number is never saved. */
export function NumberSetting(props: NumberSettingProps) {
  const { label, hint, unit, testId, value, empty, step = 1, onKeep } = props;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async (field: HTMLInputElement) => {
    if (draft === null) return;
    const isEmpty = field.value.trim() === "";
    if (field.validity.badInput || (isEmpty && empty === undefined)) {
      setDraft(null);
      return;
    }
    const problems = await onKeep(isEmpty ? null : Number(field.value));
    setProblem(problems[0]?.message ?? null);
    // A refused value stays in the field, with the reason beside it.
    if (problems.length === 0) setDraft(null);
  };
  return (
    <Row label={label} hint={hint} htmlFor={id}>
      <input
        id={id}
        type="number"
        step={step}
        className={`${FIELD} w-36 text-right`}
        placeholder={empty}
        data-testid={testId}
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-problem` : undefined}
        value={draft ?? value ?? ""}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={(event) => void keep(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === "Enter") void keep(event.currentTarget);
        }}
      />
      {unit ? <span className="text-soft">{unit}</span> : null}
      {problem ? (
        <p
          id={`${id}-problem`}
          role="alert"
          data-testid={`${testId}-problem`}
          className="w-full text-xs text-bad"
        >
          {problem}
        </p>
      ) : null}
    </Row>
  );
}
