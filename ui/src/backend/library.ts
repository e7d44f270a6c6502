/** React hooks for the library of prompts and line-ups, and for plans with variables. */

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Backend, type Library, type Plan, useBackend } from "./backend";

export const SHELF = ["shelf"];

export function useShelf() {
  const backend = useBackend();
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: SHELF, queryFn: () => backend.shelf() });
  /** Does something to what is at hand, and shows what it is then. */
  const change = async (act: (backend: Backend) => Promise<Library>) => {
    client.setQueryData(SHELF, await act(backend));
  };
  return { shelf: data, change };
}

const NO_VALUES: Record<string, string> = {};
const NO_NAMES: string[] = [];

/** Two braces may begin a variable; a plan without any is asked as it is. */
export function hasVariables({ prompt, system }: Pick<Plan, "prompt" | "system">): boolean {
  return `${system ?? ""}${prompt}`.includes("{{");
}

/** The plan as it would be sent; undefined while that is not known yet. Unless it is a template, its braces are text. */
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
