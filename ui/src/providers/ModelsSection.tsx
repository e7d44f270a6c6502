/** A provider's models: suggestions first, its own list once requested. The request also checks the key. */

import { Flag, Tags } from "lucide-react";
import { useEffect, useState } from "react";
import {
  type Model,
  type ModelPrice,
  type ProviderView,
  Refusal,
  useBackend,
} from "../backend/backend";
import { useModels, usePrices } from "../backend/queries";
import { useDraft } from "../plan/draft";
import { settingOf } from "../run/lanes/alternatives";
import { shuts } from "../strings/phrases";
import { priceWords } from "../strings/prices";
import { failureWords, strings } from "../strings/strings";
import { Button, IconButton, Prose } from "../ui/controls";
import { note } from "../ui/toasts";
import { useProviderChange } from "./changes";
import { noteCheck } from "./checks";
import { PriceForm } from "./PriceForm";

const w = strings.providers;
const MOST_SHOWN = 200;

interface ModelRowProps {
  model: Model;
  provider: string;
  /** Whether the provider itself listed it; a suggestion comes without a price. */
  listed: boolean;
}

function ModelRow({ model, provider, listed }: ModelRowProps) {
  const add = useDraft((draft) => draft.add);
  const [pricing, setPricing] = useState(false);
  const { price, deprecated } = model;
  const own = usePrices().data?.own.find(
    (row) => row.provider === provider && row.model === model.id,
  );
  if (pricing) {
    return (
      <li>
        <p className="selectable truncate px-3 pt-2 text-xs font-semibold">{model.id}</p>
        <PriceForm
          provider={provider}
          model={model.id}
          existing={own?.price ?? null}
          onDone={() => setPricing(false)}
        />
      </li>
    );
  }
  return (
    <li className="flex h-8 items-center gap-3 border-b border-line px-3 text-xs last:border-0 hover:bg-raised">
      <span className="selectable min-w-0 flex-1 truncate">{model.id}</span>
      {deprecated ? <span className="truncate text-warn">{shuts(deprecated)}</span> : null}
      <span className="shrink-0 text-faint">
        {price ? modelPriceLine(price) : own ? w.prices.yours : listed ? w.noPrice : null}
      </span>
      <IconButton
        label={w.prices.setFor(model.id)}
        data-testid={`price-of-${model.id}`}
        onClick={() => setPricing(true)}
      >
        <Tags size={13} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={w.raceModel(model.id)}
        onClick={() => {
          add({ provider, model: model.id });
          note(w.addedModel(model.id));
        }}
      >
        <Flag size={13} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function modelPriceLine(price: ModelPrice): string {
  const line = priceWords(price);
  return price.source === "you" ? `${line} · ${w.prices.yours}` : line;
}

/** Applies the address that was likely meant, at the press of a button. */
function Meant({ view, error }: { view: ProviderView; error: unknown }) {
  const backend = useBackend();
  const save = useProviderChange(() => w.endpointSaved(view.label));
  const fault =
    error instanceof Refusal && error.failure.kind === "provider" ? error.failure.fault : null;
  const meant = fault?.address ?? null;
  const set = meant === null ? null : settingOf(view, { address: meant });
  if (!set) return null;
  return (
    <Button
      size="small"
      className="mt-1.5 max-w-full"
      data-testid="use-address"
      disabled={save.isPending}
      onClick={() => save.mutate(() => set(backend))}
    >
      <span className="truncate">{w.takeAddress(meant ?? "")}</span>
    </Button>
  );
}

/** The origin of the models shown before the provider was asked. */
function suggestedWords({ lists_models, key, models }: ProviderView): string {
  if (!lists_models) return w.unlisted;
  if (key !== "none" && key !== "optional") return w.suggested;
  return models.length > 0 ? w.suggestedWithoutKey : w.noneYet;
}

export function ModelsSection({ view }: { view: ProviderView }) {
  const [asked, setAsked] = useState(false);
  const [query, setQuery] = useState("");
  const { data, error, isFetching, refetch } = useModels(view.id, asked);
  useEffect(() => {
    if (asked && !isFetching && (data || error)) noteCheck(view, !error);
  }, [asked, isFetching, data, error, view]);
  const models =
    data ?? view.models.map((id): Model => ({ id, deprecated: view.retires?.[id] ?? null }));
  const suggested = suggestedWords(view);
  const wanted = query.trim().toLowerCase();
  const shown = models.filter(({ id }) => id.toLowerCase().includes(wanted)).slice(0, MOST_SHOWN);
  const refusal = error instanceof Refusal ? failureWords(error.failure) : null;
  return (
    <section
      aria-labelledby="models-title"
      className="flex flex-col gap-2.5 rounded-lg border border-line bg-panel p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="models-title" className="text-sm font-semibold">
          {w.models}
        </h2>
        <span className="text-xs text-faint">{data ? w.listed : suggested}</span>
        {view.lists_models ? (
          <Button
            className="ml-auto"
            data-testid="check-key"
            disabled={isFetching}
            onClick={() => {
              setAsked(true);
              void refetch();
            }}
          >
            {isFetching ? w.checking : w.check}
          </Button>
        ) : null}
      </div>
      <div role="status" className="empty:hidden" data-testid="check-result">
        {data && !error ? (
          <p className="text-xs text-good">
            {data.length > 0 ? w.checked(data.length) : w.checkedEmpty}
          </p>
        ) : null}
        {error ? (
          <div className="selectable rounded-md bg-bad-wash px-3 py-2 text-xs">
            <p className="text-bad">
              <Prose text={refusal?.message ?? strings.trouble.unexpected} />
            </p>
            {refusal?.fix ? (
              <p className="mt-0.5 text-soft">
                <Prose text={refusal.fix} />
              </p>
            ) : null}
            <Meant view={view} error={error} />
          </div>
        ) : null}
      </div>
      {models.length > 12 ? (
        <input
          type="search"
          aria-label={w.modelsFilter}
          placeholder={w.modelsFilter}
          className="selectable h-7 rounded-md border border-line bg-sunk px-2.5 text-xs"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      ) : null}
      {shown.length > 0 ? (
        <ul className="max-h-80 overflow-y-auto rounded-md border border-line">
          {shown.map((model) => (
            <ModelRow key={model.id} model={model} provider={view.id} listed={data !== undefined} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
