/** The metrics that the user wants to see on a surface, stored in the preferences. */

import { definitionOf, levelNumbers, metrics, type Numbered } from "../../strings/catalogue";
import { useChangePreferences, usePreferences } from "../../ui/preferences";

/**
 * The metrics whose rows name one of the engine's short tables, in its order; the first `most` if there is less room.
 */
function rowsOf(surface: string, most = Number.POSITIVE_INFINITY): string[] {
  const all: readonly Numbered[] = [...metrics, ...levelNumbers];
  return all
    .filter(({ surfaces }) => surfaces.some((each) => each === surface))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ id }) => id)
    .slice(0, most);
}

/** The metrics shown until the user chooses. A surface can show any metric; it knows none by name. */
const USUAL = {
  history: rowsOf("contenders", 2),
  rounds: rowsOf("rounds"),
  sweep: rowsOf("levels", 4),
};

/** A place that shows a choice of metrics. */
export type Surface = keyof typeof USUAL;

interface Chosen {
  /** In the order chosen. */
  metrics: readonly Numbered[];
  /** Whether these are the defaults. */
  isUsual: boolean;
  toggle: (id: string) => void;
  reset: () => void;
}

export function useChosenMetrics(surface: Surface): Chosen {
  const own = usePreferences().data?.metrics?.[surface];
  const change = useChangePreferences();
  const ids: readonly string[] = own ?? USUAL[surface];
  return {
    // Ids of other versions are unknown here.
    metrics: ids.flatMap((id) => definitionOf(id) ?? []),
    isUsual: own === undefined,
    toggle: (id) => {
      const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
      void change((now) => ({ metrics: { ...now.metrics, [surface]: next } }));
    },
    reset: () =>
      void change(({ metrics = {} }) => {
        const { [surface]: _, ...others } = metrics;
        return { metrics: others };
      }),
  };
}
