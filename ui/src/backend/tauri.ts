/** The port, answered by the engine on the other side of the web view. */

import { Channel } from "@tauri-apps/api/core";
import { type Backend, Refusal } from "./backend";
import { commands, type Failure, type RaceEvent, type SweepNews } from "./bindings";

type Answer<T> = { status: "ok"; data: T } | { status: "error"; error: Failure };

async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (settled.status === "error") throw new Refusal(settled.error);
  return settled.data;
}

/** What `ask.js` asks for as soon as there is a page. */
type Early = "startup" | "providers" | "preferences";

declare global {
  interface Window {
    pacelineAsked?: Partial<Record<Early, Promise<unknown>>>;
  }
}

const asked = window.pacelineAsked ?? {};

/** The answer that was asked for early, once: from then on, or where that came to nothing, it is asked for anew. */
async function early<T>(name: Early, ask: () => Promise<Answer<T>>): Promise<T> {
  const answer = asked[name];
  delete asked[name];
  try {
    if (answer) return (await answer) as T;
  } catch {
    // What is wrong is told by the second answer.
  }
  return unwrap(ask());
}

async function settle(answer: Promise<Answer<unknown>>): Promise<void> {
  await unwrap(answer);
}

export const engine: Backend = {
  host: "engine",
  startup: () => early("startup", commands.startup),
  providers: () => early("providers", commands.providers),
  listModels: (provider) => unwrap(commands.listModels(provider)),
  setKey: (provider, key, sessionOnly) => unwrap(commands.setKey(provider, key, sessionOnly)),
  forgetKey: (provider) => unwrap(commands.forgetKey(provider)),
  recogniseKey: (key) => commands.recogniseKey(key),
  keyVariables: () => unwrap(commands.keyVariables()),
  copyKey: (provider, sessionOnly) => unwrap(commands.copyKey(provider, sessionOnly)),
  discoverLocal: () => unwrap(commands.discoverLocal()),
  keepLocalServer: (server) => unwrap(commands.useLocalServer(server)),
  setAddress: (provider, baseUrl, plainHttp) =>
    unwrap(commands.setAddress(provider, baseUrl, plainHttp)),
  network: () => unwrap(commands.network()),
  setNetwork: (network) => unwrap(commands.setNetwork(network)),
  setProxyLogin: (login) => unwrap(commands.setProxyLogin(login)),
  forgetProxyLogin: () => unwrap(commands.forgetProxyLogin()),
  prices: () => unwrap(commands.prices()),
  setPrice: (provider, model, price) => unwrap(commands.setPrice(provider, model, price)),
  forgetPrice: (provider, model) => unwrap(commands.forgetPrice(provider, model)),
  refreshPrices: (from) => unwrap(commands.refreshPrices(from)),
  restoreShippedPrices: () => unwrap(commands.useShippedPrices()),
  saveEndpoint: (endpoint) => unwrap(commands.saveEndpoint(endpoint)),
  removeEndpoint: (id) => settle(commands.removeEndpoint(id)),
  definitions: () => commands.definitions(),
  certificate: () => unwrap(commands.certificate()),
  calibrate: () => unwrap(commands.calibrate()),
  savePicture: (name, format, base64) => unwrap(commands.savePicture(name, format, base64)),
  preferences: () => early("preferences", commands.preferences),
  setPreferences: (preferences) => unwrap(commands.setPreferences(preferences)),
  spentToday: () => unwrap(commands.spentToday()),
  allowOverCap: () => settle(commands.allowOverCap()),
  dataFolder: () => unwrap(commands.dataFolder()),
  revealDataFolder: () => settle(commands.revealDataFolder()),
  verifyHistory: () => unwrap(commands.verifyHistory()),
  backUpHistory: () => unwrap(commands.backUpHistory()),
  doctor: () => unwrap(commands.doctor()),
  frameRate: (drawnMs) => commands.frameRate(drawnMs),
  followLinks: (onLink) => {
    const links = new Channel<string>();
    links.onmessage = onLink;
    return commands.followLinks(links);
  },
  preflight: (plan) => unwrap(commands.preflight(plan)),
  savePlan: (plan) => settle(commands.savePlan(plan)),
  startRace: (plan, onEvent) => {
    const events = new Channel<RaceEvent>();
    events.onmessage = onEvent;
    return unwrap(commands.startRace(plan, events));
  },
  workloads: () => commands.workloads(),
  planSweep: (draft) => unwrap(commands.planSweep(draft)),
  startSweep: (draft, onNews) => {
    const news = new Channel<SweepNews>();
    news.onmessage = onNews;
    return unwrap(commands.startSweep(draft, news));
  },
  resumeSweep: (id, onNews) => {
    const news = new Channel<SweepNews>();
    news.onmessage = onNews;
    return unwrap(commands.resumeSweep(id, news));
  },
  pauseSweep: async (id) => {
    await commands.pauseSweep(id);
  },
  openSweep: (id) => unwrap(commands.openSweep(id)),
  stopLane: (runId, lane) => commands.stopLane(runId, lane),
  stopRace: (runId) => commands.stopRace(runId),
  compare: (selection, question) => unwrap(commands.compare(selection, question)),
  listRuns: (offset, limit) => unwrap(commands.listRuns(offset, limit)),
  openRun: (id) => unwrap(commands.openRun(id)),
  deleteRun: (id) => settle(commands.deleteRun(id)),
  restoreRun: (id) => settle(commands.restoreRun(id)),
  playback: (runId, round) => unwrap(commands.playback(runId, round)),
  medals: (runId, distance) => unwrap(commands.medals(runId, distance)),
  rounds: (runId) => unwrap(commands.rounds(runId)),
  shelf: () => unwrap(commands.shelf()),
  savePrompt: (prompt) => unwrap(commands.savePrompt(prompt)),
  forgetPrompt: (name) => unwrap(commands.forgetPrompt(name)),
  saveLineUp: (lineUp) => unwrap(commands.saveLineUp(lineUp)),
  forgetLineUp: (name) => unwrap(commands.forgetLineUp(name)),
  fill: (plan, values) => commands.fill(plan, values),
  findRuns: (search, after, limit) => unwrap(commands.findRuns(search, after, limit)),
  searchLanguage: () => commands.searchLanguage(),
  runMarks: (id) => unwrap(commands.runMarks(id)),
  tags: () => unwrap(commands.tags()),
  starRuns: (ids, starred) => settle(commands.starRuns(ids, starred)),
  hideRuns: (ids, hidden) => settle(commands.hideRuns(ids, hidden)),
  tagRuns: (ids, add, remove) => settle(commands.tagRuns(ids, add, remove)),
  noteRun: (id, note) => settle(commands.noteRun(id, note)),
  deleteRuns: (ids) => settle(commands.deleteRuns(ids)),
  restoreRuns: (ids) => settle(commands.restoreRuns(ids)),
  exportRuns: (wanted) => unwrap(commands.exportRuns(wanted)),
  showInFolder: (path) => settle(commands.showInFolder(path)),
  importRuns: (document) => unwrap(commands.importRuns(document)),
  spend: (sinceS) => unwrap(commands.spend(sinceS)),
};
