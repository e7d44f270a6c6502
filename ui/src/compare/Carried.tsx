/** What whole requests are measured by beside times and speeds: tool calls, images, cache, predictions and the tiers that answered. */

import { useMemo } from "react";
import type { CarriedSummary, Metric } from "../backend/backend";
import { ChartTable } from "../charts/ChartTable";
import { count, UNKNOWN } from "../strings/numbers";
import { commas, interval, sentences } from "../strings/phrases";
import { strings } from "../strings/strings";
import { about, type Drawn, textOf } from "./comparison";

const w = strings.compare.carried;

/** The numbers in reading order. */
const NUMBERS = [
  "tool_call_ms",
  "tool_arguments_ms",
  "cached_share",
  "accepted_prediction_tokens",
  "rejected_prediction_tokens",
] as const satisfies readonly Metric[];

const tiersOf = ({ answered_tiers = [] }: CarriedSummary) =>
  answered_tiers.length > 0
    ? commas(answered_tiers.map(({ tier, requests }) => w.tier(tier, requests)))
    : UNKNOWN;

/** What each image takes, with its interval if there is one. */
function perImage({ per_image: each }: CarriedSummary): string {
  if (!each) return UNKNOWN;
  const ms = (value: number | null) => textOf("ttft_ms", value);
  const time = ms(each.each_ms);
  const between = each.ci ? w.between(time, interval(ms(each.ci.low), ms(each.ci.high))) : time;
  return w.number(between, count(each.rounds));
}

/** What the cache saved in time, with its interval if there is one. */
function cacheTime({ cache_time: time }: CarriedSummary): string {
  if (!time) return UNKNOWN;
  const share = (value: number | null) => textOf("cached_share", value);
  const ci = time.saved_share_ci;
  const saved = share(time.saved_share);
  const between = ci ? w.between(saved, interval(share(ci.low), share(ci.high))) : saved;
  return w.cacheCounts(between, count(time.warm), count(time.cold));
}

export function Carried({ drawn }: { drawn: Drawn }) {
  const all = useMemo(
    () => drawn.shown.flatMap(({ place, carried }) => (carried ? [{ place, carried }] : [])),
    [drawn],
  );
  if (all.length === 0) return null;
  const known = NUMBERS.filter((id) => all.some(({ carried }) => carried[id]));
  const withTiers = all.some(({ carried }) => (carried.answered_tiers ?? []).length > 0);
  const withImages = all.some(({ carried }) => carried.per_image);
  const withCacheTime = all.some(({ carried }) => carried.cache_time);
  const number = (carried: CarriedSummary, id: (typeof NUMBERS)[number]) => {
    const own = carried[id];
    return own ? w.number(textOf(id, own.middle), count(own.spread.n)) : UNKNOWN;
  };
  return (
    <div className="min-w-0 border-t border-line bg-panel px-3 py-2.5" data-testid="carried">
      <h2 className="mb-1 text-sm font-semibold">{w.title}</h2>
      <ChartTable
        caption={w.title}
        columns={[
          w.contender,
          ...known.map((id) => about(id).name),
          ...(withCacheTime ? [w.cacheTime] : []),
          ...(withImages ? [w.perImage] : []),
          ...(withTiers ? [w.tiers] : []),
        ]}
        rows={all.map(({ place, carried }) => [
          drawn.name(place),
          ...known.map((id) => number(carried, id)),
          ...(withCacheTime ? [cacheTime(carried)] : []),
          ...(withImages ? [perImage(carried)] : []),
          ...(withTiers ? [tiersOf(carried)] : []),
        ])}
      />
      <p className="mt-1 text-2xs text-faint">
        {sentences([
          w.basis,
          ...(withCacheTime ? [w.cacheBasis] : []),
          ...(withImages ? [w.imageBasis] : []),
        ])}
      </p>
    </div>
  );
}
