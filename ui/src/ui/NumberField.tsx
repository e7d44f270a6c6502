/** A number field with its label. Empty means not set. */

interface NumberFieldProps {
  label: string;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  min: number;
  max?: number;
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
  placeholder,
  testId,
}: NumberFieldProps) {
  return (
    <label className="flex items-center gap-1.5 text-xs whitespace-nowrap text-soft">
      {label}
      <input
        type="number"
        className="h-6 w-16 max-[1100px]:w-12 rounded-sm border border-line bg-sunk px-1.5 text-right text-xs text-ink invalid:border-bad hover:border-line-strong"
        value={value ?? ""}
        min={min}
        max={max}
        step={step}
        placeholder={placeholder}
        data-testid={testId}
        onChange={(event) => {
          const number = event.currentTarget.valueAsNumber;
          onChange(Number.isNaN(number) ? null : number);
        }}
      />
    </label>
  );
}
