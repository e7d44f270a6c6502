/** React hooks for the raw log of a finished race. A stored race never changes. */

import { useQuery } from "@tanstack/react-query";
import { useBackend } from "./backend";

/** One measured round as it can be shown again; asked for once there is a run that is over. */
export function usePlayback(runId: string | null, round: number) {
  const backend = useBackend();
  return useQuery({
    queryKey: ["playback", runId, round],
    queryFn: () => backend.playback(runId ?? "", round),
    enabled: runId !== null,
    // A long round is some megabytes, and every race that ends in a photo finish asks for one.
    gcTime: 5_000,
  });
}

export function useMedals(runId: string | null, distance: number | null) {
  const backend = useBackend();
  return useQuery({
    queryKey: ["medals", runId, distance],
    queryFn: () => backend.medals(runId ?? "", distance),
    enabled: runId !== null,
    placeholderData: (before, query) => (query?.queryKey[1] === runId ? before : undefined),
  });
}

export function useRounds(runId: string | null) {
  const backend = useBackend();
  return useQuery({
    queryKey: ["rounds", runId],
    queryFn: () => backend.rounds(runId ?? ""),
    enabled: runId !== null,
  });
}
