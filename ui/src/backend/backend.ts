/**
 * The port: all that the window asks of the engine. `tauri.ts` answers from the real one, `replay.ts` from recorded
 * events in a plain browser and in tests. Nothing outside this folder knows which of them it talks to.
 */

import { createContext, useContext } from "react";
import type {
  Certificate,
  CompareQuestion,
  CompareView,
  DataFolder,
  Definition,
  Doctor,
  Endpoint,
  Export,
  Failure,
  Filled,
  Forecast,
  FrameRate,
  Imported,
  KeyVariable,
  LocalServer,
  Marks,
  Medals,
  Model,
  Network,
  NetworkView,
  OwnPrice,
  PictureFormat,
  Plan,
  Playback,
  Preferences,
  Preflight,
  PriceBookView,
  ProviderView,
  RaceEvent,
  Rounds,
  Run,
  RunPage,
  SavedLineUp,
  SavedPrompt,
  SearchAnswer,
  SearchLanguage,
  Selection,
  Shelf,
  Spend,
  SpentToday,
  Startup,
  SweepDraft,
  SweepNews,
  SweepView,
  TagCount,
  Verification,
  Workloads,
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
  /** Writes a picture beside the person's downloads, under a free name, and answers with its path. */
  savePicture(name: string, format: PictureFormat, base64: string): Promise<string>;
  preferences(): Promise<Preferences>;
  setPreferences(preferences: Preferences): Promise<Preferences>;
  /** What was spent since midnight. */
  spentToday(): Promise<SpentToday>;
  /** Gives the next start leave to go over the cap; without it, one that could is refused with `over_cap`. */
  allowOverCap(): Promise<void>;
  dataFolder(): Promise<DataFolder>;
  revealDataFolder(): Promise<void>;
  verifyHistory(): Promise<Verification>;
  backUpHistory(): Promise<DataFolder>;
  doctor(): Promise<Doctor>;
  /** What the moments at which the window drew, in milliseconds, come to. */
  frameRate(drawnMs: number[]): Promise<FrameRate | null>;
  /** Calls `onLink` with every link that the window is to follow, such as `history/ID`. */
  followLinks(onLink: (link: string) => void): Promise<void>;
  preflight(plan: Plan): Promise<Preflight>;
  savePlan(plan: Plan): Promise<void>;
  /** Resolves to the run's id once it exists; its events go to `onEvent` until `ended`. */
  startRace(plan: Plan, onEvent: (event: RaceEvent) => void): Promise<string>;
  /** Published methods and limits to choose from, with their sources. */
  workloads(): Promise<Workloads>;
  /** What a sweep may come to, and what is in its way. */
  planSweep(draft: SweepDraft): Promise<Forecast>;
  /** Resolves to the run's id once it exists; its news go to `onNews` until `ended`. */
  startSweep(draft: SweepDraft, onNews: (news: SweepNews) => void): Promise<string>;
  /** Goes on at the level where it was stopped or cut off. */
  resumeSweep(id: string, onNews: (news: SweepNews) => void): Promise<string>;
  /** Sends nothing more and lets what is under way be answered; `stopRace` cuts it. */
  pauseSweep(id: string): Promise<void>;
  openSweep(id: string): Promise<SweepView>;
  stopLane(runId: string, lane: number): Promise<void>;
  stopRace(runId: string): Promise<void>;
  /** All that the requests of a selection say, for one question. */
  compare(selection: Selection, question: CompareQuestion): Promise<CompareView>;
  listRuns(offset: number, limit: number): Promise<RunPage>;
  openRun(id: string): Promise<Run>;
  deleteRun(id: string): Promise<void>;
  restoreRun(id: string): Promise<void>;
  /** One measured round of a race, from 0, as it can be shown again. */
  playback(runId: string, round: number): Promise<Playback>;
  /** Who was first and who was cheapest; without a distance, in output tokens, one is chosen. */
  medals(runId: string, distance: number | null): Promise<Medals>;
  /** What the rounds of a race come to, taken together. */
  rounds(runId: string): Promise<Rounds>;
  /** The prompts asked last, and what was saved by name. */
  shelf(): Promise<Shelf>;
  savePrompt(prompt: SavedPrompt): Promise<Shelf>;
  forgetPrompt(name: string): Promise<Shelf>;
  saveLineUp(lineUp: SavedLineUp): Promise<Shelf>;
  forgetLineUp(name: string): Promise<Shelf>;
  /** The plan with a value in the place of each of its `{{variables}}`. */
  fill(plan: Plan, values: Record<string, string>): Promise<Filled>;
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

/** What a port call throws when the engine declines: the reason is data, and the words for it are in `strings/`. */
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
