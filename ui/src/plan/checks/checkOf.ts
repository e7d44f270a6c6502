/** What is written in the form of a check, and the check that it makes. */

import type {
  Check,
  ExpectedCall,
  LengthUnit,
  NumberTaken,
  Tolerance,
} from "../../backend/backend";
import { strings } from "../../strings/strings";
import { readJson } from "../request/json";

const w = strings.checks.form.problems;

/** The checks that have a form. What other tools check comes with a plan. */
export const KINDS = [
  "contains",
  "equals",
  "regex",
  "number",
  "json",
  "json_schema",
  "tool_call_valid",
  "tool_call_equals",
  "merged",
  "length",
  "language",
  "no_refusal",
  "command",
] as const satisfies readonly Check["kind"][];

export interface CheckForm {
  kind: (typeof KINDS)[number];
  text: string;
  ignoreCase: boolean;
  pattern: string;
  value: string;
  tolerance: string;
  /** Whether the tolerance is a percentage of the number. */
  isPercent: boolean;
  taken: NumberTaken;
  schema: string;
  calls: string;
  /** Whether the order of calls does not matter. */
  anyOrder: boolean;
  file: string;
  fenced: boolean;
  unit: LengthUnit;
  least: string;
  most: string;
  language: string;
  command: string;
  /** Whether the command reads all of the answer as JSON. */
  isJson: boolean;
  /** Whether it is the opposite that makes an answer right, if the kind has one. */
  isNegated: boolean;
}

export const EMPTY: CheckForm = {
  kind: "contains",
  text: "",
  ignoreCase: false,
  pattern: "",
  value: "",
  tolerance: "",
  isPercent: false,
  taken: "last",
  schema: "",
  calls: "",
  anyOrder: false,
  file: "",
  fenced: false,
  unit: "words",
  least: "",
  most: "",
  language: "",
  command: "",
  isJson: false,
  isNegated: false,
};

/** Whether a check of this kind has an opposite. A command says it itself, and calls are asked for as valid ones. */
export const hasOpposite = (kind: CheckForm["kind"]): boolean =>
  kind !== "tool_call_valid" && kind !== "command";

/** What is wrong with each field. */
export type Problems = Partial<Record<keyof CheckForm, string>>;

type Made = { check: Check } | { problems: Problems };

const CODE = /^[a-z]{2,3}$/i;
/** The largest number of characters, words or sentences that the engine takes. */
const LONGEST = 2 ** 32 - 1;

/** A number as it is written, with a point or a comma; null for none, and NaN for what is no number. */
function numberIn(text: string): number | null {
  const written = text.trim().replace("−", "-").replace(",", ".");
  if (written === "") return null;
  const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(written)
    ? Number(written)
    : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

function numberCheck({ value, tolerance, isPercent, taken }: CheckForm): Made {
  const expected = numberIn(value);
  const within = numberIn(tolerance);
  const problems: Problems = {};
  if (expected === null || Number.isNaN(expected)) problems.value = w.number;
  if (within !== null && !(within >= 0)) problems.tolerance = w.tolerance;
  if (Object.keys(problems).length > 0) return { problems };
  const of = (far: number): Tolerance => (isPercent ? { relative: far / 100 } : { absolute: far });
  const allowed = within === null ? {} : { tolerance: of(within) };
  return { check: { kind: "number", value: expected, taken, ...allowed } };
}

function schemaCheck({ schema, fenced }: CheckForm): Made {
  const read = readJson(schema);
  if ("problem" in read) return { problems: { schema: read.problem } };
  const { value } = read;
  const isSchema =
    typeof value === "boolean" ||
    (typeof value === "object" && value !== null && !Array.isArray(value));
  if (value === undefined || !isSchema) return { problems: { schema: w.schema } };
  return { check: { kind: "json_schema", schema: value, fenced } };
}

function isCall(value: unknown): value is ExpectedCall {
  if (typeof value !== "object" || value === null || !("name" in value)) return false;
  const known = Object.keys(value).every((name) => ["name", "arguments"].includes(name));
  return known && typeof value.name === "string" && value.name !== "";
}

/** The calls that an answer makes: a list of them, or a single one. */
function callsCheck({ calls: written, anyOrder }: CheckForm): Made {
  const read = readJson(written);
  if ("problem" in read) return { problems: { calls: read.problem } };
  const calls = Array.isArray(read.value) ? read.value : [read.value];
  if (!calls.every(isCall)) return { problems: { calls: w.calls } };
  return { check: { kind: "tool_call_equals", calls, any_order: anyOrder } };
}

function lengthCheck({ unit, least, most }: CheckForm): Made {
  const [from, to] = [numberIn(least), numberIn(most)];
  const isCount = (n: number | null) =>
    n === null || (Number.isInteger(n) && n >= 0 && n <= LONGEST);
  const problems: Problems = {};
  if (!isCount(from)) problems.least = w.count;
  if (!isCount(to)) problems.most = w.count;
  if (Object.keys(problems).length > 0) return { problems };
  if (from === null && to === null) return { problems: { least: w.noLimit } };
  if (from !== null && to !== null && from > to) return { problems: { most: w.order } };
  return { check: { kind: "length", unit, least: from, most: to } };
}

/** The check, or what is wrong at which field. Whether a pattern or a schema can be used, the engine says. */
export function checkOf(form: CheckForm): Made {
  const made = positiveOf(form);
  if ("problems" in made || !form.isNegated || !hasOpposite(form.kind)) return made;
  return { check: { kind: "not", check: made.check } };
}

function positiveOf(form: CheckForm): Made {
  const { kind, text, ignoreCase, pattern, fenced, language, command, isJson } = form;
  switch (kind) {
    case "contains":
    case "equals":
      if (text.trim() === "") return { problems: { text: w.text } };
      return { check: { kind, text, ignore_case: ignoreCase } };
    case "regex":
      if (pattern === "") return { problems: { pattern: w.pattern } };
      return { check: { kind, pattern } };
    case "number":
      return numberCheck(form);
    case "json":
      return { check: { kind, fenced } };
    case "json_schema":
      return schemaCheck(form);
    case "tool_call_equals":
      return callsCheck(form);
    case "merged":
      if (form.file.trim() === "") return { problems: { file: w.file } };
      return { check: { kind, file: form.file, fenced } };
    case "length":
      return lengthCheck(form);
    case "language": {
      const code = language.trim().toLowerCase();
      return CODE.test(code)
        ? { check: { kind, language: code } }
        : { problems: { language: w.language } };
    }
    case "tool_call_valid":
    case "no_refusal":
      return { check: { kind } };
    case "command":
      if (command.trim() === "") return { problems: { command: w.command } };
      return { check: { kind, command: command.trim(), json: isJson } };
  }
}
