/** The Providers screen: who can race, with which key, at which address. */

import { Network, Plus, Search, Tags } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ProviderView } from "../backend/backend";
import { useProviders, useStartup } from "../backend/queries";
import { isUsable } from "../plan/usable";
import { strings } from "../strings/strings";
import { address } from "../ui/route";
import { AddPane } from "./AddPane";
import { KeyringPanel } from "./KeyringPanel";
import { keyStory } from "./KeySection";
import { NetworkPane } from "./NetworkPane";
import { PricesPane } from "./PricesPane";
import { ProviderDetail } from "./ProviderDetail";

const w = strings.providers;

function Row({ view, open }: { view: ProviderView; open: boolean }) {
  return (
    <li>
      <a
        href={address("providers", view.id)}
        aria-current={open ? "page" : undefined}
        data-testid={`provider-${view.id}`}
        data-kept={view.kept ?? ""}
        className="flex h-11 items-center gap-3 rounded-md px-3 hover:bg-raised aria-[current=page]:bg-raised"
      >
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-full ${isUsable(view) ? "bg-good" : "border border-line-strong"}`}
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate leading-4.5">{view.label}</span>
          <span className="block truncate text-2xs text-faint">
            {view.base_url === "" ? w.needsAddress : keyStory(view)}
          </span>
        </span>
        {view.custom ? <span className="text-2xs text-faint">{w.custom}</span> : null}
      </a>
    </li>
  );
}

function Group({
  title,
  views,
  open,
}: {
  title: string;
  views: ProviderView[];
  open: string | null;
}) {
  if (views.length === 0) return null;
  return (
    <section className="mb-3">
      <h2 className="px-3 py-1 text-2xs font-semibold text-faint">{title}</h2>
      <ul>
        {views.map((view) => (
          <Row key={view.id} view={view} open={view.id === open} />
        ))}
      </ul>
    </section>
  );
}

/** Where what belongs to all providers stands. No id of a provider begins like this. */
const PANES = { add: "~add", prices: "~prices", network: "~network" } as const;

function isPane(id: string | null): boolean {
  return Object.values<string | null>(PANES).includes(id);
}

function List({ providers, open }: { providers: ProviderView[]; open: string | null }) {
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = providers.filter(({ id, label }) =>
    `${id} ${label}`.toLowerCase().includes(wanted),
  );
  const real = found.filter((view) => !view.simulated);
  // A server on this machine needs no key and may or may not run: it is ready once somebody gave it an address.
  const isHere = (view: ProviderView) =>
    view.local && !view.custom && (view.default_base_url ?? null) === null;
  const ready = real.filter((view) => isUsable(view) && !isHere(view));
  return (
    <nav aria-label={w.list} className="flex min-h-0 flex-col border-r border-line bg-panel">
      <div className="flex h-14 shrink-0 items-center gap-2 px-3">
        <label className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-sunk px-2.5">
          <Search size={13} aria-hidden="true" className="shrink-0 text-faint" />
          <input
            type="search"
            aria-label={w.filter}
            placeholder={w.filter}
            className="selectable w-full bg-transparent text-xs outline-none"
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </label>
        <a
          href={address("providers", PANES.add)}
          aria-current={open === PANES.add ? "page" : undefined}
          data-testid="add-endpoint"
          className="inline-flex h-8 shrink-0 items-center gap-1 rounded-md border border-line-strong px-2 text-xs hover:bg-raised aria-[current=page]:bg-raised"
        >
          <Plus size={13} aria-hidden="true" />
          {w.add}
        </a>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <Group title={w.groupReady} views={ready} open={open} />
        <Group title={w.groupOthers} views={real.filter((view) => !isUsable(view))} open={open} />
        <Group title={w.groupHere} views={real.filter(isHere)} open={open} />
        <Group
          title={w.groupSimulated}
          views={found.filter((view) => view.simulated)}
          open={open}
        />
        {found.length === 0 ? <p className="px-3 text-xs text-soft">{w.nothing}</p> : null}
      </div>
      <div className="flex shrink-0 gap-1 border-t border-line p-2">
        <PaneLink id={PANES.prices} open={open} icon={<Tags size={14} aria-hidden="true" />}>
          {w.prices.title}
        </PaneLink>
        <PaneLink id={PANES.network} open={open} icon={<Network size={14} aria-hidden="true" />}>
          {w.network.title}
        </PaneLink>
      </div>
    </nav>
  );
}

function PaneLink({
  id,
  open,
  icon,
  children,
}: {
  id: string;
  open: string | null;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <a
      href={address("providers", id)}
      aria-current={open === id ? "page" : undefined}
      data-testid={`pane-${id.slice(1)}`}
      className="inline-flex h-8 flex-1 items-center justify-center gap-2 rounded-md text-xs hover:bg-raised aria-[current=page]:bg-raised"
    >
      {icon}
      {children}
    </a>
  );
}

export function ProvidersScreen({ id }: { id: string | null }) {
  const providers = useProviders();
  const keyring = useStartup().data?.keyring;
  const pane = isPane(id);
  const fallback = providers.find((view) => !view.simulated) ?? providers[0];
  const view = id ? providers.find((entry) => entry.id === id) : fallback;
  return (
    <div
      className="grid h-full min-h-0 grid-cols-[312px_minmax(0,1fr)] max-[1100px]:grid-cols-[272px_minmax(0,1fr)]"
      data-testid="providers-screen"
    >
      <List providers={providers} open={pane ? id : (view?.id ?? null)} />
      <div className="min-h-0 overflow-y-auto">
        <div className="mx-auto flex max-w-2xl flex-col gap-4 p-6 max-[1100px]:p-4">
          {keyring ? <KeyringPanel keyring={keyring} /> : null}
          {id === PANES.add && keyring ? <AddPane keyring={keyring} /> : null}
          {id === PANES.prices ? <PricesPane /> : null}
          {id === PANES.network ? <NetworkPane /> : null}
          {view && keyring && !pane ? (
            <ProviderDetail key={view.id} view={view} keyring={keyring} />
          ) : null}
        </div>
      </div>
    </div>
  );
}
