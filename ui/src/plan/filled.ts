/** Plans with variables: the prompt, the system prompt and those of lanes may be templates. */

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Backend, type FilledPlan, type Plan, useBackend } from "../backend/backend";
import { identity } from "../backend/identity";
import { folded, unfolded } from "../run/request/payload";

const NO_VALUES: Record<string, string> = {};
const NO_NAMES: string[] = [];

/** Two braces may begin a variable; a plan without any is sent as it is. */
export function hasVariables(plan: Pick<Plan, "prompt" | "system" | "payload">): boolean {
  return [plan.system ?? "", unfolded(plan).prompt].some((text) => text.includes("{{"));
}

/** Fills in a plan. A prompt with attachments is a turn, which is no template, so they are taken off it meanwhile. */
export async function fillIn(
  backend: Backend,
  plan: Plan,
  values: Record<string, string>,
): Promise<FilledPlan> {
  const { attached, ...asked } = unfolded(plan);
  const filled = await backend.fill(asked, values);
  return { ...filled, plan: folded(filled.plan, attached) };
}

/** The plan as it would be sent; undefined while that is unknown. Unless it is a template, its braces are text. */
export function useFilled(
  plan: Plan,
  isTemplate: boolean,
  values: Record<string, string> = NO_VALUES,
) {
  const backend = useBackend();
  const asked = isTemplate && hasVariables(plan);
  const { data } = useQuery({
    queryKey: ["filled", identity(plan), values],
    queryFn: () => fillIn(backend, plan, values),
    enabled: asked,
    gcTime: 10_000,
    placeholderData: keepPreviousData,
  });
  return asked ? data : { plan, variables: NO_NAMES, problem: null };
}
