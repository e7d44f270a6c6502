/** What a comparison says. */

import { charts } from "./charts";
import { conditions } from "./conditions";
import { contenders } from "./contenders";
import { job } from "./job";
import { ranking } from "./ranking";
import { time } from "./time";

export const comparison = {
  ...charts,
  ...conditions,
  ...contenders,
  ...job,
  ...ranking,
  ...time,
} as const;
