/** Medians of a lane or a contender at the shortest and at the longest of its prompts. */

import type { AtPromptLength } from "../../backend/backend";
import { strings } from "../../strings/strings";

/** What a longer prompt alone makes worse. */
const WAITS = ["ttft_ms", "ttfat_ms", "latency_ms", "cost_usd"] as const;

export interface PromptEnd {
  value: number;
  /** How many requests it is of. */
  n: number;
}

/**
 * The medians of a number at both ends; null where its prompts are of about one length, or nothing of it waits for the prompt. A
 * median over all of them is then of a request that there was.
 */
export function promptEnds(
  one: { at_prompt_lengths?: readonly AtPromptLength[] } | undefined,
  metric: string,
): [PromptEnd, PromptEnd] | null {
  const waits = WAITS.find((id) => id === metric);
  const [short, long] = waits ? (one?.at_prompt_lengths ?? []) : [];
  if (!waits || !short || !long) return null;
  const [low, high] = [short[waits] ?? null, long[waits] ?? null];
  if (low === null || high === null) return null;
  return [
    { value: low, n: short.n },
    { value: high, n: long.n },
  ];
}

/** A number from that at the shortest to that at the longest prompts; null where its prompts are of about one length. */
export function betweenPromptEnds(
  one: { at_prompt_lengths?: readonly AtPromptLength[] } | undefined,
  metric: string,
  format: (value: number) => string,
): string | null {
  const ends = promptEnds(one, metric);
  return ends && strings.uncertainty.between(format(ends[0].value), format(ends[1].value));
}
