/** Picks a provider and a model in one field: suggested, listed by the provider, or typed. */

import { useState } from "react";
import type { LanePlan, Model, ModelPrice, ProviderView } from "../backend/backend";
import { useModels, useProviders } from "../backend/queries";
import { dollars } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Combobox, type ComboboxGroup } from "../ui/Combobox";
import { isUsable } from "./usable";

export type Contestant = Pick<LanePlan, "provider" | "model">;

interface Choice extends Contestant {
  /** As typed: neither suggested nor listed. */
  typed: boolean;
  /** Its announced last day, as YYYY-MM-DD. */
  ends: string | null;
  /** Absent where it is not known; it comes with the provider's own list. */
  price: ModelPrice | null;
}

interface Group extends ComboboxGroup<Choice> {
  provider: ProviderView;
}

const MOST_PER_PROVIDER = 30;

/** Real ones that can race come first, then simulated ones, then those without a key. */
function standing(provider: ProviderView): number {
  if (!isUsable(provider)) return 2;
  return provider.simulated ? 1 : 0;
}

/** The provider named before the first slash, if any, and what follows it. */
function split(
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

function groupsFor(
  query: string,
  providers: readonly ProviderView[],
  listed: ReadonlyMap<string, readonly Model[]>,
): Group[] {
  const { named, rest } = split(query, providers);
  const wanted = rest.toLowerCase().split(/\s+/).filter(Boolean);
  const candidates = named ? [named] : providers.toSorted((a, b) => standing(a) - standing(b));
  return candidates
    .map((provider): Group => {
      const own = listed.get(provider.id) ?? [];
      const models = [...new Set([...provider.models, ...own.map(({ id }) => id)])];
      const matches = (model: string) => {
        const text = `${provider.id} ${provider.label} ${model}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      };
      const items = models
        .filter(matches)
        .slice(0, MOST_PER_PROVIDER)
        .map((model): Choice => {
          const found = own.find(({ id }) => id === model);
          const ends = provider.retires?.[model] ?? found?.deprecated ?? null;
          const price = found?.price ?? null;
          return { provider: provider.id, model, typed: false, ends, price };
        });
      const isNew = named !== null && rest !== "" && !models.includes(rest);
      if (isNew) {
        items.push({ provider: provider.id, model: rest, typed: true, ends: null, price: null });
      }
      return { value: provider.label, provider, items };
    })
    .filter((group) => group.items.length > 0);
}

/** Where a model that nobody suggests may be asked for: at whoever can race, under the name that was written. */
function anywhere(query: string, providers: readonly ProviderView[]): Group[] {
  const model = query.trim();
  if (model === "" || /\s/.test(model)) return [];
  return providers
    .filter((provider) => isUsable(provider) && !provider.simulated && !provider.local)
    .map((provider) => ({
      value: provider.label,
      provider,
      items: [{ provider: provider.id, model, typed: true, ends: null, price: null }],
    }));
}

/** Whether a provider can race, and with which key. */
function standingWords(provider: ProviderView, isListed: boolean): string | null {
  if (!isUsable(provider)) return strings.lineup.noKey;
  const key = provider.tail
    ? strings.lineup.keyOf(provider.tail)
    : provider.kept
      ? strings.lineup.hasKey
      : null;
  return [key, isListed ? strings.lineup.live : null].filter(Boolean).join(" · ") || null;
}

function priceWords({ input_usd_per_million, output_usd_per_million, usd_per_hour }: ModelPrice) {
  if (usd_per_hour) return strings.providers.prices.perHour(dollars(usd_per_hour));
  return strings.providers.price(dollars(input_usd_per_million), dollars(output_usd_per_million));
}

interface ModelPickerProps {
  label: string;
  onPick: (contestant: Contestant) => void;
}

export function ModelPicker({ label, onPick }: ModelPickerProps) {
  const providers = useProviders();
  const [query, setQuery] = useState("");
  const { named } = split(query, providers);
  // Only a provider that was named is asked: opening the picker must not send every key out.
  const models = useModels(named?.id ?? "", named !== null && isUsable(named));
  const listed = new Map(named && models.data ? [[named.id, models.data]] : []);
  const found = groupsFor(query, providers, listed);
  const groups = found.length > 0 ? found : anywhere(query, providers);
  return (
    <Combobox
      label={label}
      placeholder={strings.lineup.search}
      testId="model-search"
      query={query}
      onQuery={setQuery}
      groups={groups}
      nothing={strings.lineup.nothing}
      heading={({ provider }) => (
        <>
          <span>{provider.label}</span>
          <span className="font-normal">{standingWords(provider, listed.has(provider.id))}</span>
        </>
      )}
      keyOf={({ provider, model }: Choice) => `${provider}/${model}`}
      line={({ model, typed, ends, price }: Choice) => (
        <>
          <span className="truncate">{typed ? strings.lineup.typed(model) : model}</span>
          {ends ? (
            <span className="ml-auto shrink-0 text-2xs text-warn">
              {strings.providers.deprecated(ends)}
            </span>
          ) : null}
          {price ? (
            <span className={`shrink-0 text-2xs text-faint ${ends ? "" : "ml-auto"}`}>
              {priceWords(price)}
            </span>
          ) : null}
        </>
      )}
      onPick={({ provider, model }: Choice) => onPick({ provider, model })}
      classes={{
        input: "h-9 w-full rounded-md border border-line-strong bg-sunk px-3 text-sm",
        list: "mt-2 h-72",
        nothing: "p-3 text-xs",
        group: "mb-1",
        heading: "sticky top-0 flex justify-between bg-panel px-2 py-1",
        item: "flex items-baseline gap-2 rounded-sm px-2 py-1",
      }}
      foot={
        models.isFetching ? (
          <p className="p-2 text-xs text-faint">{strings.lineup.listing}</p>
        ) : null
      }
    />
  );
}
