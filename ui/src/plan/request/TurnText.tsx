/** A text of a turn, as high as it is long. */

import { LongText } from "../../ui/LongText";

interface TurnTextProps {
  label: string;
  testId: string;
  value: string;
  onText: (text: string) => void;
}

/** A few lines for a short text, and more for a long one. */
const heightOf = (text: string) =>
  text.length > 2_000 ? "h-80" : text.length > 300 ? "h-48" : "h-24";

export function TurnText(props: TurnTextProps) {
  return (
    <LongText
      {...props}
      className={`w-full resize-y rounded-md border border-line bg-sunk text-sm leading-5 ${heightOf(props.value)}`}
      inset="px-3! py-2!"
    />
  );
}
