/** Deletes a run and offers an undo: the engine keeps deleted runs for the retention period. */

import { useQueryClient } from "@tanstack/react-query";
import { useBackend } from "../backend/backend";
import { keys } from "../backend/queries";
import { strings } from "../strings/strings";
import { noteWithUndo } from "../ui/toasts";

export function useDeleteRun(): (id: string) => Promise<void> {
  const backend = useBackend();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: keys.runs });
  return async (id) => {
    await backend.deleteRun(id);
    await refresh();
    const restore = async () => {
      await backend.restoreRun(id);
      await refresh();
    };
    noteWithUndo(strings.history.deleted, {
      label: strings.history.undo,
      run: () => void restore(),
    });
  };
}
