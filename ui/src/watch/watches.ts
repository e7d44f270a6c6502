/** The watches, what is known of one, and changes to them. */

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Backend, Refusal, useBackend, type WatchedNumber } from "../backend/backend";
import { withLooks } from "../backend/looks";
import { keys } from "../backend/queries";
import { failureWords, strings } from "../strings/strings";
import { complain, settleComplaint } from "../ui/toasts";

const w = strings.watch;
/** How often the list is read while it is on screen: another Paceline may take turns. */
const AGAIN_MS = 30_000;

/** Reports why something was not done. */
function report(error: unknown): void {
  if (!(error instanceof Refusal)) {
    complain(strings.trouble.unexpected, String(error));
    return;
  }
  const { message, fix } = failureWords(error.failure);
  complain(message, fix);
}

export function useWatches() {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.watches,
    queryFn: () => backend.watches(),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });
}

export function useWatchShown(id: string, number: WatchedNumber, days: number) {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.watchShown(id, number, days),
    queryFn: () =>
      withLooks(backend, backend.watchShown(id, number, days), ({ contenders }) => [contenders]),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: AGAIN_MS,
  });
}

/** The id of the watch of which a turn is taken here, as it is told; null if none is. */
export function useNews(running: string | null): string | null {
  const backend = useBackend();
  const client = useQueryClient();
  const [told, setTold] = useState<string | null | undefined>();
  useEffect(() => {
    void backend.followWatches((news) => {
      if (news.type === "not_taken") complain(w.notTaken(news.why));
      setTold(news.type === "begun" ? news.watch : null);
      if (news.type !== "begun") void client.invalidateQueries({ queryKey: keys.watches });
    });
  }, [backend, client]);
  return told === undefined ? running : told;
}

/** Does something to a watch, and reads anew what may have changed with it. */
export function useWatchChange() {
  const backend = useBackend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: (asked: Backend) => Promise<unknown>) => change(backend),
    onMutate: settleComplaint,
    onSuccess: () => client.invalidateQueries({ queryKey: keys.watches }),
    onError: report,
  });
}
