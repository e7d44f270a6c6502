/** Deutsch. */

import type { Texts } from "../texts";
import { conditions } from "./conditions";
import { archive } from "./history";
import { phrases } from "./phrases";
import { otherWords, places } from "./places";
import { request } from "./request";
import {
  costSources,
  efforts,
  faults,
  phases,
  reasoningTypes,
  runStateStories,
  runStates,
  statuses,
  tokenSources,
} from "./results";
import { screenNames } from "./screens";
import { strings } from "./strings";
import { cellStates, loads, presetNames, suiteNames } from "./sweep";

export const texts: Texts = {
  strings,
  screenNames,
  archive,
  request,
  places,
  otherWords,
  results: {
    phases,
    statuses,
    runStates,
    runStateStories,
    faults,
    efforts,
    tokenSources,
    costSources,
    reasoningTypes,
  },
  conditions,
  phrases,
  loads,
  presetNames,
  suiteNames,
  cellStates,
};
