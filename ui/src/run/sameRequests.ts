/** Whether two plans ask the same of the same. */

import type { Plan } from "../backend/backend";
import { isAlike } from "./request/payload";

/** The part of a plan that decides what is sent to whom: without the number of rounds, and without muted lanes. */
function essenceOf(plan: Plan) {
  const { repeat: _, warmup: _w, until_settled: _u, load: _l, lanes, system, ...asked } = plan;
  // What is false by default is left out of a run's document.
  const running = lanes
    .filter(({ muted }) => !muted)
    .map((lane) => ({ ...lane, reference: lane.reference || null }));
  const unique_prompts = asked.unique_prompts || null;
  return { ...asked, unique_prompts, system: system?.trim() ? system : null, lanes: running };
}

/** Whether two plans send the same requests to the same contenders. */
export function sendsTheSame(one: Plan, other: Plan): boolean {
  return isAlike(essenceOf(one), essenceOf(other));
}
