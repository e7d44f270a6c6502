/** React hooks for the library of prompts and line-ups, and for plans with variables. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Backend, type Library, type Plan, useBackend } from "./backend";

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

const NO_VALUES: Record<string, string> = {};
const NO_NAMES: string[] = [];

/** Two braces may begin a variable; a plan without any is sent as it is. */
export function hasVariables({ prompt, system }: Pick<Plan, "prompt" | "system">): boolean {
  return `${system ?? ""}${prompt}`.includes("{{");
}

/** The plan as it would be sent; undefined while that is unknown. Unless it is a template, its braces are text. */
export function useFilled(
  plan: Plan,
  isTemplate: boolean,
  values: Record<string, string> = NO_VALUES,
) {
  const backend = useBackend();
  const asked = isTemplate && hasVariables(plan);
  const { data } = useQuery({
    queryKey: ["filled", plan, values],
    queryFn: () => backend.fill(plan, values),
    enabled: asked,
    gcTime: 10_000,
    placeholderData: keepPreviousData,
  });
  return asked ? data : { plan, variables: NO_NAMES, problem: null };
}
