/** One of several, in a list that opens. */

interface ChoiceProps {
  label: string;
  value: string;
  choices: readonly { value: string; text: string }[];
  onChange: (value: string) => void;
  testId?: string;
  hideLabel?: boolean;
}

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
