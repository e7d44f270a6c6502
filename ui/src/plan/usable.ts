/** Whether a provider can race. */

import type { ProviderView } from "../backend/backend";

/** Where it is is known, and the key that it asks for is there. */
export function isUsable(provider: ProviderView): boolean {
  const keyed = provider.key !== "required" || (provider.kept ?? null) !== null;
  return keyed && provider.base_url !== "";
}
