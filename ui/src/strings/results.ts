/** Texts for outcomes of requests and runs, and the engine's own of dialects and warnings. */

import type { Dialect, Warning } from "../backend/backend";
import { dialects as dialectDefinitions, warnings } from "../backend/backend";
import { engineWord } from "./engine";
import { texts } from "./texts";

export const {
  phases,
  statuses,
  runStates,
  runStateStories,
  faults,
  efforts,
  tokenSources,
  costSources,
  reasoningTypes,
} = texts().results;

/** Names of the wire protocols: the engine's own words. */
export const dialects = Object.fromEntries(
  dialectDefinitions.map(({ id, title }) => [id, title]),
) as Record<Dialect, string>;

/** What an address of each dialect looks like. */
export const addressHints = Object.fromEntries(
  dialectDefinitions.map(({ id, path, version }) => [
    id,
    texts().strings.providers.addressHint(path, `https://host${version}`, version !== ""),
  ]),
) as Record<Dialect, string>;

/** Texts of the warnings: the engine's own words, which the command line prints too. */
export const doubts = Object.fromEntries(
  (Object.keys(warnings) as Warning[]).map((id) => [
    id,
    {
      tag: engineWord(`warning.${id}.tag`, warnings[id].tag),
      advice: engineWord(`warning.${id}.advice`, warnings[id].advice),
    },
  ]),
) as Record<Warning, { tag: string; advice: string }>;
