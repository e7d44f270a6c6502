/** A field for JSON. While what is written is not JSON, or not what is wanted, it says so and the last value stays. */

import { useState } from "react";
import type { Json } from "../../backend/backend";
import { written } from "../../backend/exact";
import { LongText } from "../../ui/LongText";
import { readJson } from "./json";

interface JsonFieldProps {
  label: string;
  testId: string;
  /** Undefined for none: the field is then empty. */
  value: Json | undefined;
  onValue: (value: Json | undefined) => void;
  /** What is wrong with a value, in words. */
  problemOf?: (value: Json) => string | null;
  className?: string;
  placeholder?: string;
}

const textOf = (value: Json | undefined) => (value === undefined ? "" : written(value, 2));

export function JsonField(props: JsonFieldProps) {
  const { label, testId, value, onValue, problemOf, className = "h-40", placeholder } = props;
  const [text, setText] = useState(() => textOf(value));
  const [own, setOwn] = useState(value);
  const [isTyping, setTyping] = useState(false);
  // A value from outside replaces the text, but never under the hands of who types.
  if (own !== value && !isTyping) {
    setOwn(value);
    setText(textOf(value));
  }
  const now = readJson(text);
  const given = "problem" in now ? undefined : now.value;
  const problem =
    "problem" in now ? now.problem : given === undefined ? null : (problemOf?.(given) ?? null);
  return (
    <fieldset
      aria-label={label}
      className="flex min-w-0 flex-col gap-1"
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
    >
      <LongText
        label={label}
        testId={testId}
        value={text}
        className={`w-full resize-y rounded-md border bg-sunk font-mono text-xs! leading-5! ${problem ? "border-bad" : "border-line"} ${className}`}
        inset="px-3! py-2!"
        {...(placeholder === undefined ? {} : { placeholder })}
        onText={(next) => {
          setText(next);
          const made = readJson(next);
          if ("problem" in made) return;
          setOwn(made.value);
          onValue(made.value);
        }}
      />
      {problem ? (
        <p role="status" className="text-2xs text-bad" data-testid={`${testId}-problem`}>
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
