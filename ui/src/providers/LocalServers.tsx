/** Servers on this machine, searched only on request. */

import { useMutation } from "@tanstack/react-query";
import { type LocalServer, type ProviderView, useBackend } from "../backend/backend";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { go } from "../ui/route";
import { useProviderChange } from "./changes";
import { Panel } from "./Panel";

const w = strings.providers.local_servers;

function ServerRow({ server }: { server: LocalServer }) {
  const backend = useBackend();
  const use = useProviderChange<ProviderView>(({ label }) =>
    strings.providers.endpointSaved(label),
  );
  return (
    <li className="flex items-center gap-3 border-b border-line px-3 py-2 text-xs last:border-0">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{server.label}</span>
        <span className="selectable block truncate text-faint">
          {server.base_url} · {server.models.length > 0 ? server.models.join(", ") : w.noModels}
          {server.loaded.length > 0 ? ` · ${w.loaded(server.loaded.join(", "))}` : null}
        </span>
      </span>
      <Button
        data-testid={`use-${server.provider}`}
        disabled={use.isPending}
        onClick={() =>
          use.mutate(() => backend.keepLocalServer(server), {
            onSuccess: (view) => go("providers", view.id),
          })
        }
      >
        {w.use}
      </Button>
    </li>
  );
}

export function LocalServers() {
  const backend = useBackend();
  const look = useMutation({ mutationFn: () => backend.discoverLocal() });
  return (
    <Panel
      title={w.title}
      testId="local-servers"
      aside={
        <Button
          className="ml-auto"
          data-testid="find-servers"
          disabled={look.isPending}
          onClick={() => look.mutate()}
        >
          {look.isPending ? w.looking : w.look}
        </Button>
      }
    >
      <p className="text-xs text-soft">{w.story}</p>
      <div role="status" className="empty:hidden">
        {look.data && look.data.length === 0 ? <p className="text-xs">{w.none}</p> : null}
        {look.data && look.data.length > 0 ? (
          <ul className="rounded-md border border-line">
            {look.data.map((server) => (
              <ServerRow key={server.base_url} server={server} />
            ))}
          </ul>
        ) : null}
      </div>
    </Panel>
  );
}
