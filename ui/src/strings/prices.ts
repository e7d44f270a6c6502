/** Prices in words. */

import type { ModelPrice } from "../backend/backend";
import { dollars } from "./numbers";
import { strings } from "./strings";

/** A model's price per hour of its machine, or per million tokens with the fee of a request, if there is one. */
export function priceWords(price: ModelPrice): string {
  const w = strings.providers;
  const { usd_per_hour: hour, usd_per_request: fee } = price;
  if (typeof hour === "number") return w.prices.perHour(dollars(hour));
  return w.price(
    dollars(price.input_usd_per_million),
    dollars(price.output_usd_per_million),
    typeof fee === "number" ? dollars(fee) : null,
  );
}
