/** The port, answered by the engine on the other side of the web view. */

import { Channel } from "@tauri-apps/api/core";
import { type Backend, Refusal } from "./backend";
import { commands, type Failure, type RaceEvent } from "./bindings";

type Answer<T> = { status: "ok"; data: T } | { status: "error"; error: Failure };

async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const settled = await answer;
  if (settled.status === "error") throw new Refusal(settled.error);
  return settled.data;
}

async function settle(answer: Promise<Answer<unknown>>): Promise<void> {
  await unwrap(answer);
}

export const engine: Backend = {
  host: "engine",
  startup: () => unwrap(commands.startup()),
  providers: () => unwrap(commands.providers()),
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
  preflight: (plan) => unwrap(commands.preflight(plan)),
  savePlan: (plan) => settle(commands.savePlan(plan)),
  startRace: (plan, onEvent) => {
    const events = new Channel<RaceEvent>();
    events.onmessage = onEvent;
    return unwrap(commands.startRace(plan, events));
  },
  stopLane: (runId, lane) => commands.stopLane(runId, lane),
  stopRace: (runId) => commands.stopRace(runId),
  listRuns: (offset, limit) => unwrap(commands.listRuns(offset, limit)),
  openRun: (id) => unwrap(commands.openRun(id)),
  deleteRun: (id) => settle(commands.deleteRun(id)),
  restoreRun: (id) => settle(commands.restoreRun(id)),
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
