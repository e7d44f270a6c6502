/** The result and time of a provider's last check: a stored key is not necessarily a working key. */

import { create } from "zustand";
import type { ProviderView } from "../backend/backend";

interface Check {
  /** Whether it answered. */
  ok: boolean;
  /** In milliseconds since 1970. */
  at: number;
  /** The key and the address used; the result says nothing about others. */
  of: string;
}

type Checks = Readonly<Record<string, Check>>;

const STORED_AS = "paceline.checks";

function stored(): Checks {
  try {
    return JSON.parse(window.localStorage.getItem(STORED_AS) ?? "{}") as Checks;
  } catch {
    // Not written by this window.
    return {};
  }
}

const useChecks = create<{ checks: Checks }>()(() => ({ checks: stored() }));

const conditionsOf = ({ kept, tail, base_url }: ProviderView) =>
  [kept ?? "", tail ?? "", base_url].join(" ");

/** Records whether a provider has just answered. */
export function noteCheck(view: ProviderView, ok: boolean): void {
  const check = { ok, at: Date.now(), of: conditionsOf(view) };
  const checks = { ...useChecks.getState().checks, [view.id]: check };
  useChecks.setState({ checks });
  window.localStorage.setItem(STORED_AS, JSON.stringify(checks));
}

/** The last check with this key and at this address; null if there was none. */
export function useCheck(view: ProviderView): Check | null {
  const check = useChecks(({ checks }) => checks[view.id]);
  return check?.of === conditionsOf(view) ? check : null;
}
