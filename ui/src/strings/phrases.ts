/** Intervals, days and lists of names, in words. */

import { LISTS } from "./language";
import { announcedDay } from "./numbers";
import { texts } from "./texts";

const { phrases } = texts();

/** The unit of a formatted number, with the space before it. */
const UNIT = /\s[^\d\s]+$/;

/** From one number to another, with the unit once: `12–14 ms`. In words if a sign would read as part of the dash. */
export function interval(low: string, high: string): string {
  const unit = UNIT.exec(high)?.[0] ?? "";
  const isShared = unit !== "" && low.endsWith(unit);
  const from = isShared ? low.slice(0, -unit.length) : low;
  return /[−+]/.test(low + high) ? phrases.fromTo(from, high) : `${from}–${high}`;
}

/** The text for a model with a last day, given as YYYY-MM-DD; that day itself still counts. */
export function shuts(day: string, today = new Date().toISOString().slice(0, 10)): string {
  return (day < today ? phrases.wasShut : phrases.shuts)(announcedDay(day));
}

/** More names than this are counted. */
const MOST_NAMES = 4;

let lists: Intl.ListFormat | undefined;

/** Names in a row: “A”, “A and B”, “A, B and C”; for many names, the first three and how many more. */
export function listOf(names: readonly string[]): string {
  lists ??= new Intl.ListFormat(LISTS, { type: "conjunction" });
  if (names.length <= MOST_NAMES) return lists.format(names);
  return lists.format([...names.slice(0, 3), phrases.more(names.length - 3)]);
}

/** Facts in a row, with the commas of the language. */
export const commas = (facts: readonly string[]) => facts.join(phrases.marks.comma);

/** Clauses in a row, with its semicolons. */
export const clauses = (parts: readonly string[]) => parts.join(phrases.marks.semicolon);

/** What is said about a name, with its colon between them. */
export const told = (name: string, what: string) => `${name}${phrases.marks.colon}${what}`;

/** A text as a sentence, with its full stop. */
export const sentence = (text: string) => `${text}${phrases.marks.stop}`;

/** A text that begins as a sentence does: what the engine says of a part of a request begins with the name of that part. */
export const begun = (text: string) => text.charAt(0).toLocaleUpperCase(LISTS) + text.slice(1);

/** A mark of full width has its space within itself. */
const FULL_WIDTH = /[。！？：；，]$/;

/** Sentences one after another; what is absent or empty is left out. */
export function sentences(parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part !== null && part !== undefined && part !== "")
    .reduce<string>(
      (text, part) => `${text}${text === "" || FULL_WIDTH.test(text) ? "" : " "}${part}`,
      "",
    );
}
