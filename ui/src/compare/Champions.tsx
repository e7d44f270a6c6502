/** The leaders: who leads, its value, and by how much it leads or with whom it ties. */

import { feltAs } from "../strings/catalogue";
import { UNKNOWN } from "../strings/numbers";
import { commas } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { MiddleCut, Tag } from "../ui/controls";
import { tip } from "../ui/tip";
import type { Drawn } from "./comparison";
import { Sign } from "./controls";

const w = strings.compare;

export function Champions({ drawn }: { drawn: Drawn }) {
  const names = drawn.shown.map(({ place }) => drawn.name(place));
  return (
    <ul
      aria-label={w.champions}
      className="grid grid-cols-2 gap-x-6 gap-y-2 px-3 min-[1000px]:grid-cols-4"
      data-testid="champions"
    >
      {drawn.view.champions.map(({ title, place, figure, feels, lead, tie }) => {
        const known = place !== null && place !== undefined;
        return (
          <li key={title.id} className="min-w-0" data-testid="champion">
            <p className="truncate text-2xs leading-4 text-faint">{said(title)}</p>
            <p className="flex min-w-0 items-center gap-1.5 text-base leading-6 font-semibold">
              {known ? <Sign look={drawn.look(place)} /> : null}
              <span className="min-w-0" {...tip(known ? drawn.name(place) : undefined)}>
                <MiddleCut text={known ? drawn.name(place) : UNKNOWN} among={names} />
              </span>
              {tie ? <Tag tone="warn">{w.tie}</Tag> : null}
            </p>
            <p className="text-xs text-soft">
              {commas([said(figure), feltAs(feels) ?? "", said(lead)].filter(Boolean))}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
