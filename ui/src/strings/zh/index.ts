/** Simplified Chinese. Its terms are listed in `docs/translating.md`. */

import type { Texts } from "../texts";
import { conditions } from "./conditions";
import { archive } from "./history";
import { phrases } from "./phrases";
import { otherWords, places } from "./places";
import { request } from "./request";
import * as results from "./results";
import { screenNames } from "./screens";
import { strings } from "./strings";
import { cellStates, loads, presetNames } from "./sweep";

export const texts: Texts = {
  strings,
  screenNames,
  archive,
  request,
  places,
  otherWords,
  results: { ...results },
  conditions,
  phrases,
  loads,
  presetNames,
  cellStates,
};
