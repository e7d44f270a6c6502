/** One provider: key, address, models, network. */

import type { KeyringView, ProviderView } from "../backend/backend";
import { useNetwork, useProviders } from "../backend/queries";
import { commas } from "../strings/phrases";
import { dialects } from "../strings/results";
import { strings } from "../strings/strings";
import { Tag } from "../ui/controls";
import { AddressSection } from "./AddressSection";
import { EndpointForm } from "./EndpointForm";
import { KeySection } from "./KeySection";
import { ModelsSection } from "./ModelsSection";
import { useNetworkChange } from "./NetworkPane";
import { Panel } from "./Panel";
import { ProxyField } from "./ProxyField";
import { Refused } from "./Refused";

const w = strings.providers;

function ProxySection({ view }: { view: ProviderView }) {
  const network = useNetwork().data;
  const change = useNetworkChange(network);
  if (!network) return null;
  const own = network.network.own ?? {};
  return (
    <Panel title={w.network.proxy}>
      <ProxyField
        key={JSON.stringify(own[view.id] ?? null)}
        value={own[view.id] ?? null}
        inherits
        system={network.system_proxy ?? null}
        onSave={(proxy) => {
          const { [view.id]: _before, ...others } = own;
          change.keep({ own: proxy ? { ...others, [view.id]: proxy } : others });
        }}
        onEdit={change.forget}
      />
      <Refused error={change.error} testId="proxy-problem" />
    </Panel>
  );
}

export function ProviderDetail({ view, keyring }: { view: ProviderView; keyring: KeyringView }) {
  const owner = useProviders().find(({ id }) => id === view.key_of);
  return (
    <article className="flex flex-col gap-4" data-testid="provider-detail">
      <header>
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="text-lg font-semibold">{view.label}</h1>
          <Tag>{dialects[view.dialect]}</Tag>
          {view.local ? <Tag>{w.local}</Tag> : null}
          {view.simulated ? <Tag tone="warn">{w.simulated}</Tag> : null}
          {view.custom ? <Tag>{w.custom}</Tag> : null}
          {view.proven || view.custom || view.simulated ? null : (
            <Tag tone="warn" advice={w.unproven}>
              {w.unprovenTag}
            </Tag>
          )}
        </div>
        {view.simulated ? <p className="mt-1.5 text-sm text-soft">{w.simulatedStory}</p> : null}
        {view.note ? <p className="mt-1.5 text-sm text-soft">{view.note}</p> : null}
        {view.reports.length > 0 ? (
          <p className="mt-1.5 text-xs text-faint">{w.reports(commas(view.reports))}</p>
        ) : null}
        {owner ? <p className="mt-1.5 text-xs text-faint">{w.sharesKey(owner.label)}</p> : null}
      </header>
      {/* Without an address nothing else works, so it comes first. */}
      {view.base_url_example ? <AddressSection view={view} /> : null}
      {view.key === "none" ? null : <KeySection view={view} keyring={keyring} />}
      {/* A list made with another key or at another address says nothing about this one. */}
      <ModelsSection key={`${view.kept} ${view.tail} ${view.base_url}`} view={view} />
      {view.custom ? <EndpointForm existing={view} /> : null}
      {view.custom || view.simulated || view.base_url_example ? null : (
        <AddressSection view={view} />
      )}
      {view.local || view.simulated ? null : <ProxySection view={view} />}
    </article>
  );
}
