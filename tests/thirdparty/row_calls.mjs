// The calls made to rows of the catalogue, as those of calls.mjs are to dialects: the rows themselves, with their
// current suggested models, at the recording server instead of their own address. They are in files like the
// catalogue's rows.

import { clouds } from "./row_calls/clouds.mjs";
import { gateways } from "./row_calls/gateways.mjs";
import { hosts } from "./row_calls/hosts.mjs";
import { vendors } from "./row_calls/vendors.mjs";

export const rows = [...vendors, ...hosts, ...gateways, ...clouds];
