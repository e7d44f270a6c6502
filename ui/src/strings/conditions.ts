/** The measurement conditions as the short facts below every chart. */

import type { MeasurementConditions } from "../backend/backend";
import { decimal, moment } from "./numbers";
import { commas } from "./phrases";
import { doubts, tokenSources } from "./results";
import { texts } from "./texts";

const w = texts().conditions;

/**
 * The known conditions, in the same order everywhere; unknown ones are not mentioned. `care` is what else is to be known of the
 * numbers, beside the warnings of the requests.
 */
export function conditionFacts(
  conditions: MeasurementConditions,
  care: readonly string[] = [],
): string[] {
  const { max_tokens, temperature, cold, unique_prompts, machine, ttft_error_ms } = conditions;
  const { warnings = [] } = conditions;
  const facts = [
    w.prompt(conditions.prompt_hash, lengthOf(conditions)),
    max_tokens === null ? w.noLimit : w.maxTokens(max_tokens),
    temperature === null ? w.providersOwn : w.temperature(decimal(temperature, 1)),
    w.n(conditions.measured),
  ];
  facts.push(...care);
  if (warnings.length > 0) {
    const tagged = warnings.map((one) => w.warnedRequests(doubts[one.warning].tag, one.requests));
    facts.push(warningsFact(tagged));
  }
  if (unique_prompts !== null) facts.push(unique_prompts ? w.unique : w.onePrompt);
  const sources = conditions.token_sources.map((source) => tokenSources[source].tag);
  if (sources.length > 0) facts.push(w.counted(sources.join(", ")));
  const connection = [...conditions.protocols];
  if (cold !== null) connection.push(cold ? w.cold : w.warm);
  if (connection.length > 0) facts.push(connection.join(", "));
  if (conditions.imported) facts.push(w.imported);
  if (machine !== null) facts.push(machine);
  facts.push(ttft_error_ms === null ? w.notCalibrated : ownError(ttft_error_ms));
  facts.push(w.definitions(conditions.def_version), moment(conditions.started_at).whole);
  return facts;
}

/** Warnings as one fact. */
export const warningsFact = (tagged: readonly string[]) => w.warnings(commas(tagged));

/** What marked levels are marked for: each reason, with how many have it. */
export function markedLevels(tags: readonly string[]): string {
  const counted = [...new Set(tags)].map((tag) =>
    w.warnedLevels(tag, tags.filter((other) => other === tag).length),
  );
  return w.marked(commas(counted));
}

/** The length of the prompt, or the range of lengths. */
function lengthOf({ prompt_tokens, prompt_lengths: lengths = [] }: MeasurementConditions): string {
  if (lengths.length === 0) return w.tokens(prompt_tokens);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  return least < most ? w.tokensFromTo(least, most) : w.tokens(least);
}

/** The timestamp error; a small one must not read as zero. */
function ownError(ms: number): string {
  return w.late(decimal(ms, ms < 0.1 ? 2 : 1));
}
