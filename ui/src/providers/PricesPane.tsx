/** Prices: the book in effect, loading a newer one, and the user's own prices. */

import {
  type OwnPrice,
  type OwnPriceRow,
  type PriceBookView,
  useBackend,
} from "../backend/backend";
import { usePrices, useProviders } from "../backend/queries";
import { dollars } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { documentText, useFilePicker } from "../ui/files";
import { address } from "../ui/route";
import { useProviderChange } from "./changes";
import { Panel } from "./Panel";

const w = strings.providers.prices;
/** As much as the engine reads of a price book. */
const MOST_KIB = 8 * 1_024;

function ownPriceLine(price: OwnPrice): string {
  switch (price.kind) {
    case "per_million":
      return strings.providers.price(
        dollars(price.input_usd),
        dollars(price.output_usd),
        price.request_usd ? dollars(price.request_usd) : null,
      );
    case "gpu_hour":
      return w.perHour(dollars(price.usd_per_hour));
    case "electricity":
      return w.drawn(String(price.watts ?? ""), dollars(price.usd_per_kwh));
  }
}

function BookPanel({ book }: { book: PriceBookView }) {
  const backend = useBackend();
  const change = useProviderChange<PriceBookView>(({ source, dated }) => w.inEffect(source, dated));
  const { field, open } = useFilePicker({
    label: w.pick,
    accept: ".json,application/json",
    testId: "book-file",
    onFile: (file) =>
      change.mutate(async () => backend.readPrices(file.name, await documentText(file, MOST_KIB))),
  });
  return (
    <Panel title={w.book} testId="price-book">
      <p className="text-sm" data-testid="book-line">
        {w.bookLine(book.source, book.dated, book.models)}
        {typeof book.age_days === "number" ? (
          <span className="text-soft"> · {w.bookAge(book.age_days)}</span>
        ) : null}
      </p>
      <p className="text-xs text-soft">{w.bookStory}</p>
      <div className="flex gap-2">
        <Button
          look="primary"
          size="tall"
          data-testid="fetch-book"
          disabled={change.isPending}
          onClick={() => change.mutate(() => backend.fetchPrices())}
        >
          {change.isPending ? w.reading : w.fetch}
        </Button>
        <Button size="tall" data-testid="pick-book" onClick={open}>
          {w.pick}
        </Button>
        {field}
        {book.shipped ? null : (
          <Button
            look="quiet"
            size="tall"
            data-testid="shipped-book"
            onClick={() => change.mutate(() => backend.restoreShippedPrices())}
          >
            {w.shipped}
          </Button>
        )}
      </div>
    </Panel>
  );
}

function OwnPriceLine({ row, label }: { row: OwnPriceRow; label: string }) {
  const backend = useBackend();
  const { provider, model, price, dated } = row;
  const at = row.address ?? null;
  const forget = useProviderChange<PriceBookView>(() => w.gone, {
    undo: (asked) => asked.setPrice(provider, at, model, price),
  });
  return (
    <li className="flex items-center gap-3 border-b border-line px-3 py-1.5 text-xs last:border-0">
      <span className="min-w-0 flex-1">
        <a className="block truncate underline" href={address("providers", provider)}>
          {at ?? label} · {model}
        </a>
        <span className="block text-faint">
          {ownPriceLine(price)} · {w.since(dated)}
        </span>
      </span>
      <Button
        size="small"
        data-testid={`forget-price-${at ?? provider}/${model}`}
        onClick={() => forget.mutate(() => backend.forgetPrice(provider, at, model))}
      >
        {w.forget}
      </Button>
    </li>
  );
}

export function PricesPane() {
  const { data: book } = usePrices();
  const providers = useProviders();
  if (!book) return null;
  const labelOf = (id: string) => providers.find((view) => view.id === id)?.label ?? id;
  return (
    <article className="flex flex-col gap-4" data-testid="prices-pane">
      <header>
        <h1 className="text-lg font-semibold">{w.title}</h1>
        <p className="mt-1.5 text-sm text-soft">{w.story}</p>
      </header>
      <BookPanel book={book} />
      <Panel title={w.own} testId="own-prices">
        {book.own.length === 0 ? <p className="text-xs text-soft">{w.noneOwn}</p> : null}
        {book.own.length > 0 ? (
          <ul className="rounded-md border border-line">
            {book.own.map((row) => (
              <OwnPriceLine
                key={`${row.address ?? row.provider}/${row.model}`}
                row={row}
                label={labelOf(row.provider)}
              />
            ))}
          </ul>
        ) : null}
      </Panel>
    </article>
  );
}
