/** The measurement conditions as the short facts below every chart. */

import { count } from "../numbers";
import { plural } from "./plural";

export const conditions = {
  prompt: (hash: string, length: string) => `prompt ${hash}, ${length}`,
  tokens: (tokens: number) => plural(tokens, "token"),
  tokensFromTo: (least: number, most: number) => `${count(least)} to ${plural(most, "token")}`,
  noLimit: "no limit on tokens",
  maxTokens: (tokens: number) => `max ${count(tokens)} tokens`,
  providersOwn: "provider's own temperature",
  temperature: (temperature: string) => `temperature ${temperature}`,
  n: (n: number) => `n ${count(n)}`,
  warnings: (all: string) => `warnings: ${all}`,
  warnedRequests: (tag: string, n: number) => `${tag} (${plural(n, "request")})`,
  warnedLevels: (tag: string, n: number) => `${tag} (${plural(n, "level")})`,
  marked: (all: string) => `“!” marks levels to read with care: ${all}`,
  unique: "unique prompts",
  onePrompt: "one prompt",
  counted: (sources: string) => `tokens ${sources}`,
  cold: "cold connections",
  warm: "warm connections",
  imported: "imported",
  notCalibrated: "not calibrated",
  late: (ms: string) => `up to ${ms} ms late`,
  definitions: (version: number) => `definitions v${version}`,
} as const;
