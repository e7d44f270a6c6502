/** A number field with its label. Empty means not set; an invalid number is reported beside it. */

import { useId } from "react";
import { numberProblem, type Range } from "./numberProblem";

interface NumberFieldProps extends Partial<Range> {
  label: string;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  min: number;
  step?: number;
  placeholder?: string;
  testId?: string;
}

export function NumberField({
  label,
  value,
  onChange,
  min,
  max,
  step = 1,
  whole = Number.isInteger(step),
  placeholder,
  testId,
}: NumberFieldProps) {
  const id = useId();
  const range = { min, whole, ...(max === undefined ? {} : { max }) };
  const given = value ?? null;
  const problem = given === null ? null : numberProblem(given, range);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <label className="flex items-center gap-1.5 text-xs whitespace-nowrap text-soft">
        {label}
        {/* Named explicitly: WebKit includes a field's value in the name taken from its label. */}
        <input
          type="number"
          aria-label={label}
          className="h-6 w-16 max-[1100px]:w-12 rounded-sm border border-line bg-sunk px-1.5 text-right text-xs text-ink invalid:border-bad aria-invalid:border-bad hover:border-line-strong"
          value={given ?? ""}
          min={min}
          max={max}
          step={whole ? step : "any"}
          placeholder={placeholder}
          data-testid={testId}
          aria-invalid={problem !== null}
          aria-describedby={problem ? id : undefined}
          onChange={(event) => {
            const number = event.currentTarget.valueAsNumber;
            onChange(Number.isNaN(number) ? null : number);
          }}
        />
      </label>
      {problem ? (
        <span id={id} role="alert" className="text-2xs text-bad">
          {problem}
        </span>
      ) : null}
    </span>
  );
}
