/** Whether a provider can race. */

import type { ProviderView } from "../backend/backend";

/** Its address is known, and the key that it needs is there. */
export function isUsable(provider: ProviderView): boolean {
  const keyed = provider.key !== "required" || (provider.kept ?? null) !== null;
  return keyed && provider.base_url !== "";
}
