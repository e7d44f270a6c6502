/** The user's own price: per million tokens, per hour of a machine, or by its power draw. */

import { useState } from "react";
import { type OwnPrice, type PriceBookView, useBackend } from "../backend/backend";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { useProviderChange } from "./changes";
import { Refused } from "./Refused";

const w = strings.providers.prices;

type Kind = OwnPrice["kind"];

const KINDS: readonly Kind[] = ["per_million", "gpu_hour", "electricity"];

/** The numbers of each kind of price, and what holds if one is left out; null if it may not be. */
const FIELDS: Record<Kind, readonly (readonly [keyof typeof w.fields, string | null])[]> = {
  per_million: [
    ["input_usd", null],
    ["output_usd", null],
    ["cache_read_usd", w.asThePlain],
    ["cache_write_usd", w.asThePlain],
    ["reasoning_usd", w.asThePlain],
    ["request_usd", w.noFee],
  ],
  gpu_hour: [["usd_per_hour", null]],
  electricity: [
    ["watts", null],
    ["usd_per_kwh", null],
  ],
};

type Values = Partial<Record<keyof typeof w.fields, number | null>>;

function priceOf(kind: Kind, values: Values): OwnPrice {
  const value = (name: keyof typeof w.fields) => values[name] ?? null;
  switch (kind) {
    case "per_million":
      return {
        kind,
        input_usd: value("input_usd"),
        output_usd: value("output_usd"),
        cache_read_usd: value("cache_read_usd"),
        cache_write_usd: value("cache_write_usd"),
        reasoning_usd: value("reasoning_usd"),
        request_usd: value("request_usd"),
      };
    case "gpu_hour":
      return { kind, usd_per_hour: value("usd_per_hour") };
    case "electricity":
      return { kind, watts: value("watts"), usd_per_kwh: value("usd_per_kwh") };
  }
}

function numbersOf(price: OwnPrice | null): Values {
  if (price === null) return {};
  const { kind: _kind, ...values } = price;
  return values;
}

interface PriceFormProps {
  provider: string;
  model: string;
  existing: OwnPrice | null;
  onDone: () => void;
}

export function PriceForm({ provider, model, existing, onDone }: PriceFormProps) {
  const backend = useBackend();
  const [kind, setKind] = useState<Kind>(existing?.kind ?? "per_million");
  const [values, setValues] = useState<Values>(() => numbersOf(existing));
  const save = useProviderChange<PriceBookView>(() => w.saved(model), { toldThere: true });
  const forget = useProviderChange<PriceBookView>(() => w.forgotten(model), {
    undo: async (asked) => existing && asked.setPrice(provider, null, model, existing),
  });
  return (
    <form
      data-testid="price-form"
      className="flex flex-col gap-2.5 border-b border-line bg-sunk px-3 py-2.5 text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(() => backend.setPrice(provider, null, model, priceOf(kind, values)), {
          onSuccess: onDone,
        });
      }}
    >
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="sr-only">{w.kind}</legend>
        {KINDS.map((name) => (
          <label key={name} className="flex items-center gap-1.5">
            <input
              type="radio"
              name="price-kind"
              data-testid={`price-kind-${name}`}
              checked={kind === name}
              onChange={() => setKind(name)}
            />
            {w.kinds[name]}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        {FIELDS[kind].map(([name, otherwise]) => (
          <label key={name} className="flex flex-col gap-1 text-soft">
            {w.fields[name]}
            <input
              type="number"
              aria-label={w.fields[name]}
              step="any"
              min={0}
              required={otherwise === null}
              data-testid={`price-${name}`}
              placeholder={otherwise ?? ""}
              className="selectable h-7 w-24 rounded-md border border-line-strong bg-panel px-2 text-right text-ink"
              value={values[name] ?? ""}
              onChange={(event) => {
                const number = event.currentTarget.valueAsNumber;
                setValues({ ...values, [name]: Number.isNaN(number) ? null : number });
                save.reset();
              }}
            />
          </label>
        ))}
      </div>
      <Refused error={save.error} testId="price-problem" />
      <p className="text-faint">{w.formulas[kind]}</p>
      <div className="flex gap-2">
        <Button type="submit" look="primary" data-testid="save-price" disabled={save.isPending}>
          {w.save}
        </Button>
        {existing ? (
          <Button
            data-testid="forget-price"
            onClick={() =>
              forget.mutate(() => backend.forgetPrice(provider, null, model), { onSuccess: onDone })
            }
          >
            {w.forget}
          </Button>
        ) : null}
        <Button look="quiet" onClick={onDone}>
          {w.cancel}
        </Button>
      </div>
    </form>
  );
}
