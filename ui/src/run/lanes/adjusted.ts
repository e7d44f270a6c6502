/** Describes how a request differs from its plan. */

import type { Adjustment } from "../../backend/backend";
import { strings } from "../../strings/strings";

const w = strings.lane;

export function adjusted({ field, asked, sent, why }: Adjustment): string {
  return w.adjusted(
    field,
    asked ? w.asked(asked) : w.notAsked,
    sent ? w.sent(sent) : w.notSent,
    why,
  );
}
