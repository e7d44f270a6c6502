/** The name of a judge: its provider and its model. */

import type { LanePlan, ProviderView } from "../../backend/backend";

export function nameOfJudge(
  { provider, model }: Pick<LanePlan, "provider" | "model">,
  providers: readonly ProviderView[],
): string {
  const label = providers.find(({ id }) => id === provider)?.label ?? provider;
  return `${label} ${model}`;
}
