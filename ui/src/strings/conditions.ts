/** The measurement conditions as the short facts below every chart. */

import type { MeasurementConditions } from "../backend/backend";
import { count, decimal, moment, plural } from "./numbers";
import { tokenSources } from "./results";

/** The known conditions, in the same order everywhere; unknown ones are not mentioned. */
export function conditionFacts(conditions: MeasurementConditions): string[] {
  const { max_tokens, temperature, cold, unique_prompts, machine, ttft_error_ms } = conditions;
  const facts = [
    `prompt ${conditions.prompt_hash}, ${lengthOf(conditions)}`,
    max_tokens === null ? "no limit on tokens" : `max ${count(max_tokens)} tokens`,
    temperature === null ? "provider's own temperature" : `temperature ${decimal(temperature, 1)}`,
    `n ${count(conditions.measured)}`,
  ];
  if (unique_prompts !== null) facts.push(unique_prompts ? "unique prompts" : "one prompt");
  const sources = conditions.token_sources.map((source) => tokenSources[source].tag);
  if (sources.length > 0) facts.push(`tokens ${sources.join(", ")}`);
  const connection = [...conditions.protocols];
  if (cold !== null) connection.push(cold ? "cold connections" : "warm connections");
  if (connection.length > 0) facts.push(connection.join(", "));
  if (machine !== null) facts.push(machine);
  facts.push(ttft_error_ms === null ? "not calibrated" : ownError(ttft_error_ms));
  facts.push(`definitions v${conditions.def_version}`, moment(conditions.started_at).whole);
  return facts;
}

/** The length of the prompt, or the range of lengths. */
function lengthOf({ prompt_tokens, prompt_lengths: lengths = [] }: MeasurementConditions): string {
  if (lengths.length === 0) return plural(prompt_tokens, "token");
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  return least < most ? `${count(least)} to ${plural(most, "token")}` : plural(least, "token");
}

/** The timestamp error; a small one must not read as zero. */
function ownError(ms: number): string {
  return `up to ${decimal(ms, ms < 0.1 ? 2 : 1)} ms late`;
}
