/** The measurement conditions as the short facts below every chart. */

import type { MeasurementConditions } from "../backend/backend";
import { decimal, moment } from "./numbers";
import { tokenSources } from "./results";
import { texts } from "./texts";

const w = texts().conditions;

/** The known conditions, in the same order everywhere; unknown ones are not mentioned. */
export function conditionFacts(conditions: MeasurementConditions): string[] {
  const { max_tokens, temperature, cold, unique_prompts, machine, ttft_error_ms } = conditions;
  const facts = [
    w.prompt(conditions.prompt_hash, lengthOf(conditions)),
    max_tokens === null ? w.noLimit : w.maxTokens(max_tokens),
    temperature === null ? w.providersOwn : w.temperature(decimal(temperature, 1)),
    w.n(conditions.measured),
  ];
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
