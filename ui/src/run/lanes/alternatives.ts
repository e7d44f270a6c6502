/** Alternatives for racing a failed lane, each with a button: another model, row, dialect or address. */

import { useQueryClient } from "@tanstack/react-query";
import {
  type Backend,
  type EndpointInput,
  type Fault,
  type LanePlan,
  type ProviderView,
  useBackend,
} from "../../backend/backend";
import { askAnew, useProviders } from "../../backend/queries";
import { dialects } from "../../strings/results";
import { go } from "../../ui/route";

/** The fields of a lane that change when it is raced again. */
export type LaneChange = Partial<Pick<LanePlan, "provider" | "model" | "dialect" | "base_url">>;

export interface Alternative {
  /** The name of the alternative: a model, a provider, a dialect or an address. */
  name: string;
  take: () => void;
}

/**
 * A change of the provider itself, which then applies to all of its lanes; `null` if its settings cannot express it.
 */
export function settingOf(
  view: ProviderView,
  { address, dialect }: Pick<Fault, "address" | "dialect">,
): ((backend: Backend) => Promise<unknown>) | null {
  if (view.custom) {
    const endpoint: EndpointInput = {
      id: view.id,
      label: view.label,
      dialect: dialect ?? view.dialect,
      base_url: address ?? view.base_url,
      key_needed: view.key === "required",
      confirm_plain_http: false,
    };
    return (backend) => backend.saveEndpoint(endpoint);
  }
  // A row's dialect is fixed.
  return address ? (backend) => backend.setAddress(view.id, address, false) : null;
}

/** The ways to race the lane again, the likeliest first; none if it cannot be raced now. */
export function useAlternatives(
  fault: Fault,
  provider: string,
  retry: ((change?: LaneChange) => void) | undefined,
): Alternative[] {
  const backend = useBackend();
  const client = useQueryClient();
  const providers = useProviders();
  if (!retry) return [];
  const { nearest = [], instead, dialect, address } = fault;
  const found: Alternative[] = nearest.map((model) => ({
    name: model,
    take: () => retry({ model }),
  }));
  const row = providers.find(({ id }) => id === instead);
  if (row) return [...found, { name: row.label, take: () => retry({ provider: row.id }) }];
  const name = address ?? (dialect ? dialects[dialect] : null);
  if (!name) return found;
  const view = providers.find(({ id }) => id === provider);
  // A lane at its own address carries its address and dialect with it.
  if (!view) {
    const change: LaneChange = address ? { base_url: address } : { dialect: dialect ?? null };
    return [...found, { name, take: () => retry(change) }];
  }
  const set = settingOf(view, fault);
  if (!set) return found;
  const take = async () => {
    try {
      await set(backend);
    } catch {
      // Its page says why it is refused, and asks for permission if that is what is missing.
      go("providers", provider, "address");
      return;
    }
    await askAnew(client);
    retry();
  };
  return [...found, { name, take: () => void take() }];
}
