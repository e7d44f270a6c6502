// Reduces LiteLLM's price catalogue to the rows and fields that Paceline reads.
//
//   node reduce-prices.mjs INPUT SOURCE DATED > prices.json
//   node reduce-prices.mjs model_prices.json "LiteLLM 1.109.1" 2026-11-12 > prices.json
//
// INPUT is LiteLLM's `model_prices_and_context_window.json`, SOURCE names the release it came from and
// DATED is the day that release was published. The same input gives the same bytes. What was dropped,
// and why, is said on standard error.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// A million million: prices are kept in pico-dollars per token, that is micro-dollars per million tokens.
const PICO_DIGITS = 12;
// $0.001 per token is $1,000 per million, far above every real price: beyond it a row is a slip of the pen.
const MOST_PER_TOKEN = 1_000_000_000n;

// The providers of our catalogue; `true` where LiteLLM writes a model's key without its provider.
const PROVIDERS = new Map([
  ["anthropic", true],
  ["cerebras", false],
  ["cohere_chat", true],
  ["deepinfra", false],
  ["deepseek", false],
  ["fireworks_ai", false],
  ["gemini", false],
  ["groq", false],
  ["inception", false],
  ["mistral", false],
  ["morph", false],
  ["openai", true],
  ["sambanova", false],
  ["together_ai", false],
  ["xai", false],
]);

// Models that only the Responses endpoint serves are text models like the rest.
const MODES = new Set(["chat", "responses"]);

/** Dollars per token, as a JSON number, to whole pico-dollars per token: exact, halves rounded up. */
export function picoPerToken(dollars) {
  // The shortest text that reads back as this number is the text of the file, up to 15 digits.
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(dollars));
  if (typeof dollars !== "number" || !parts) throw new RangeError(`${dollars} is not a price`);
  const [, sign, whole, fraction = "", exponent = "0"] = parts;
  const digits = BigInt(sign + whole + fraction);
  const shift = Number(exponent) - fraction.length + PICO_DIGITS;
  const pico = shift >= 0 ? digits * 10n ** BigInt(shift) : roundHalfUp(digits, 10n ** BigInt(-shift));
  if (pico < 0n || pico > MOST_PER_TOKEN) throw new RangeError(`$${dollars} per token is out of range`);
  return Number(pico);
}

function roundHalfUp(digits, divisor) {
  return (2n * digits + divisor) / (2n * divisor);
}

/** One row of ours from one of theirs, or a string that says why there is none. */
export function reduceRow(row) {
  const { input_cost_per_token: input, output_cost_per_token: output } = row;
  if (input == null || output == null) return "has no plain price per token";
  // The catalogue writes 0 for "not known" and for "free" alike, so a zero says nothing.
  if (input === 0 || output === 0) return "has a price of zero, which may mean unknown";
  try {
    const reduced = { input: picoPerToken(input), output: picoPerToken(output) };
    addUnlessZero(reduced, "cache_read", row.cache_read_input_token_cost);
    addUnlessZero(reduced, "cache_write", row.cache_creation_input_token_cost);
    addUnlessZero(reduced, "reasoning", row.output_cost_per_reasoning_token);
    const limit = longContextLimit(row);
    if (limit !== undefined) reduced.holds_up_to = limit;
    if (row.off_peak_pricing) reduced.varies_by_hour = true;
    if (/^\d{4}-\d{2}-\d{2}$/.test(row.deprecation_date ?? "")) reduced.deprecated = row.deprecation_date;
    return reduced;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function addUnlessZero(reduced, name, dollars) {
  if (dollars != null && dollars !== 0) reduced[name] = picoPerToken(dollars);
}

/** The prompt length, in tokens, above which the provider charges more than the plain price. */
function longContextLimit(row) {
  const limits = Object.keys(row)
    .map((field) => /^(?:input|output|cache\w*)_.*cost.*_above_(\d+)k_tokens$/.exec(field))
    .filter((match) => match !== null)
    .map((match) => Number(match[1]) * 1000);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** Our key for a row of theirs, `provider/model`, or nothing where the row is not a model of ours. */
export function keyOf(name, row) {
  const unprefixed = PROVIDERS.get(row.litellm_provider);
  if (unprefixed === undefined || !MODES.has(row.mode)) return undefined;
  if (unprefixed) return name.startsWith("ft:") ? undefined : `${row.litellm_provider}/${name}`;
  // Elsewhere an unprefixed name is a second spelling of a prefixed row, or a class of model sizes.
  return name.startsWith(`${row.litellm_provider}/`) ? name : undefined;
}

/** The whole book as text, and the rows that were left out with the reason. */
export function reduce(catalogue, source, dated) {
  const rows = [];
  const dropped = [];
  for (const [name, row] of Object.entries(catalogue)) {
    const key = keyOf(name, row);
    if (key === undefined) continue;
    const reduced = reduceRow(row);
    if (typeof reduced === "string") dropped.push(`${key} ${reduced}`);
    else rows.push([key, reduced]);
  }
  rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const head = { source, dated, unit: "micro-USD per million tokens", licence: "MIT: see LICENSE-litellm.txt" };
  const lines = rows.map(([key, reduced]) => `    ${JSON.stringify(key)}: ${JSON.stringify(reduced)}`);
  const text = `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "prices": {\n${lines.join(",\n")}\n  }\n}\n`;
  return { text, dropped };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [input, source, dated] = process.argv.slice(2);
  if (!input || !source || !/^\d{4}-\d{2}-\d{2}$/.test(dated ?? "")) {
    process.stderr.write("usage: node reduce-prices.mjs INPUT SOURCE YYYY-MM-DD > prices.json\n");
    process.exit(2);
  }
  const { text, dropped } = reduce(JSON.parse(readFileSync(input, "utf8")), source, dated);
  process.stdout.write(text);
  process.stderr.write(dropped.map((line) => `dropped: ${line}\n`).join(""));
}
