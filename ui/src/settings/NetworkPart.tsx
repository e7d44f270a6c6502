/** The network settings in one line; they are changed on the Providers screen. */

import { useNetwork } from "../backend/queries";
import { proxyWords } from "../strings/shell";
import { strings } from "../strings/strings";
import { address } from "../ui/route";
import { Row } from "./fields";
import { Panel } from "./Panel";

const w = strings.settings;

export function NetworkPart() {
  const view = useNetwork().data;
  if (!view) return null;
  const { network, system_proxy } = view;
  const own = Object.keys(network.own ?? {}).length;
  return (
    <Panel>
      <Row label={w.proxyNow}>
        <span>{proxyWords(network.proxy, system_proxy ?? null)}</span>
        {own > 0 ? <span className="text-soft">{w.ownProxies(own)}</span> : null}
      </Row>
      <a
        href={address("providers", "~network")}
        data-testid="to-network"
        className="py-1 text-sm text-accent hover:underline"
      >
        {w.toNetwork}
      </a>
    </Panel>
  );
}
