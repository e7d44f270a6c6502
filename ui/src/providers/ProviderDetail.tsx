/** One provider: its key, its address, its models. */

import type { KeyringState, ProviderView } from "../backend/backend";
import { Tag } from "../look/controls";
import { words } from "../words/words";
import { AddressSection } from "./AddressSection";
import { EndpointForm } from "./EndpointForm";
import { KeySection } from "./KeySection";
import { ModelsSection } from "./ModelsSection";

const w = words.providers;

export function ProviderDetail({ view, keyring }: { view: ProviderView; keyring: KeyringState }) {
  return (
    <article className="flex flex-col gap-4" data-testid="provider-detail">
      <header>
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="text-lg font-semibold">{view.label}</h1>
          <Tag>{view.dialect}</Tag>
          {view.local ? <Tag>{w.local}</Tag> : null}
          {view.simulated ? <Tag tone="warn">{w.simulated}</Tag> : null}
          {view.custom ? <Tag>{w.custom}</Tag> : null}
        </div>
        {view.simulated ? <p className="mt-1.5 text-sm text-soft">{w.simulatedStory}</p> : null}
        {view.note ? <p className="mt-1.5 text-sm text-soft">{view.note}</p> : null}
        {view.proven || view.custom || view.simulated ? null : (
          <p className="mt-1.5 text-xs text-faint">{w.unproven}</p>
        )}
      </header>
      {view.key === "none" ? null : <KeySection view={view} keyring={keyring} />}
      {/* What was listed with another key or at another address says nothing of this one. */}
      <ModelsSection key={`${view.kept} ${view.tail} ${view.base_url}`} view={view} />
      {view.custom ? <EndpointForm existing={view} /> : null}
      {view.custom || view.simulated ? null : <AddressSection view={view} />}
    </article>
  );
}
