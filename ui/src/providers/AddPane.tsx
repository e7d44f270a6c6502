/** Ways to add a provider: a key, a server on this machine, an environment variable, or any address. */

import type { KeyringState } from "../backend/backend";
import { strings } from "../strings/strings";
import { EndpointForm } from "./EndpointForm";
import { EnvironmentKeys } from "./EnvironmentKeys";
import { LocalServers } from "./LocalServers";
import { PasteKey } from "./PasteKey";

export function AddPane({ keyring }: { keyring: KeyringState }) {
  const w = strings.providers;
  return (
    <article className="flex flex-col gap-4" data-testid="add-pane">
      <header>
        <h1 className="text-lg font-semibold">{w.addTitle}</h1>
        <p className="mt-1.5 text-sm text-soft">{w.addStory}</p>
      </header>
      <PasteKey keyring={keyring} />
      <LocalServers />
      <EnvironmentKeys keyring={keyring} />
      <EndpointForm existing={null} />
    </article>
  );
}
