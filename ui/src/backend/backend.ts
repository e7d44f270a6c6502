/**
 * The port: all that the window asks of the engine. `tauri.ts` answers from the real one, `replay.ts` from recorded
 * events in a plain browser and in tests. Nothing outside this folder knows which of them it talks to.
 */

import { createContext, useContext } from "react";
import type {
  Certificate,
  Definition,
  Endpoint,
  Export,
  Failure,
  Imported,
  KeyVariable,
  LocalServer,
  Marks,
  Model,
  Network,
  NetworkView,
  OwnPrice,
  Plan,
  Preflight,
  PriceBookView,
  ProviderView,
  RaceEvent,
  Run,
  RunPage,
  SearchAnswer,
  SearchLanguage,
  Spend,
  Startup,
  TagCount,
} from "./bindings";

export type * from "./bindings";

export interface Backend {
  /** Who answers: the engine, or events recorded earlier. */
  readonly host: "engine" | "replay";
  startup(): Promise<Startup>;
  providers(): Promise<ProviderView[]>;
  /** Asks the provider which models it serves; it answers only to a key it accepts. */
  listModels(provider: string): Promise<Model[]>;
  setKey(provider: string, key: string, sessionOnly: boolean): Promise<ProviderView>;
  forgetKey(provider: string): Promise<ProviderView>;
  /** The providers whose keys begin as this one does: one is certain, several are to be asked about. */
  recogniseKey(key: string): Promise<string[]>;
  /** Well-known variables that hold keys where Paceline was started, by name. */
  keyVariables(): Promise<KeyVariable[]>;
  copyKey(provider: string, sessionOnly: boolean): Promise<ProviderView>;
  /** Asks the usual ports of this machine; only because a person asked for it. */
  discoverLocal(): Promise<LocalServer[]>;
  keepLocalServer(server: LocalServer): Promise<ProviderView>;
  /** Without leave, an `http://` address of a public host is refused with the failure `plain_http`. */
  setAddress(provider: string, baseUrl: string | null, plainHttp: boolean): Promise<ProviderView>;
  network(): Promise<NetworkView>;
  setNetwork(network: Network): Promise<NetworkView>;
  setProxyLogin(login: string): Promise<NetworkView>;
  forgetProxyLogin(): Promise<NetworkView>;
  prices(): Promise<PriceBookView>;
  setPrice(provider: string, model: string, price: OwnPrice): Promise<PriceBookView>;
  forgetPrice(provider: string, model: string): Promise<PriceBookView>;
  /** Reads a newer price book from a path or an https address. */
  refreshPrices(from: string): Promise<PriceBookView>;
  restoreShippedPrices(): Promise<PriceBookView>;
  saveEndpoint(endpoint: Endpoint): Promise<ProviderView>;
  removeEndpoint(id: string): Promise<void>;
  /** What each number means, by its name in the document. */
  definitions(): Promise<Definition[]>;
  /** How far this machine's stamps were off when that was measured last. */
  certificate(): Promise<Certificate | null>;
  /** Races streams of known timing, in some fifteen seconds. */
  calibrate(): Promise<Certificate>;
  preflight(plan: Plan): Promise<Preflight>;
  savePlan(plan: Plan): Promise<void>;
  /** Resolves to the run's id once it exists; its events go to `onEvent` until `ended`. */
  startRace(plan: Plan, onEvent: (event: RaceEvent) => void): Promise<string>;
  stopLane(runId: string, lane: number): Promise<void>;
  stopRace(runId: string): Promise<void>;
  listRuns(offset: number, limit: number): Promise<RunPage>;
  openRun(id: string): Promise<Run>;
  deleteRun(id: string): Promise<void>;
  restoreRun(id: string): Promise<void>;
  /** What a search finds, newest first; `after` is the `next` of the page before. */
  findRuns(search: string, after: string | null, limit: number): Promise<SearchAnswer>;
  searchLanguage(): Promise<SearchLanguage>;
  runMarks(id: string): Promise<Marks>;
  tags(): Promise<TagCount[]>;
  starRuns(ids: string[], starred: boolean): Promise<void>;
  hideRuns(ids: string[], hidden: boolean): Promise<void>;
  tagRuns(ids: string[], add: string[], remove: string[]): Promise<void>;
  noteRun(id: string, note: string): Promise<void>;
  deleteRuns(ids: string[]): Promise<void>;
  restoreRuns(ids: string[]): Promise<void>;
  /** Writes into the folder of downloads and resolves to the path. */
  exportRuns(wanted: Export): Promise<string>;
  showInFolder(path: string): Promise<void>;
  /** Takes in the text of a file that was exported as JSON. */
  importRuns(document: string): Promise<Imported>;
  /** What runs since then cost, in seconds since 1970. */
  spend(sinceS: number): Promise<Spend>;
}

/** What a port call throws when the engine declines: the reason is data, and the words for it are in `words/`. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
    this.name = "Refusal";
  }
}

const BackendContext = createContext<Backend | null>(null);

export const BackendProvider = BackendContext.Provider;

export function useBackend(): Backend {
  const backend = useContext(BackendContext);
  if (!backend) throw new Error("No backend above this component.");
  return backend;
}
