/** Network settings: proxies, certificates, and hosts reached without encryption. */

import { useState } from "react";
import { type Network, type NetworkView, useBackend } from "../backend/backend";
import { useNetwork } from "../backend/queries";
import { strings } from "../strings/strings";
import { Button, Prose } from "../ui/controls";
import { useProviderChange } from "./changes";
import { FIELD, Panel } from "./Panel";
import { ProxyField } from "./ProxyField";
import { Refused } from "./Refused";

const w = strings.providers.network;

/** Changes part of the network settings and shows a message. */
export function useNetworkChange(view: NetworkView | undefined) {
  const backend = useBackend();
  const change = useProviderChange<NetworkView>(() => w.saved, { toldThere: true });
  const keep = (part: Partial<Network>) => {
    if (view) change.mutate(() => backend.setNetwork({ ...view.network, ...part }));
  };
  return { keep, error: change.error, forget: change.reset };
}

function Login({ kept }: { kept: boolean }) {
  const backend = useBackend();
  const [login, setLogin] = useState("");
  const change = useProviderChange<NetworkView>(({ proxy_login_kept }) =>
    proxy_login_kept ? w.loginSaved : w.loginForgotten,
  );
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const given = login.trim();
        // As with a key: the typed login leaves the window only in this one call.
        setLogin("");
        change.mutate(() => backend.setProxyLogin(given));
      }}
    >
      <input
        type="password"
        required
        autoComplete="off"
        aria-label={w.login}
        placeholder={kept ? w.loginKept : w.loginHint}
        data-testid="proxy-login"
        className={`${FIELD} flex-1`}
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
      />
      <Button type="submit" size="tall" data-testid="save-proxy-login" disabled={!login.trim()}>
        {strings.providers.save}
      </Button>
      {kept ? (
        <Button
          look="quiet"
          size="tall"
          onClick={() => change.mutate(() => backend.forgetProxyLogin())}
        >
          {w.forget}
        </Button>
      ) : null}
    </form>
  );
}

/** Which certificates are trusted. They can only be taken back here: whoever chooses them can read the keys that are sent. */
function CaFile({ path, onForget }: { path: string | null; onForget: () => void }) {
  if (path === null) return <p className="text-xs text-soft">{w.caNone}</p>;
  return (
    <div className="flex items-center gap-3">
      <code className="selectable min-w-0 flex-1 text-xs break-all" data-testid="ca-file">
        {path}
      </code>
      <Button size="small" data-testid="forget-ca-file" onClick={onForget}>
        {w.forget}
      </Button>
    </div>
  );
}

export function NetworkPane() {
  const { data: view } = useNetwork();
  const proxy = useNetworkChange(view);
  const ca = useNetworkChange(view);
  const leave = useNetworkChange(view);
  if (!view) return null;
  const { network, system_proxy, proxy_login_kept } = view;
  const hosts = network.plain_http ?? [];
  return (
    <article className="flex flex-col gap-4" data-testid="network-pane">
      <header>
        <h1 className="text-lg font-semibold">{w.title}</h1>
        <p className="mt-1.5 text-sm text-soft">{w.story}</p>
      </header>
      <Panel title={w.proxy}>
        <ProxyField
          key={JSON.stringify(network.proxy)}
          value={network.proxy ?? null}
          inherits={false}
          system={system_proxy ?? null}
          onSave={(chosen) => proxy.keep({ proxy: chosen ?? { kind: "system" } })}
          onEdit={proxy.forget}
        />
        <Refused error={proxy.error} testId="proxy-problem" />
        <p className="text-xs text-faint">{w.proxyHint}</p>
        <h3 className="mt-1 text-xs font-semibold">{w.login}</h3>
        <Login kept={proxy_login_kept} />
      </Panel>
      <Panel title={w.caFile}>
        <CaFile path={network.ca_file ?? null} onForget={() => ca.keep({ ca_file: null })} />
        <Refused error={ca.error} testId="ca-problem" />
        <p className="text-xs text-faint">
          <Prose text={w.caHint} />
        </p>
      </Panel>
      <Panel title={w.plain}>
        {hosts.length === 0 ? <p className="text-xs text-soft">{w.plainNone}</p> : null}
        {hosts.length > 0 ? (
          <ul className="rounded-md border border-line">
            {hosts.map((host) => (
              <li
                key={host}
                className="flex h-9 items-center gap-3 border-b border-line px-3 text-xs last:border-0"
              >
                <code className="selectable min-w-0 flex-1 truncate font-mono">{host}</code>
                <Button
                  size="small"
                  onClick={() =>
                    leave.keep({ plain_http: hosts.filter((other) => other !== host) })
                  }
                >
                  {w.forget}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </Panel>
    </article>
  );
}
