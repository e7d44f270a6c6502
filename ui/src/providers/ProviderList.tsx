/** All providers in groups, with a search; arrow keys move between them. */

import { Network, Plus, Search, Tags } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type ProviderView, useBackend } from "../backend/backend";
import { moment } from "../strings/numbers";
import { dialects } from "../strings/results";
import { strings } from "../strings/strings";
import { address, go } from "../ui/route";
import { useCheck } from "./checks";
import { type Group, groupsOf } from "./groups";
import { keyStory } from "./KeySection";
import { readKey } from "./keyText";

const w = strings.providers;

/** Panes about all providers. No provider id begins like this. */
export const PANES = { add: "~add", prices: "~prices", network: "~network" } as const;

/** What distinguishes a row from others of its account, or what it still needs to race. */
function storyOf(view: ProviderView): string {
  if (view.key_of) return dialects[view.dialect];
  return view.base_url === "" ? w.needsAddress : keyStory(view);
}

interface RowProps {
  view: ProviderView;
  open: boolean;
  /** Whether the Tab key stops here; the arrow keys continue from here. */
  isStop: boolean;
}

/** How a provider's dot looks: filled if it answered, a square if it failed, a ring if it has not been checked. */
const DOTS = {
  answers: "rounded-full bg-good",
  fails: "bg-bad",
  unknown: "rounded-full border border-line-strong",
} as const;

function Row({ view, open, isStop }: RowProps) {
  const check = useCheck(view);
  const dot = check === null ? "unknown" : check.ok ? "answers" : "fails";
  const when = check && moment(new Date(check.at).toISOString());
  const told = check && when ? w.lastCheck(check.ok, when.day, when.time) : null;
  return (
    <li>
      <a
        href={address("providers", view.id)}
        aria-current={open ? "page" : undefined}
        tabIndex={isStop ? 0 : -1}
        data-testid={`provider-${view.id}`}
        data-kept={view.kept ?? ""}
        data-check={dot}
        className={`flex h-11 items-center gap-3 rounded-md pr-3 hover:bg-raised aria-[current=page]:bg-raised ${view.key_of ? "pl-6" : "pl-3"}`}
      >
        <span aria-hidden="true" className={`size-2 shrink-0 ${DOTS[dot]}`} />
        <span className="min-w-0 flex-1">
          <span className="block truncate leading-4.5">{view.label}</span>
          <span className="block truncate text-2xs text-faint">
            {[told, storyOf(view)].filter(Boolean).join(" · ")}
          </span>
        </span>
        {view.custom ? <span className="text-2xs text-faint">{w.custom}</span> : null}
      </a>
    </li>
  );
}

function Rows({ group, open, stop }: { group: Group; open: string | null; stop: string | null }) {
  const id = useId();
  return (
    <section className="mb-3" aria-labelledby={id}>
      <h2
        id={id}
        className="sticky top-0 z-1 flex justify-between bg-panel px-3 py-1 text-2xs font-semibold text-faint"
      >
        {group.title}
        <span className="font-normal">{group.views.length}</span>
      </h2>
      <ul>
        {group.views.map((view) => (
          <Row key={view.id} view={view} open={view.id === open} isStop={view.id === stop} />
        ))}
      </ul>
    </section>
  );
}

/** How many rows an arrow key goes down. */
const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** No name of a provider is this long, and no key is shorter. */
const SHORTEST_KEY = 16;

interface ProviderListProps {
  providers: readonly ProviderView[];
  /** A key that was pasted where names are searched. */
  onKey: (key: string) => void;
  /** What is open beside the list: a provider or a pane. */
  open: string | null;
}

export function ProviderList({ providers, open, onKey }: ProviderListProps) {
  const backend = useBackend();
  const [query, setQuery] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const groups = groupsOf(providers, query);
  const all = groups.flatMap(({ views }) => views);
  const stop = all.find(({ id }) => id === open)?.id ?? all[0]?.id ?? null;
  // A link may lead to a row far down the list.
  useEffect(() => {
    if (open) list.current?.querySelector(`[aria-current]`)?.scrollIntoView?.({ block: "nearest" });
  }, [open]);
  const typed = async (text: string) => {
    setQuery(text);
    const { key, problem } = readKey(text);
    if (problem !== null || key.length < SHORTEST_KEY) return;
    if ((await backend.recogniseKey(key)).length === 0) return;
    setQuery("");
    onKey(key);
  };
  const onKeys = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link.matches(":focus"));
    const isSearching = document.activeElement === search.current;
    const first = all[0];
    if (event.key === "Enter" && isSearching && query !== "" && first) {
      go("providers", first.id);
      return;
    }
    const step = STEPS[event.key];
    if (!step || (at < 0 && !(isSearching && step > 0))) return;
    event.preventDefault();
    (at + step < 0 ? search.current : links[at + step])?.focus();
  };
  return (
    <nav
      aria-label={w.list}
      className="flex min-h-0 flex-col border-r border-line bg-panel max-[640px]:max-h-72 max-[640px]:border-r-0 max-[640px]:border-b"
      onKeyDown={onKeys}
    >
      <div className="flex h-14 shrink-0 items-center gap-2 px-3">
        <label className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-sunk px-2.5">
          <Search size={13} aria-hidden="true" className="shrink-0 text-faint" />
          <input
            ref={search}
            type="search"
            aria-label={w.filter}
            placeholder={w.filter}
            data-testid="find-provider"
            className="selectable w-full bg-transparent text-xs outline-none"
            value={query}
            onChange={(event) => void typed(event.currentTarget.value)}
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
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {groups.map((group) => (
          <Rows key={group.title} group={group} open={open} stop={stop} />
        ))}
        {all.length === 0 ? (
          <p className="px-3 text-xs text-soft">
            {w.nothing}{" "}
            <a className="underline" href={address("providers", PANES.add, "endpoint")}>
              {w.addOwn}
            </a>
          </p>
        ) : null}
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
