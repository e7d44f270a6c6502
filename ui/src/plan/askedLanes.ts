/** Everybody who is asked. */

import type { LanePlan, Plan } from "../backend/backend";

/** The lanes that race, with the later steps of chains, and the judge if there is one. */
export function askedLanes({ lanes, judge }: Pick<Plan, "lanes" | "judge">): LanePlan[] {
  const racing = lanes
    .filter(({ muted }) => !muted)
    .flatMap((lane) => [lane, ...(lane.later ?? []).map((next) => next.lane)]);
  return judge ? [...racing, judge.lane] : racing;
}
