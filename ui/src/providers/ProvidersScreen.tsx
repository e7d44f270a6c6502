/** The Providers screen: providers with their keys and addresses. */

import { useState } from "react";
import { useProviders, useStartup } from "../backend/queries";
import { go } from "../ui/route";
import { AddPane } from "./AddPane";
import { readyOf } from "./groups";
import { KeyringPanel } from "./KeyringPanel";
import { NetworkPane } from "./NetworkPane";
import { PricesPane } from "./PricesPane";
import { ProviderDetail } from "./ProviderDetail";
import { PANES, ProviderList } from "./ProviderList";

function isPane(id: string): boolean {
  return Object.values<string>(PANES).includes(id);
}

export function ProvidersScreen({ id }: { id: string | null }) {
  const providers = useProviders();
  const keyring = useStartup().data?.keyring;
  // Returning users look for providers that can race; a user who has none yet came to add one, and stays until
  // that is done.
  const [first, setFirst] = useState<string | null>(null);
  const [pasted, setPasted] = useState("");
  if (first === null && providers.length > 0) setFirst(readyOf(providers)[0]?.id ?? PANES.add);
  const shown = id ?? first ?? PANES.add;
  const view = providers.find((entry) => entry.id === shown);
  const open = view || isPane(shown) ? shown : PANES.add;
  return (
    <div
      className="grid h-full min-h-0 grid-cols-[312px_minmax(0,1fr)] max-[1100px]:grid-cols-[272px_minmax(0,1fr)] max-[640px]:block max-[640px]:h-auto"
      data-testid="providers-screen"
    >
      <ProviderList
        providers={providers}
        open={open}
        onKey={(key) => {
          setPasted(key);
          go("providers", PANES.add, "paste");
        }}
      />
      <div className="min-h-0 overflow-y-auto">
        <div className="mx-auto flex max-w-2xl flex-col gap-4 p-6 max-[1100px]:p-4">
          {keyring ? <KeyringPanel keyring={keyring} /> : null}
          {open === PANES.add && keyring ? (
            <AddPane keyring={keyring} pasted={pasted} onTaken={() => setPasted("")} />
          ) : null}
          {open === PANES.prices ? <PricesPane /> : null}
          {open === PANES.network ? <NetworkPane /> : null}
          {view && keyring ? <ProviderDetail key={view.id} view={view} keyring={keyring} /> : null}
        </div>
      </div>
    </div>
  );
}
