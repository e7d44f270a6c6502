/** Words around numbers, days and names. */

import { count } from "../numbers";

export const phrases = {
  /** From one number to another, where a dash would read as a minus. */
  fromTo: (low: string, high: string) => `${low} to ${high}`,
  better: { lower: "lower is better", higher: "higher is better" },
  /** The last day of a model, to come and past. */
  shuts: (day: string) => `shuts ${day}`,
  wasShut: (day: string) => `was shut ${day}`,
  /** At the end of a list of names: how many more there are. */
  more: (n: number) => `${count(n)} more`,
  /** What stands between clauses, between a name and what is said of it, and at the end of a sentence. */
  marks: { comma: ", ", semicolon: "; ", colon: ": ", stop: "." },
} as const;
