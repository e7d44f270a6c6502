/** React hooks for the library of prompts and line-ups. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Backend, type Library, useBackend } from "./backend";

export const SHELF = ["shelf"];

export function useShelf() {
  const backend = useBackend();
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: SHELF, queryFn: () => backend.shelf() });
  /** Changes the library, and shows its new state. */
  const change = async (act: (backend: Backend) => Promise<Library>) => {
    client.setQueryData(SHELF, await act(backend));
  };
  return { shelf: data, change };
}
