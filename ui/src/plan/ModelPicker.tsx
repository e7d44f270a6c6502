/** Picks a provider and a model in one field: favourite, recent, suggested, listed by the provider, known, or typed. */

import { useState } from "react";
import type { ProviderView } from "../backend/backend";
import { useFoundModels, useModels, useProviders, useRuns } from "../backend/queries";
import { count } from "../strings/numbers";
import { shuts } from "../strings/phrases";
import { priceWords } from "../strings/prices";
import { strings } from "../strings/strings";
import { Combobox } from "../ui/Combobox";
import { Button } from "../ui/controls";
import { usePreferences } from "../ui/preferences";
import { tip } from "../ui/tip";
import {
  anywhere,
  atOwnAddress,
  type Choice,
  type Contestant,
  chosenBefore,
  contestantOf,
  favouriteOf,
  groupsFor,
  nameOf,
  oneOfEach,
  recentOf,
  split,
} from "./modelChoices";
import { isUsable } from "./usable";

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

/** The known facts about a model, at the end of its line. */
function Facts({ ends, price, context }: Choice) {
  return (
    <span className="ml-auto flex shrink-0 gap-2 text-2xs text-faint">
      {ends ? <span className="text-warn">{shuts(ends)}</span> : null}
      {context ? <span>{strings.lineup.context(contextWords(context))}</span> : null}
      {price ? <span>{priceWords(price)}</span> : null}
    </span>
  );
}

/** A context length as vendors write it: in thousands or millions of tokens. */
function contextWords(tokens: number): string {
  if (tokens >= 1_000_000) return `${Math.floor(tokens / 100_000) / 10}M`;
  return tokens >= 1_000 ? `${Math.floor(tokens / 1_000)}k` : count(tokens);
}

interface SeveralProps {
  stays: boolean;
  onStays: (stays: boolean) => void;
  each: readonly Contestant[];
  onAll: () => void;
}

/** Adding several at once: keep the list open, or add one of each provider with a key. */
function Several({ stays, onStays, each, onAll }: SeveralProps) {
  return (
    <div className="mt-2 flex min-h-7 flex-wrap items-center justify-between gap-2 border-t border-line pt-2 text-xs">
      <label className="flex items-center gap-1.5 text-soft">
        <input
          type="checkbox"
          className="size-3.5"
          data-testid="add-several"
          checked={stays}
          onChange={(event) => onStays(event.currentTarget.checked)}
        />
        {strings.lineup.several}
      </label>
      {each.length > 1 ? (
        <Button
          size="small"
          data-testid="one-of-each"
          {...tip(each.map(nameOf).join("\n"))}
          onClick={onAll}
        >
          {strings.lineup.oneOfEach(each.length)}
        </Button>
      ) : null}
    </div>
  );
}

interface ModelPickerProps {
  label: string;
  /** `stays` if the user is going to pick another. */
  onPick: (contestant: Contestant, stays: boolean) => void;
  /** Adds all of them; absent if one replaces another. */
  onPickAll?: (contestants: readonly Contestant[]) => void;
}

export function ModelPicker({ label, onPick, onPickAll }: ModelPickerProps) {
  const providers = useProviders();
  const [query, setQuery] = useState("");
  const { named } = split(query, providers);
  // Only a named provider is asked: opening the picker must not send out every key.
  const models = useModels(named?.id ?? "", named !== null && isUsable(named));
  const listed = new Map(named && models.data ? [[named.id, models.data]] : []);
  const found = useFoundModels(query).data ?? [];
  const favourites = usePreferences().data?.favourites ?? [];
  const rows = useRuns().data?.pages[0]?.runs ?? [];
  const [stays, setStays] = useState(false);
  const served = groupsFor(query, { providers, listed, found });
  const before = named
    ? []
    : [
        ...chosenBefore(strings.lineup.favourites, favourites.map(favouriteOf), query, providers),
        ...chosenBefore(strings.lineup.recent, recentOf(rows, providers), query, providers),
      ];
  const own = atOwnAddress(strings.lineup.ownAddress, query);
  const known = served.length > 0 ? [...before, ...served] : anywhere(query, providers);
  const groups = own.length > 0 ? own : known;
  const each = oneOfEach(served);
  return (
    <>
      <Combobox
        label={label}
        placeholder={strings.lineup.search}
        testId="model-search"
        query={query}
        onQuery={setQuery}
        groups={groups}
        nothing={strings.lineup.nothing}
        heading={({ value, provider }) => (
          <>
            <span>{value}</span>
            <span className="font-normal">
              {provider ? standingWords(provider, listed.has(provider.id)) : null}
            </span>
          </>
        )}
        keyOf={(choice: Choice) => `${choice.group}/${nameOf(choice)}`}
        line={(choice: Choice) => (
          <>
            <span className="min-w-0 truncate">
              {choice.typed ? strings.lineup.typed(choice.model) : choice.model}
              {choice.group === strings.lineup.favourites ||
              choice.group === strings.lineup.recent ? (
                <span className="ml-1.5 text-2xs text-faint">
                  {providers.find(({ id }) => id === choice.provider)?.label}
                </span>
              ) : null}
            </span>
            <Facts {...choice} />
          </>
        )}
        onPick={(choice: Choice) => onPick(contestantOf(choice), stays)}
        classes={{
          input: "h-9 w-full rounded-md border border-line-strong bg-sunk px-3 text-sm",
          list: "mt-2 h-72 [@media(max-height:480px)]:h-[clamp(5rem,calc(var(--available-height)-8.5rem),18rem)]",
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
      {onPickAll ? (
        <Several stays={stays} onStays={setStays} each={each} onAll={() => onPickAll(each)} />
      ) : null}
    </>
  );
}
