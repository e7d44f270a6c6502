/** The groups of the provider list and their order. */

import type { Kind, ProviderView } from "../backend/backend";
import { isUsable } from "../plan/usable";
import { strings } from "../strings/strings";

export interface Group {
  title: string;
  views: ProviderView[];
}

const w = strings.providers.groups;

/** The kinds by which providers that cannot race yet are grouped. */
const KINDS: readonly Kind[] = ["vendor", "host", "gateway", "cloud", "special"];

/**
 * A local server at its usual address needs no key and may or may not be running: it counts as ready once the user has
 * given it an address.
 */
export function isHere(view: ProviderView): boolean {
  return view.kind === "local" && view.local && (view.default_base_url ?? null) === null;
}

/**
 * Whether every word of a search is in a provider's name, without its dialect's name, or in one of its models' names.
 */
function matches({ id, label, models }: ProviderView, words: readonly string[]): boolean {
  const named = `${id} ${label}`.toLowerCase();
  const all = `${named} ${models.join(" ").toLowerCase()}`;
  return words.every((word) => (word.length < 3 ? named : all).includes(word));
}

/** Real providers that can race. */
export function readyOf(providers: readonly ProviderView[]): ProviderView[] {
  return providers
    .filter((view) => !view.simulated && isUsable(view) && !isHere(view))
    .toSorted((one, other) => one.rank - other.rank);
}

/**
 * Providers that can race first, then the others by kind, each in display order. Local servers follow: whether they run
 * is unknown, and the search for them is on the page that opens first.
 */
export function groupsOf(providers: readonly ProviderView[], query: string): Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = providers
    .filter((view) => matches(view, words))
    .toSorted((one, other) => one.rank - other.rank);
  const simulated = found.filter((view) => view.simulated);
  const real = found.filter((view) => !view.simulated);
  const here = real.filter(isHere);
  const ready = readyOf(real);
  const others = real.filter((view) => !isUsable(view) && !isHere(view));
  const ofKind = (kind: Kind): Group => ({
    title: w[kind],
    views: others.filter((view) => view.kind === kind),
  });
  return [
    { title: w.ready, views: ready },
    ...KINDS.map(ofKind),
    { title: w.local, views: here },
    { title: w.simulated, views: simulated },
  ].filter(({ views }) => views.length > 0);
}
