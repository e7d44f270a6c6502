/** One line below the track: what its marks mean. */

import { strings } from "../../strings/strings";
import type { LegendItem } from "./legend";

export function FinishLegend({ legend }: { legend: readonly LegendItem[] }) {
  if (legend.length === 0) return null;
  return (
    <ul aria-label={strings.finish.legend.label} className="legend" data-testid="finish-legend">
      {legend.map(({ mark, text }) => (
        <li key={mark}>
          <i data-mark={mark} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}
