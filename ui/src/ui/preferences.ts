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

/** Applies preferences that React does not draw. */
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

/** Applies the preferences before anything is drawn. */
export async function readPreferences(client: QueryClient, backend: Backend): Promise<void> {
  await client.prefetchQuery(preferencesOf(backend));
}

type Change = Partial<Preferences> | ((now: Preferences) => Partial<Preferences>);

/** The queue of saves, so that two changes in a row cannot overtake each other. */
let kept: Promise<unknown> = Promise.resolve();

async function keep(
  backend: Backend,
  client: QueryClient,
  change: Change,
): Promise<PreferenceProblem[]> {
  const now = client.getQueryData<Preferences>(keys.preferences);
  if (!now) return [];
  const changed = { ...now, ...(typeof change === "function" ? change(now) : change) };
  // In effect before it is saved: a second key press builds on the result of the first.
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

/** Resolves once every change so far is saved, or refused. */
export const preferencesKept = (): Promise<unknown> => kept;

/** Changes some of the preferences. Returns the problems of a change that cannot be saved, which is then undone. */
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

/** The current keys of one action. */
export function useKeysOf(action: Action): readonly string[] {
  const table = useShortcuts();
  return table.find((shortcut) => shortcut.action === action)?.keys ?? [];
}
