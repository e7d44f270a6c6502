/** A check in a few words, as the engine says it, in the language of the window. */

import type { Check, ExpectedNumber, LengthRange } from "../../backend/backend";
import { LOCALE, PERCENT_SIGN } from "../../strings/language";
import { count, upTo } from "../../strings/numbers";
import { strings } from "../../strings/strings";

const w = strings.checks;

/** Characters of a text that a title shows. */
const SHOWN = 32;
/** Digits after the point that a number shows. */
const DIGITS = 12;

/** The beginning of a text on one line. */
function shown(text: string): string {
  const line = [...text.replace(/\s+/gu, " ")];
  return line.length > SHOWN ? `${line.slice(0, SHOWN).join("")}…` : line.join("");
}

const inCase = (title: string, ignoreCase: boolean | undefined) =>
  ignoreCase ? w.titles.anyCase(title) : title;

function numberOf({ value, tolerance }: ExpectedNumber): string {
  const wanted = upTo(value, DIGITS);
  if (!tolerance) return wanted;
  if (tolerance.absolute !== undefined) return `${wanted} ± ${upTo(tolerance.absolute, DIGITS)}`;
  const relative = tolerance.relative ?? null;
  return `${wanted} ± ${upTo(relative === null ? null : relative * 100, DIGITS)}${PERCENT_SIGN}`;
}

function lengthOf({ unit, least = null, most = null }: LengthRange): string {
  const of = w.length;
  if (least !== null && most !== null) return of[unit](of.between(count(least), count(most)));
  return of[unit](least !== null ? of.least(count(least)) : of.most(count(most)));
}

/** The name of a language in that of the window, or its code. */
function languageOf(code: string): string {
  try {
    return new Intl.DisplayNames(LOCALE, { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

export function titleOf(check: Check): string {
  const titles = w.titles;
  switch (check.kind) {
    case "contains":
      return inCase(titles.contains(shown(check.text)), check.ignore_case);
    case "equals":
      return inCase(titles.equals(shown(check.text)), check.ignore_case);
    case "regex":
      return titles.regex(shown(check.pattern));
    case "number":
      return titles[check.taken ?? "last"](numberOf(check));
    case "tool_call_equals":
      if (check.calls.length === 0) return titles.no_tool_call;
      return titles.tool_call_equals(shown(check.calls.map(({ name }) => name).join(", ")));
    case "merged":
      return check.trailing_space === "kept" ? titles.mergedWhole : titles.merged;
    case "length":
      return lengthOf(check);
    case "language":
      return titles.language(languageOf(check.language));
    case "not":
      return check.check.kind === "no_refusal" ? titles.refusal : titles.not(titleOf(check.check));
    case "foreign":
      return titles.foreign(shown(check.name), shown(check.tool));
    case "command":
      return titles.command(shown(check.command));
    case "json":
    case "json_schema":
    case "tool_call_valid":
    case "no_refusal":
      return titles[check.kind];
  }
}
