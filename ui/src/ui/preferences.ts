/** The user's preferences: read once, applied at once, stored by the engine. */

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  type Backend,
  type PreferenceProblem,
  type Preferences,
  Refusal,
  useBackend,
} from "../backend/backend";
import { keys } from "../backend/queries";
import { writeNumbers } from "../strings/numbers";
import { type Action, inForce, type Shortcut } from "./keyboard";
import { paintIn } from "./theme";

/** Puts into effect what is not drawn by React. */
function putIntoEffect(preferences: Preferences): Preferences {
  paintIn(preferences.theme);
  writeNumbers(preferences);
  return preferences;
}

const preferencesOf = (backend: Backend) => ({
  queryKey: keys.preferences,
  queryFn: async () => putIntoEffect(await backend.preferences()),
});

export function usePreferences() {
  return useQuery(preferencesOf(useBackend()));
}

/** Puts the preferences into effect before anything is drawn. */
export async function readPreferences(client: QueryClient, backend: Backend): Promise<void> {
  await client.prefetchQuery(preferencesOf(backend));
}

type Change = Partial<Preferences> | ((now: Preferences) => Partial<Preferences>);

/** What two changes in a row would otherwise overtake each other in. */
let kept: Promise<unknown> = Promise.resolve();

async function keep(
  backend: Backend,
  client: QueryClient,
  change: Change,
): Promise<PreferenceProblem[]> {
  const now = client.getQueryData<Preferences>(keys.preferences);
  if (!now) return [];
  const changed = { ...now, ...(typeof change === "function" ? change(now) : change) };
  // In effect before it is kept: a user who presses a key twice means what the first press led to.
  client.setQueryData(keys.preferences, putIntoEffect(changed));
  const done = kept.then(() => backend.setPreferences(changed));
  kept = done.catch(() => undefined);
  try {
    await done;
    return [];
  } catch (error) {
    client.setQueryData(keys.preferences, putIntoEffect(await backend.preferences()));
    if (error instanceof Refusal && error.failure.kind === "preferences") {
      return error.failure.problems;
    }
    throw error;
  }
}

/** Changes a part of what the user prefers. What cannot be kept is answered with, and nothing of it stays. */
export function useChangePreferences(): (change: Change) => Promise<PreferenceProblem[]> {
  const backend = useBackend();
  const client = useQueryClient();
  return useMemo(() => (change) => keep(backend, client, change), [backend, client]);
}

/** The shortcuts in force. */
export function useShortcuts(): readonly Shortcut[] {
  const own = usePreferences().data?.shortcuts;
  return useMemo(() => inForce(own), [own]);
}

/** The keys of one action, as they are now. */
export function useKeysOf(action: Action): readonly string[] {
  const table = useShortcuts();
  return table.find((shortcut) => shortcut.action === action)?.keys ?? [];
}
