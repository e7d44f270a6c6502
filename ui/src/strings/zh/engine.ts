/** The engine's words in Chinese. The names of the metrics' fields and of warnings are their ids in Rust. */

import type { EngineTexts } from "../engine";
import { levelMetrics } from "./engine/levelMetrics";
import { metrics } from "./engine/metrics";
import { moreMetrics } from "./engine/moreMetrics";
import { verdicts } from "./engine/verdicts";
import { warnings } from "./engine/warnings";

export const engine: EngineTexts = {
  ...verdicts,
  ...warnings,
  ...metrics,
  ...moreMetrics,
  ...levelMetrics,
};
