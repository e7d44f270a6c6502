/** The picker's choices: favourites, recent models, and those of each provider, narrowed by what is typed. */

import {
  dialects,
  type FoundModel,
  type LanePlan,
  type Model,
  type ModelPrice,
  type ProviderView,
} from "../backend/backend";
import type { ComboboxGroup } from "../ui/Combobox";
import { isUsable } from "./usable";

/** A provider's model, or one at an address of the user's own with its dialect. */
export type Contestant = Pick<LanePlan, "provider" | "model" | "dialect" | "base_url">;

export interface Choice extends Contestant {
  /** Its group, because a favourite is in two. */
  group: string;
  /** As typed: neither suggested nor listed. */
  typed: boolean;
  /** Its announced last day, as YYYY-MM-DD. */
  ends: string | null;
  /** Null if unknown. */
  price: ModelPrice | null;
  /** Its longest input in tokens; null if unknown. */
  context: number | null;
}

export interface Group extends ComboboxGroup<Choice> {
  /** Null for favourites and recent models, which belong to several. */
  provider: ProviderView | null;
}

const MOST_PER_PROVIDER = 30;
const MOST_RECENT = 8;

/** A model's name among the favourites. */
export const nameOf = ({ provider, model }: Contestant) => `${provider}/${model}`;

/** Real ones that can race come first, then simulated ones, then those without a key. */
function standing(provider: ProviderView): number {
  if (!isUsable(provider)) return 2;
  return provider.simulated ? 1 : 0;
}

/** The provider named before the first slash, if any, and what follows it. */
export function split(
  query: string,
  providers: readonly ProviderView[],
): { named: ProviderView | null; rest: string } {
  const slash = query.indexOf("/");
  const before = (slash < 0 ? "" : query.slice(0, slash)).trim().toLowerCase();
  const named = providers.find(
    ({ id, label }) => before !== "" && (id === before || label.toLowerCase() === before),
  );
  return { named: named ?? null, rest: named ? query.slice(slash + 1).trim() : query.trim() };
}

const typedOf = (provider: ProviderView, model: string): Choice => ({
  group: provider.label,
  provider: provider.id,
  model,
  typed: true,
  ends: null,
  price: null,
  context: null,
});

/** A model of a provider, with what is known about it from any source. */
function choiceOf(
  group: string,
  provider: ProviderView,
  model: string,
  listed?: Model,
  found?: FoundModel,
): Choice {
  const known = provider.known?.[model];
  return {
    group,
    provider: provider.id,
    model,
    typed: false,
    ends: provider.retires?.[model] ?? listed?.deprecated ?? found?.deprecated ?? null,
    price: listed?.price ?? known?.price ?? found?.facts.price ?? null,
    context: listed?.context_tokens ?? known?.context_tokens ?? found?.facts.context_tokens ?? null,
  };
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

function matches(provider: ProviderView, model: string, wanted: readonly string[]): boolean {
  const text = `${provider.id} ${provider.label} ${model}`.toLowerCase();
  return wanted.every((word) => text.includes(word));
}

interface Sources {
  providers: readonly ProviderView[];
  /** The models that providers listed on request, by provider id. */
  listed: ReadonlyMap<string, readonly Model[]>;
  /** The models of that name that the engine knows, wherever they are served. */
  found: readonly FoundModel[];
}

/** The models of each provider that match `query`. */
export function groupsFor(query: string, { providers, listed, found }: Sources): Group[] {
  const { named, rest } = split(query, providers);
  const wanted = wordsOf(rest);
  const candidates = named
    ? [named]
    : providers.toSorted((a, b) => standing(a) - standing(b) || a.rank - b.rank);
  return candidates
    .map((provider): Group => {
      const own = listed.get(provider.id) ?? [];
      const others = found.filter((one) => one.provider === provider.id);
      const models = [
        ...new Set([
          ...provider.models,
          ...own.map(({ id }) => id),
          ...others.map(({ model }) => model),
        ]),
      ];
      const items = models
        .filter((model) => matches(provider, model, wanted))
        .slice(0, MOST_PER_PROVIDER)
        .map((model) =>
          choiceOf(
            provider.label,
            provider,
            model,
            own.find(({ id }) => id === model),
            others.find((one) => one.model === model),
          ),
        );
      const isNew = named !== null && rest !== "" && !models.includes(rest);
      if (isNew) items.push(typedOf(provider, rest));
      return { value: provider.label, provider, items };
    })
    .filter((group) => group.items.length > 0);
}

/** Models chosen before, by name: those whose provider still exists, and that match `query`. */
export function chosenBefore(
  title: string,
  names: readonly Contestant[],
  query: string,
  providers: readonly ProviderView[],
): Group[] {
  const wanted = wordsOf(query);
  const items = names.flatMap(({ provider: id, model }) => {
    const provider = providers.find((one) => one.id === id);
    return provider && matches(provider, model, wanted) ? [choiceOf(title, provider, model)] : [];
  });
  return items.length > 0 ? [{ value: title, provider: null, items }] : [];
}

/** The most recently raced models, each once, from the history's latest rows. */
export function recentOf(
  rows: readonly { lanes: readonly { label: string; model: string }[] }[],
  providers: readonly ProviderView[],
): Contestant[] {
  const recent = new Map<string, Contestant>();
  for (const { label, model } of rows.flatMap(({ lanes }) => lanes)) {
    const provider = providers.find((one) => one.label === label);
    if (!provider || provider.simulated) continue;
    const contestant = { provider: provider.id, model };
    recent.set(nameOf(contestant), contestant);
    if (recent.size === MOST_RECENT) break;
  }
  return [...recent.values()];
}

/** A favourite by its name: everything after the first slash is the model. */
export function favouriteOf(name: string): Contestant {
  const slash = name.indexOf("/");
  return { provider: name.slice(0, slash), model: name.slice(slash + 1) };
}

/** Where an unknown model may be available: at every provider that can race, under the typed name. */
export function anywhere(query: string, providers: readonly ProviderView[]): Group[] {
  const model = query.trim();
  if (model === "" || /\s/.test(model)) return [];
  return providers
    .filter((provider) => isUsable(provider) && !provider.simulated && !provider.local)
    .map((provider) => ({
      value: provider.label,
      provider,
      items: [typedOf(provider, model)],
    }));
}

/** `DIALECT@BASE_URL#MODEL`, as the command line writes a lane at an address of the user's own. */
const LANE = /^([a-z-]+)@(https?:\/\/[^#\s]+)#(\S.*)$/;

/** The model at an address of the user's own, if that is what was typed. */
export function atOwnAddress(title: string, query: string): Group[] {
  const [, name, base_url, model] = LANE.exec(query.trim()) ?? [];
  const dialect = dialects.find(({ id }) => id === name)?.id;
  if (dialect === undefined || base_url === undefined || model === undefined) return [];
  const lane = { provider: "custom", model, dialect, base_url };
  const unknown = { ends: null, price: null, context: null };
  return [
    { value: title, provider: null, items: [{ group: title, typed: true, ...lane, ...unknown }] },
  ];
}

/** What is raced of a choice. */
export function contestantOf({ provider, model, dialect, base_url }: Choice): Contestant {
  return base_url ? { provider, model, dialect, base_url } : { provider, model };
}

/** The first offered model of each provider with a key. */
export function oneOfEach(groups: readonly Group[]): Contestant[] {
  return groups.flatMap(({ provider, items: [first] }) =>
    provider && (provider.kept ?? null) !== null && first
      ? [{ provider: first.provider, model: first.model }]
      : [],
  );
}
