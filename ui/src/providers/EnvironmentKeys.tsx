/** Keys in the environment, offered by the name of their variable. */

import { type KeyringView, type ProviderView, useBackend } from "../backend/backend";
import { useKeyVariables, useProviders } from "../backend/queries";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { useProviderChange } from "./changes";
import { mayReplace } from "./keyConsent";
import { Panel } from "./Panel";

const w = strings.providers.environment;

export function EnvironmentKeys({ keyring }: { keyring: KeyringView }) {
  const backend = useBackend();
  const variables = useKeyVariables().data ?? [];
  const providers = useProviders();
  const sessionOnly = keyring.state !== "ready";
  const copy = useProviderChange<ProviderView>(({ label }) =>
    sessionOnly ? strings.providers.savedSession(label) : strings.providers.saved(label),
  );
  return (
    <Panel title={w.title} testId="environment-keys">
      <p className="text-xs text-soft">{variables.length > 0 ? w.story : w.none}</p>
      {variables.length > 0 ? (
        <ul className="rounded-md border border-line">
          {variables.map(({ provider, label, variable }) => {
            const view = providers.find(({ id }) => id === provider);
            const kept = view?.kept ?? null;
            return (
              <li
                key={variable}
                className="flex h-9 items-center gap-3 border-b border-line px-3 text-xs last:border-0"
              >
                <code className="selectable font-mono">{variable}</code>
                <span className="min-w-0 flex-1 truncate text-faint">{label}</span>
                {kept ? <span className="text-good">{w.kept}</span> : null}
                <Button
                  size="small"
                  data-testid={`copy-${provider}`}
                  disabled={copy.isPending}
                  onClick={async () => {
                    if (view && !(await mayReplace(view))) return;
                    copy.mutate(() => backend.copyKey(provider, sessionOnly));
                  }}
                >
                  {sessionOnly ? w.copySession : w.copy}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
    </Panel>
  );
}
