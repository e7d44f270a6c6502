/** The numbers a field accepts, and the message for any other. */

import { count, upTo } from "../strings/numbers";
import { strings } from "../strings/strings";

export interface Range {
  min: number;
  max?: number;
  whole: boolean;
}

/** What is wrong with a number; null if it is valid. */
export function numberProblem(value: number, { min, max, whole }: Range): string | null {
  const isWithin = value >= min && (max === undefined || value <= max);
  if (isWithin && (!whole || Number.isInteger(value))) return null;
  const written = whole ? count : (number: number) => upTo(number, 2);
  const w = strings.numberField;
  const range = max === undefined ? w.from(written(min)) : w.range(written(min), written(max));
  return whole ? w.whole(range) : range;
}
