/** Messbedingungen, als kurze Angaben unter jedem Diagramm. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { plural } from "./plural";

export const conditions: Texts["conditions"] = {
  prompt: (hash, length) => `Prompt ${hash}, ${length}`,
  tokens: (tokens) => `${count(tokens)} Token`,
  tokensFromTo: (least, most) => `${count(least)} bis ${count(most)} Token`,
  noLimit: "kein Token-Limit",
  maxTokens: (tokens) => `max. ${count(tokens)} Token`,
  providersOwn: "Temperatur des Anbieters",
  temperature: (temperature) => `Temperatur ${temperature}`,
  n: (n) => `n ${count(n)}`,
  warnings: (all) => `Warnungen: ${all}`,
  warnedRequests: (tag, n) => `${tag} (${plural(n, "Anfrage", "Anfragen")})`,
  warnedLevels: (tag, n) => `${tag} (${plural(n, "Stufe", "Stufen")})`,
  marked: (all) => `„!“ steht bei Stufen, deren Zahlen mit Vorsicht zu lesen sind: ${all}`,
  unique: "eindeutige Prompts",
  onePrompt: "ein Prompt",
  counted: (sources) => `Token ${sources}`,
  cold: "neue Verbindungen",
  warm: "bestehende Verbindungen",
  imported: "importiert",
  notCalibrated: "nicht kalibriert",
  late: (ms) => `bis zu ${ms} ms zu spät`,
  definitions: (version) => `Definitionen v${version}`,
};
