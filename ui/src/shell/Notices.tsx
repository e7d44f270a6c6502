/** Notices about the history: what could not be read, and what is used instead. */

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { useBackend } from "../backend/backend";
import { strings } from "../strings/strings";

/** Runs of a killed process are reconstructed after the start, within two seconds. */
const LATER_MS = 4_000;

export function Notices() {
  const backend = useBackend();
  const [read, setRead] = useState<readonly string[]>([]);
  const { data } = useQuery({
    queryKey: ["notices"],
    queryFn: async () => (await backend.startup()).notices ?? [],
    refetchInterval: ({ state }) => (state.dataUpdateCount < 2 ? LATER_MS : false),
  });
  const unread = data?.filter((notice) => !read.includes(notice)) ?? [];
  if (unread.length === 0) return null;
  return (
    <section
      aria-label={strings.status.notices}
      className="selectable max-h-32 overflow-y-auto border-t border-line bg-panel px-3 py-1.5 text-xs text-warn"
      data-testid="notices"
    >
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
