/** The finding of a chart over prompt lengths. */

import type { PromptLengthLine } from "../backend/backend";
import { difference, known, type Numbered } from "../strings/catalogue";
import { durationWithUnit } from "../strings/numbers";
import { sentence, sentences } from "../strings/phrases";
import { strings } from "../strings/strings";
import type { Named } from "./chartData";

const w = strings.sweeps;
const TTFT = known("ttft_ms");

function finding(line: PromptLengthLine): string {
  if (line.is_straight === false) return w.bentOfLength(TTFT.short);
  const perThousand = difference(TTFT, Math.max(0, line.ms_per_token ?? 0) * 1_000);
  return w.lineOfLength(TTFT.short, durationWithUnit(Math.max(0, line.base_ms ?? 0)), perThousand);
}

/** The line of each contender's time to first token; null for any other number, or if there is no line. */
export const lengthReading =
  (all: readonly Named[]) =>
  ({ id }: Numbered): string | null => {
    if (id !== TTFT.id) return null;
    const told = all.flatMap(({ curve, name }) => {
      const line = curve.prompt_length_line;
      if (!line) return [];
      return [
        all.length === 1 ? sentence(finding(line)) : w.finding(name, sentence(finding(line))),
      ];
    });
    return told.length > 0 ? sentences(told) : null;
  };
