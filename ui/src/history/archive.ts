/** React hooks for the history, and state that survives opening and closing runs. */

import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { create } from "zustand";
import { type Export, useBackend } from "../backend/backend";
import { withLooks } from "../backend/looks";
import { keys } from "../backend/queries";
import { archive as w } from "../strings/history";
import { explain } from "../ui/explain";
import { documentText } from "../ui/files";
import { note, noteWithUndo } from "../ui/toasts";
import { NOTHING, type Selection } from "./selection";

const PAGE = 60;
/** The largest export that crosses to the engine in one piece; the command line reads larger ones. */
const MOST_KIB = 256 * 1_024;

interface ArchiveState {
  search: string;
  selection: Selection;
  setSearch: (search: string) => void;
  setSelection: (selection: Selection) => void;
}

export const useArchive = create<ArchiveState>((set) => ({
  search: "",
  selection: NOTHING,
  // Selected runs could be out of sight after another search, and would be deleted with the rest.
  setSearch: (search) => set({ search, selection: NOTHING }),
  setSelection: (selection) => set({ selection }),
}));

/** Nested under the key of all runs, so that refreshing those refreshes the results, too. */
export const archiveKeys = {
  found: (search: string) => [...keys.runs, "found", search],
  tags: [...keys.runs, "tags"],
  spend: (days: number) => [...keys.runs, "spend", days],
  language: ["searchLanguage"],
} as const;

export function useFound(search: string) {
  const backend = useBackend();
  return useInfiniteQuery({
    queryKey: archiveKeys.found(search),
    queryFn: ({ pageParam }) =>
      withLooks(backend, backend.findRuns(search, pageParam, PAGE), (found) =>
        found.type === "found" ? found.page.runs.map(({ row }) => row.lanes) : [],
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.type === "found" ? (last.page.next ?? undefined) : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useLanguage() {
  const backend = useBackend();
  return useQuery({ queryKey: archiveKeys.language, queryFn: () => backend.searchLanguage() }).data;
}

export function useTags() {
  const backend = useBackend();
  return useQuery({ queryKey: archiveKeys.tags, queryFn: () => backend.tags() }).data ?? [];
}

/** All actions on runs, each with a message and, if possible, an undo. */
export function useRunActions() {
  const backend = useBackend();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.runs });
  const attempt = async (change: () => Promise<void>): Promise<boolean> => {
    try {
      await change();
      await refresh();
      return true;
    } catch (error) {
      explain(error);
      return false;
    }
  };
  return {
    star: (ids: string[], starred: boolean) => attempt(() => backend.starRuns(ids, starred)),
    tag: (ids: string[], add: string[], remove: string[]) =>
      attempt(() => backend.tagRuns(ids, add, remove)),
    note: (id: string, text: string) => attempt(() => backend.noteRun(id, text)),
    hide: (ids: string[], hidden: boolean) =>
      attempt(async () => {
        await backend.hideRuns(ids, hidden);
        const back = () => void attempt(() => backend.hideRuns(ids, !hidden));
        noteWithUndo(hidden ? w.hidden(ids.length) : w.shown(ids.length), {
          label: w.undo,
          run: back,
        });
      }),
    remove: (ids: string[]) =>
      attempt(async () => {
        await backend.deleteRuns(ids);
        const restore = () => void attempt(() => backend.restoreRuns(ids));
        noteWithUndo(w.deleted(ids.length), { label: w.undo, run: restore });
      }),
    export: (wanted: Export) =>
      attempt(async () => {
        const path = await backend.exportRuns(wanted);
        const show = () => void attempt(() => backend.showInFolder(path));
        noteWithUndo(w.saved(path), { label: w.showInFolder, run: show });
      }),
    import: (file: File) =>
      attempt(async () => {
        note(w.imported(await backend.importRuns(await documentText(file, MOST_KIB))));
      }),
  };
}
