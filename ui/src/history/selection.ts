/** The selection of a list, with the usual click, Ctrl and Shift. Pure. */

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The run from which Shift extends. */
  readonly anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

/** Turns one row on or off. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** All rows between the anchor and this one, in the order of the list; only this one without an anchor. */
export function extended({ anchor }: Selection, id: string, order: readonly string[]): Selection {
  const [from, to] = [order.indexOf(anchor ?? id), order.indexOf(id)];
  if (from < 0 || to < 0) return { ids: new Set([id]), anchor: id };
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set(between), anchor: anchor ?? id };
}

export function all(order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: order[0] ?? null };
}
