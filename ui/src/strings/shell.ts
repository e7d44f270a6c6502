/** The network in the status bar, in words. */

import type { Network } from "../backend/backend";
import { texts } from "./texts";

const { status } = texts().strings;

/** The proxy of requests to providers without their own. */
export function proxyWords(proxy: Network["proxy"], system: string | null): string {
  const host = (url: string) => url.replace(/^[a-z0-9]+:\/\//, "").replace(/\/$/, "");
  if (proxy?.kind === "custom") return status.proxy(host(proxy.url));
  if (proxy?.kind === "system" && system) return status.proxy(host(system));
  return status.direct;
}
