/** React hooks for the raw log of a finished race. A stored race never changes. */

import { useQuery } from "@tanstack/react-query";
import { useBackend } from "./backend";

/** Maximum number of entries of a lane's progress that a picture of a round can show. */
export const PICTURE_ENTRIES = 2_048;

/**
 * The playback of one measured round, requested once there is a finished run: complete for a replay with its text, or
 * with at most `most` entries per lane for a picture.
 */
export function usePlayback(runId: string | null, round: number, most: number | null = null) {
  const backend = useBackend();
  return useQuery({
    queryKey: ["playback", runId, round, most],
    queryFn: () => backend.playback(runId ?? "", round, most),
    enabled: runId !== null,
    // A long round has several megabytes.
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
