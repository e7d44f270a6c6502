/** React hooks for the port's answers: cached, shared, and refetched after a change. */

import {
  keepPreviousData,
  QueryClient,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import {
  type Backend,
  type Plan,
  type ProviderView,
  Refusal,
  type Suite,
  type SweepDraft,
  useBackend,
  type WatchedNumber,
} from "./backend";
import { identity } from "./identity";
import { setLooks, withLooks } from "./looks";
import { paintedIfLong } from "./painted";

const PAGE = 100;

export function queryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The engine is on this machine: a refusal is an answer, and asking again would not change it.
        retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
    },
  });
}

export const keys = {
  startup: ["startup"],
  lastPlan: ["last plan"],
  providers: ["providers"],
  models: (provider: string) => ["models", provider],
  allModels: ["models"],
  preflights: ["preflight"],
  preflight: (plan: Plan) => ["preflight", identity(plan)],
  prices: ["prices"],
  network: ["network"],
  keyVariables: ["keyVariables"],
  calibration: ["calibration"],
  preferences: ["preferences"],
  spend: ["spend"],
  dataFolder: ["dataFolder"],
  allowedCommands: ["allowedCommands"],
  doctor: ["doctor"],
  redefinition: ["redefinition"],
  foundDamage: ["found-damage"],
  workloads: ["workloads"],
  suiteRow: (suite: Suite | null, row: number | null) => ["suiteRow", suite, row],
  forecasts: ["forecast"],
  /** Requests may be megabytes long, and are known by their objects. */
  forecast: ({ plan: { payload, lanes, ...plan }, load, wording }: SweepDraft) => [
    "forecast",
    { plan, load, wording },
    payload ? identity(payload) : null,
    identity(lanes),
  ],
  sweep: (id: string) => ["sweep", id],
  watches: ["watches"],
  watchShown: (id: string, number: WatchedNumber, days: number) => ["watches", id, number, days],
  runs: ["runs"],
  run: (id: string) => ["run", id],
  /** Nested under the key of all runs, so that refreshing those refreshes it, too. */
  marks: (id: string) => ["runs", "marks", id],
} as const;

const startupOf = (backend: Backend) => ({
  queryKey: keys.startup,
  queryFn: async () => {
    const startup = await backend.startup();
    setLooks(startup.looks ?? []);
    return startup;
  },
});
/** Asked for once: it may be megabytes long, and is the draft's from then on. */
const lastPlanOf = (backend: Backend) => ({
  queryKey: keys.lastPlan,
  queryFn: () => backend.lastPlan(),
});
const providersOf = (backend: Backend) => ({
  queryKey: keys.providers,
  queryFn: () => backend.providers(),
});

/** Fetches what the window cannot be shown without. A refusal is reported by the query that asks again. */
export async function askAhead(client: QueryClient, backend: Backend): Promise<void> {
  await Promise.all([
    client.prefetchQuery(providersOf(backend)),
    client.prefetchQuery(startupOf(backend)),
    client.prefetchQuery(lastPlanOf(backend)),
  ]);
}

/** Refetches everything that a change of a provider affects. */
export async function askAnew(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: keys.providers });
  await client.invalidateQueries({ queryKey: keys.preflights });
  await client.invalidateQueries({ queryKey: keys.prices });
  await client.invalidateQueries({ queryKey: keys.network });
  client.removeQueries({ queryKey: keys.allModels });
}

export function useStartup() {
  return useQuery(startupOf(useBackend()));
}

/** The plan last on screen. */
export function useLastPlan() {
  return useQuery(lastPlanOf(useBackend()));
}

const NOBODY: ProviderView[] = [];

export function useProvidersQuery() {
  return useQuery(providersOf(useBackend()));
}

export function useProviders(): ProviderView[] {
  return useProvidersQuery().data ?? NOBODY;
}

/** The provider's own list of models; requested only when `asked`, because that uses the network. */
export function useModels(provider: string, asked: boolean) {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.models(provider),
    queryFn: () => backend.listModels(provider),
    enabled: asked,
    retry: false,
  });
}

