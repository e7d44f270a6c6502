/**
 * A check in a few words, in the engine's own phrases, which name it beside an answer too. `title_cases.json` of the engine holds the
 * cases that both are tested with.
 */

import {
  type Check,
  checkTitles,
  type ExpectedNumber,
  type LanguageName,
  type LengthRange,
  type Phrase,
  type PhraseValue,
} from "../../backend/backend";
import { said } from "../../strings/said";

/** Characters of a text that a title shows. */
const SHOWN = 32;
/** The most digits after the point that a language writes in its own way, and the most that JavaScript writes at all. */
const MOST_DIGITS = 20;
const WRITABLE_DIGITS = 100;

/** What cannot be seen, or changes how others are. */
const HIDDEN =
  /[\p{Cc}\u{ad}\u{61c}\u{180e}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e0fff}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const phrase = (id: keyof typeof checkTitles, values: Phrase["values"] = {}): Phrase => ({
  id,
  english: checkTitles[id],
  values,
});
const text = (value: string): PhraseValue => ({ type: "text", value });
const clause = (value: Phrase): PhraseValue => ({ type: "phrase", value });
const counted = (value: number): PhraseValue => ({ type: "count", value });

/** The beginning of a text in quotation marks. */
function quoted(whole: string): string {
  const characters = [...whole];
  const escaped = (one: string) => ESCAPES[one] ?? `\\u{${one.codePointAt(0)?.toString(16)}}`;
  const start = characters.slice(0, SHOWN).join("").replace(HIDDEN, escaped);
  return `"${start}${characters.length > SHOWN ? "…" : ""}"`;
}

const quotation = (whole: string): PhraseValue => text(quoted(whole));

/** A number with all of its digits. */
function exactly(number: number | null): PhraseValue {
  const value = number ?? Number.NaN;
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const digits = Math.max(0, (mantissa.split(".")[1]?.length ?? 0) - Number(exponent));
  return digits <= MOST_DIGITS
    ? { type: "amount", value: { form: { digits }, number: value } }
    : text(value.toFixed(Math.min(digits, WRITABLE_DIGITS)));
}

function wanted({ value, tolerance }: ExpectedNumber): PhraseValue {
  const number = exactly(value);
  if (!tolerance) return clause(phrase("check.exactly", { number }));
  if (tolerance.absolute !== undefined) {
    return clause(phrase("check.within", { number, distance: exactly(tolerance.absolute) }));
  }
  const percent = exactly(Math.round((tolerance.relative ?? Number.NaN) * 100 * 1e9) / 1e9);
  return clause(phrase("check.within_percent", { number, percent }));
}

function lengthOf({ unit, least = null, most = null }: LengthRange): Phrase {
  const of = (n: number) => phrase(`length.${unit}`, { n: counted(n) });
  if (least !== null && most !== null) {
    if (least === most) return of(least);
    return phrase("length.between", { least: counted(least), most: clause(of(most)) });
  }
  if (least !== null) return phrase("length.at_least", { length: clause(of(least)) });
  if (most !== null) return phrase("length.at_most", { length: clause(of(most)) });
  return phrase("length.any");
}

/** The language of a code, or the code where it is none. */
function languageOf(code: string): LanguageName {
  try {
    const [known = code] = Intl.getCanonicalLocales(code);
    const english = new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(known);
    if (english !== undefined) return { code: known, english };
  } catch {
    // It is no code at all.
  }
  return { code: "", english: quoted(code) };
}

function phraseOf(check: Check): Phrase {
  switch (check.kind) {
    case "contains":
      return phrase(check.ignore_case ? "check.contains_any_case" : "check.contains", {
        text: quotation(check.text),
      });
    case "equals":
      return phrase(check.ignore_case ? "check.equals_any_case" : "check.equals", {
        text: quotation(check.text),
      });
    case "regex":
      return phrase("check.matches", { pattern: quotation(check.pattern) });
    case "number":
      return phrase(`check.${check.taken ?? "last"}_number`, { wanted: wanted(check) });
    case "json":
      return phrase("check.json");
    case "json_schema":
      return phrase("check.schema");
    case "tool_call_valid":
      return phrase("check.calls_valid");
    case "tool_call_equals":
      if (check.calls.length === 0) return phrase("check.calls_none");
      return phrase("check.calls", {
        names: quotation(check.calls.map(({ name }) => name).join(", ")),
      });
    case "merged":
      return phrase(check.trailing_space === "kept" ? "check.merged_exactly" : "check.merged");
    case "length":
      return phrase("check.length", { length: clause(lengthOf(check)) });
    case "language":
      return phrase("check.language", {
        language: { type: "language", value: languageOf(check.language) },
      });
    case "no_refusal":
      return phrase("check.no_refusal");
    case "not":
      if (check.check.kind === "no_refusal") return phrase("check.refusal");
      return phrase("check.not", { check: clause(phraseOf(check.check)) });
    case "foreign":
      return phrase("check.foreign", {
        name: quotation(check.name),
        tool: text(quoted(check.tool).replaceAll('"', "")),
      });
    case "command":
      return phrase("check.command", { command: quotation(check.command) });
  }
}

export const titleOf = (check: Check): string => said(phraseOf(check));
