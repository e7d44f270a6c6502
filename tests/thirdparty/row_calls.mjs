// The calls that are made at rows of the catalogue, as those of calls.mjs are at dialects: the rows themselves, with today's
// suggested models, at the recording server in place of their own address. They stand in files as the catalogue's rows do.

import { clouds } from "./row_calls/clouds.mjs";
import { gateways } from "./row_calls/gateways.mjs";
import { hosts } from "./row_calls/hosts.mjs";
import { vendors } from "./row_calls/vendors.mjs";

export const rows = [...vendors, ...hosts, ...gateways, ...clouds];