/** Models of this name, wherever they are served, from the engine's own lists; no provider is asked. */
export function useFoundModels(words: string) {
  const backend = useBackend();
  const asked = words.replace("/", " ").trim();
  return useQuery({
    queryKey: ["found models", asked],
    queryFn: () => backend.findModels(asked),
    enabled: asked.length > 1,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

export function usePrices() {
  const backend = useBackend();
  return useQuery({ queryKey: keys.prices, queryFn: () => backend.prices() });
}

export function useNetwork() {
  const backend = useBackend();
  return useQuery({ queryKey: keys.network, queryFn: () => backend.network() });
}

/** The commands that may check answers. They change outside the page too, so they are asked for anew. */
export function useAllowedCommands() {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.allowedCommands,
    queryFn: () => backend.allowedCommands(),
    staleTime: 0,
  });
}

export function useKeyVariables() {
  const backend = useBackend();
  return useQuery({ queryKey: keys.keyVariables, queryFn: () => backend.keyVariables() });
}

export function useCalibration() {
  const backend = useBackend();
  return useQuery({ queryKey: keys.calibration, queryFn: () => backend.calibration() });
}

/** Today's spending; refetched when the window comes to the front, because the day may have ended. */
export function useSpend() {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.spend,
    queryFn: () => backend.spentToday(),
    refetchOnWindowFocus: "always",
  });
}

export function useDataFolder() {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.dataFolder,
    queryFn: () => backend.dataFolder(),
    staleTime: 0,
  });
}

/** Progress of recomputing older runs, refetched while some remain. */
export function useRedefinition() {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.redefinition,
    queryFn: () => backend.redefinition(),
    refetchInterval: ({ state }) => (state.data ? 1_000 : 15_000),
  });
}

/** Damage of the history found after the start, asked for until there is some. */
export function useFoundDamage() {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.foundDamage,
    queryFn: () => backend.foundDamage(),
    refetchInterval: ({ state }) => (state.data ? false : 15_000),
  });
}

export function useDoctor() {
  const backend = useBackend();
  return useQuery({ queryKey: keys.doctor, queryFn: () => backend.doctor(), staleTime: 0 });
}

/** `plan` is the same object until it changes. */
export function usePreflight(plan: Plan, enabled: boolean) {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.preflight(plan),
    queryFn: async () => {
      // A plan of megabytes is not written for the engine in the frame in which the screen is drawn.
      await paintedIfLong(plan);
      return backend.preflight(plan);
    },
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    enabled,
  });
}

export function useRuns() {
  const backend = useBackend();
  return useInfiniteQuery({
    queryKey: keys.runs,
    queryFn: ({ pageParam }) =>
      withLooks(backend, backend.listRuns(pageParam, PAGE), ({ runs }) =>
        runs.map(({ lanes }) => lanes),
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.runs.length, 0);
      return last.runs.length > 0 && loaded < last.total ? loaded : undefined;
    },
    staleTime: 0,
  });
}

export function useRun(id: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.run(id),
    queryFn: async () => {
      const run = await withLooks(backend, backend.openRun(id), ({ lanes }) => [lanes]);
      // A run that was asked megabytes is not drawn in the frame in which it was read.
      await paintedIfLong(run.plan);
      return run;
    },
    retry: false,
  });
}

export function useWorkloads() {
  const backend = useBackend();
  return useQuery({ queryKey: keys.workloads, queryFn: () => backend.workloads() });
}

/** The name and the checks of a row of a built-in suite, from 0; nothing is asked without both. */
export function useSuiteRow(suite: Suite | null, row: number | null) {
  const backend = useBackend();
  const isAsked = suite !== null && row !== null;
  return useQuery({
    queryKey: keys.suiteRow(suite, row),
    queryFn: isAsked ? () => backend.suiteRow(suite, row) : skipToken,
  });
}

export function useForecast(draft: SweepDraft) {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.forecast(draft),
    queryFn: () => backend.planSweep(draft),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    staleTime: 0,
  });
}

export function useSweep(id: string, enabled: boolean) {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.sweep(id),
    queryFn: () => withLooks(backend, backend.openSweep(id), ({ curves }) => [curves.lanes]),
    retry: false,
    enabled,
  });
}

/** The user's annotations of a run and of its answers; undefined until they are known. */
export function useMarks(id: string | null) {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.marks(id ?? ""),
    queryFn: () => backend.runMarks(id ?? ""),
    enabled: id !== null,
  }).data;
}
