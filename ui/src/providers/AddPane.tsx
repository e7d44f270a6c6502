/** Ways to add a provider: a key, a server on this machine, an environment variable, or any address. */

import type { KeyringView } from "../backend/backend";
import { strings } from "../strings/strings";
import { EndpointForm } from "./EndpointForm";
import { EnvironmentKeys } from "./EnvironmentKeys";
import { LocalServers } from "./LocalServers";
import { PasteKey } from "./PasteKey";

interface AddPaneProps {
  keyring: KeyringView;
  /** A key that was pasted elsewhere, until it is taken; else empty. */
  pasted: string;
  onTaken: () => void;
}

export function AddPane({ keyring, pasted, onTaken }: AddPaneProps) {
  const w = strings.providers;
  return (
    <article className="flex flex-col gap-4" data-testid="add-pane">
      <header>
        <h1 className="text-lg font-semibold">{w.addTitle}</h1>
        <p className="mt-1.5 text-sm text-soft">{w.addStory}</p>
      </header>
      <PasteKey keyring={keyring} pasted={pasted} onTaken={onTaken} />
      <LocalServers />
      <EnvironmentKeys keyring={keyring} />
      <EndpointForm existing={null} />
    </article>
  );
}
