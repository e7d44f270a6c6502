/** Notices about the history: what could not be read, and what is used instead. Also a run whose page is gone. */

import { useQuery } from "@tanstack/react-query";
import { Square, X } from "lucide-react";
import { useState } from "react";
import { useBackend } from "../backend/backend";
import { strings } from "../strings/strings";

/** Runs of a killed process are reconstructed after the start, within two seconds. */
const LATER_MS = 4_000;
/** A run that an earlier page started is looked at until it is over. */
const RUNNING_MS = 500;

export function Notices() {
  const backend = useBackend();
  const [read, setRead] = useState<readonly string[]>([]);
  const { data } = useQuery({
    queryKey: ["notices"],
    queryFn: async () => {
      const { notices, left_running } = await backend.startup();
      return { notices: notices ?? [], left: left_running ?? null };
    },
    refetchInterval: ({ state }) => {
      if (state.data?.left) return RUNNING_MS;
      return state.dataUpdateCount < 2 ? LATER_MS : false;
    },
  });
  const unread = data?.notices.filter((notice) => !read.includes(notice)) ?? [];
  const left = data?.left ?? null;
  if (unread.length === 0 && left === null) return null;
  return (
    <section
      aria-label={strings.status.notices}
      className="selectable max-h-32 overflow-y-auto border-t border-line bg-panel px-3 py-1.5 text-xs text-warn"
      data-testid="notices"
    >
      {left !== null && (
        <p className="flex items-start gap-2" data-testid="left-running">
          <span className="min-w-0 flex-1 wrap-break-word">{strings.status.leftRunning}</span>
          <button
            type="button"
            aria-label={strings.status.stopLeft}
            className="rounded p-0.5 text-faint hover:text-ink"
            data-testid="stop-left"
            onClick={() => void backend.stopRace(left)}
          >
            <Square size={13} aria-hidden />
          </button>
        </p>
      )}
      {unread.map((notice) => (
        <p key={notice} className="flex items-start gap-2">
          <span className="min-w-0 flex-1 wrap-break-word">{notice}</span>
          <button
            type="button"
            aria-label={strings.status.noticeRead}
            className="rounded p-0.5 text-faint hover:text-ink"
            onClick={() => setRead([...read, notice])}
          >
            <X size={13} aria-hidden />
          </button>
        </p>
      ))}
    </section>
  );
}
