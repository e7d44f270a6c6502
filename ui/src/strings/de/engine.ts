/** The engine's words in German. The names of the metrics' fields and of warnings are their ids in Rust. */

import type { EngineTexts } from "../engine";
import { advice } from "./engine/advice";
import { captured } from "./engine/captured";
import { checks } from "./engine/checks";
import { comparison } from "./engine/compare";
import { differences } from "./engine/differences";
import { faults } from "./engine/faults";
import { keys } from "./engine/keys";
import { levelMetrics } from "./engine/levelMetrics";
import { metrics } from "./engine/metrics";
import { moreMetrics } from "./engine/moreMetrics";
import { otherTools } from "./engine/otherTools";
import { plans } from "./engine/plans";
import { refusals } from "./engine/refusals";
import { sweeps } from "./engine/sweeps";
import { uncarried } from "./engine/uncarried";
import { unread } from "./engine/unread";
import { unreadSets } from "./engine/unreadSets";
import { unusable } from "./engine/unusable";
import { verdicts } from "./engine/verdicts";
import { warnings } from "./engine/warnings";
import { watches } from "./engine/watches";

export const engine: EngineTexts = {
  ...verdicts,
  ...advice,
  ...faults,
  ...keys,
  ...refusals,
  ...otherTools,
  ...plans,
  ...uncarried,
  ...differences,
  ...captured,
  ...checks,
  ...unread,
  ...unreadSets,
  ...unusable,
  ...comparison,
  ...sweeps,
  ...warnings,
  ...watches,
  ...metrics,
  ...moreMetrics,
  ...levelMetrics,
};
