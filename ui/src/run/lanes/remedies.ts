/** What a user can do in the window about each kind of failure. The advice itself comes with the fault. */

import type { Fault, FaultClass } from "../../backend/backend";

/**
 * `key`, `address`: the provider's page, at that field · `network`: the proxy · `console`: the provider's own site, where
 * credit, verification and access are · `lane`: the lane's model and settings · `prompt`: the prompt · `retry`: the same
 * request again · `timeouts`: the settings where a longer one is set.
 */
export type Remedy =
  | "key"
  | "address"
  | "network"
  | "console"
  | "lane"
  | "prompt"
  | "retry"
  | "timeouts";

/** The likeliest first. Actions unavailable for a lane are left out when shown. */
const remedies: Record<FaultClass, readonly [Remedy, ...Remedy[]]> = {
  dns: ["address", "retry"],
  tcp: ["retry", "address"],
  tls: ["address", "retry"],
  proxy: ["network", "retry"],
  connection_lost: ["retry"],
  not_http: ["address", "retry"],
  wrong_key: ["key", "retry"],
  no_credit: ["console", "retry"],
  region: ["network", "console"],
  unverified: ["console", "lane"],
  model_gated: ["console", "lane"],
  forbidden: ["key", "console"],
  model_not_found: ["lane"],
  data_policy: ["console", "lane"],
  no_such_backend: ["lane", "console"],
  no_such_deployment: ["lane", "retry"],
  wrong_api: ["lane"],
  path_not_found: ["address", "retry"],
  bad_parameter: ["lane", "retry"],
  too_long: ["prompt", "lane"],
  filtered: ["prompt"],
  throttled: ["retry"],
  capacity: ["retry", "lane"],
  loading: ["retry"],
  out_of_memory: ["lane", "retry"],
  timeout_server: ["retry"],
  redirected: ["address", "retry"],
  server_error: ["retry"],
  other_status: ["retry", "address"],
  not_a_stream: ["address", "lane"],
  in_stream: ["retry"],
  too_large: ["lane"],
  refused: ["prompt", "lane"],
  empty: ["retry", "lane"],
  truncated: ["retry"],
  timeout_first: ["retry", "timeouts"],
  timeout_idle: ["retry", "timeouts"],
  deadline: ["retry", "timeouts"],
};

/** The remedies of a fault; for an error inside a stream, those of its cause. */
export const remediesOf = ({ class: own, cause }: Fault): readonly Remedy[] =>
  remedies[cause ?? own];
