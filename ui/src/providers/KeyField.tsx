/** The field of a key: accepts it as pasted, and shows at once what is wrong with it. */

import { type Ref, useId } from "react";
import type { KeyText } from "./keyText";
import { readKey } from "./keyText";
import { FIELD } from "./Panel";

interface KeyFieldProps {
  label: string;
  placeholder: string;
  testId: string;
  value: string;
  problem: string | null;
  className?: string;
  ref?: Ref<HTMLInputElement>;
  onKey: (given: KeyText) => void;
}

export function KeyField({
  label,
  placeholder,
  testId,
  value,
  problem,
  className = "",
  ref,
  onKey,
}: KeyFieldProps) {
  const id = useId();
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <input
        ref={ref}
        type="password"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem ? id : undefined}
        placeholder={placeholder}
        data-testid={testId}
        className={`${FIELD} w-full aria-invalid:border-bad`}
        value={value}
        onPaste={(event) => {
          // The field itself drops line breaks, which would join two keys into one.
          const given = readKey(event.clipboardData.getData("text/plain"));
          if (value !== "" && given.problem === null) return;
          event.preventDefault();
          onKey(given);
        }}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          const given = readKey(typed);
          // Text being typed stays as it is; it is parsed when it is saved.
          onKey({ key: typed, problem: given.problem });
        }}
      />
      {problem ? (
        <p id={id} role="alert" data-testid={`${testId}-problem`} className="text-xs text-bad">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
