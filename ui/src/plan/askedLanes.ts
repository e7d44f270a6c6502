/** Everybody who is asked. */

import type { LanePlan, Plan } from "../backend/backend";

/** The lanes that race, and the judge if there is one. */
export function askedLanes({ lanes, judge }: Pick<Plan, "lanes" | "judge">): LanePlan[] {
  const racing = lanes.filter(({ muted }) => !muted);
  return judge ? [...racing, judge.lane] : racing;
}
