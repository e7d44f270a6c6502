/** The engine's words in Chinese. The names of the metrics' fields and of warnings are their ids in Rust. */

import type { EngineTexts } from "../engine";
import { advice } from "./engine/advice";
import { comparison } from "./engine/compare";
import { levelMetrics } from "./engine/levelMetrics";
import { metrics } from "./engine/metrics";
import { moreMetrics } from "./engine/moreMetrics";
import { plans } from "./engine/plans";
import { refusals } from "./engine/refusals";
import { sweeps } from "./engine/sweeps";
import { verdicts } from "./engine/verdicts";
import { warnings } from "./engine/warnings";

export { piecesJoined } from "./spacing";

export const engine: EngineTexts = {
  ...verdicts,
  ...advice,
  ...refusals,
  ...plans,
  ...comparison,
  ...sweeps,
  ...warnings,
  ...metrics,
  ...moreMetrics,
  ...levelMetrics,
};
