/** What the engine says in phrases, in the language of the window and with its numbers. */

import type {
  Amount,
  CheckResult,
  Fault,
  Form,
  LanguageName,
  Phrase,
  PhraseValue,
} from "../backend/backend";
import { definitionOf, difference, inRunningText, written } from "./catalogue";
import { engineText, joinedPieces } from "./engine";
import { LISTS, LOCALE } from "./language";
import { decimal, durationWithUnit, type OptionalNumber, rate, UNKNOWN } from "./numbers";
import { interval } from "./phrases";
import { doubts } from "./results";

/** A hole of a template: `{name}`, or `{n:round|rounds}`, the word that agrees with a count. */
const HOLE = /\{(\w+)(?::([^}]*))?\}/g;

/** The plural categories of CLDR, in the order in which a template gives their words. */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

/** A phrase of the engine. `names` are those of the lanes, by their index. */
export function said(phrase: Phrase, names: readonly string[] = []): string {
  const own = engineText(phrase.id);
  const locale = own === undefined ? "en" : LOCALE;
  const hole = (name: string, words?: string): string => {
    const value = phrase.values[name];
    if (!value) return "";
    return words === undefined ? textOf(value, names) : agreeing(value, words.split("|"), locale);
  };
  const template = own ?? phrase.english;
  const pieces: string[] = [];
  let end = 0;
  for (const found of template.matchAll(HOLE)) {
    pieces.push(template.slice(end, found.index), hole(found[1] ?? "", found[2]));
    end = found.index + found[0].length;
  }
  return joinedPieces([...pieces, template.slice(end)].filter(Boolean));
}

/** A sentence that has no phrase of its own, as the engine has them too. */
export function verbatim(text: string): Phrase {
  return { id: "verbatim", english: "{text}", values: { text: { type: "text", value: text } } };
}

/** What happened in a failure. A run of an earlier version has it in English alone, and what a server said is in its own words. */
export function messageOf({ message, message_phrase }: Pick<Fault, "message" | "message_phrase">) {
  return message_phrase ? said(message_phrase) : message;
}

/** What to do about a failure. A run of an earlier version has it in English alone. */
export function adviceOn({ advice, advice_phrase }: Pick<Fault, "advice" | "advice_phrase">) {
  return advice_phrase ? said(advice_phrase) : advice;
}

/** What a check is called. A run of an earlier version has it in English alone. */
export function checkOf({ check, check_phrase }: Pick<CheckResult, "check" | "check_phrase">) {
  return check_phrase ? said(check_phrase) : check;
}

/** Why an answer is not right. A run of an earlier version has it in English alone, and what a command wrote is in its own words. */
export function reasonOf({ reason, reason_phrase }: Pick<CheckResult, "reason" | "reason_phrase">) {
  return reason_phrase ? said(reason_phrase) : (reason ?? null);
}

/** Whether a phrase says anything. */
export function saysSomething(phrase: Phrase): boolean {
  return said(phrase) !== "";
}

/** The word of these that agrees with a count. */
function agreeing(value: PhraseValue, words: readonly string[], locale: string): string {
  const rules = new Intl.PluralRules(locale);
  const known = rules.resolvedOptions().pluralCategories;
  const n = value.type === "count" ? Math.round(value.value ?? 0) : 0;
  const at = CATEGORIES.filter((one) => known.includes(one)).indexOf(rules.select(n));
  return words[at] ?? words.at(-1) ?? "";
}

function textOf(value: PhraseValue, names: readonly string[]): string {
  switch (value.type) {
    case "text":
      return value.value;
    case "lane":
      return names[value.value] ?? "";
    case "count":
      return decimal(value.value, 0);
    case "amount":
      return amount(value.value);
    case "range": {
      const { form, low, high } = value.value;
      return interval(amount({ form, number: low }), amount({ form, number: high }));
    }
    case "metric":
      return inRunningText(value.value);
    case "metric_title":
      return definitionOf(value.value)?.name ?? value.value;
    case "warning":
      return doubts[value.value].tag;
    case "language":
      return languageName(value.value);
    case "phrase":
      return said(value.value, names);
    case "optional":
      return value.value ? said(value.value, names) : "";
    case "list":
      return new Intl.ListFormat(LISTS).format(value.value.map((one) => textOf(one, names)));
    case "sentences":
      return joined(value.value, "separator.sentences", " ", names);
    case "clauses":
      return joined(value.value, "separator.clauses", "; ", names);
  }
}

/** The name of a language; in English where the window's has none for it. */
function languageName({ code, english }: LanguageName): string {
  if (code === "") return english;
  return new Intl.DisplayNames(LISTS, { type: "language", fallback: "none" }).of(code) ?? english;
}

function joined(
  all: readonly Phrase[],
  separator: string,
  english: string,
  names: readonly string[],
): string {
  return all.map((one) => said(one, names)).join(engineText(separator) ?? english);
}

function amount({ form, number }: Amount): string {
  if (typeof form === "string") return FORMS[form](number);
  if (form.unit) return written(form.unit, number);
  if (form.digits !== undefined) return decimal(number, form.digits);
  return difference({ unit: form.difference }, number ?? 0);
}

const MINUTES_FROM_MS = 600_000;
const HOURS_FROM_MS = 7_200_000;

/** A time that may be minutes or hours. */
function span(ms: OptionalNumber): string {
  const size = Math.abs(ms ?? 0);
  if (size < MINUTES_FROM_MS) return durationWithUnit(ms);
  return size < HOURS_FROM_MS
    ? `${decimal((ms ?? 0) / 60_000, 0)} min`
    : `${decimal((ms ?? 0) / 3_600_000, 1)} h`;
}

function times(factor: OptionalNumber): string {
  return factor === null || factor === undefined
    ? UNKNOWN
    : `${decimal(factor, factor < 9.95 ? 1 : 0)}×`;
}

/** A share with two digits, however small. */
function fineShare(share: OptionalNumber): string {
  if (share === null || share === undefined) return UNKNOWN;
  const size = Math.abs(100 * share);
  return `${decimal(100 * share, size >= 9.95 ? 0 : size >= 0.995 ? 1 : 2)} %`;
}

const FORMS: Record<Extract<Form, string>, (number: OptionalNumber) => string> = {
  seconds: durationWithUnit,
  span,
  times,
  near_times: (factor) => (factor && factor < 1.95 ? `${decimal(factor, 2)}×` : times(factor)),
  exact_times: (factor) => (factor && factor < 9.95 ? `${decimal(factor, 2)}×` : times(factor)),
  fine_share: fineShare,
  rate,
};
