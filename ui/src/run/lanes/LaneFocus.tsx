/** One lane enlarged, with the others and their numbers beside it. */

import { strings } from "../../strings/strings";
import { LaneBadge, MiddleCut } from "../../ui/controls";
import { figuresOf } from "../figures";
import { shortNameOf } from "../names";
import { LaneCard } from "./LaneCard";
import { type LaneGridProps, notesOn } from "./LaneGrid";

export function LaneFocus(props: LaneGridProps) {
  const { race, texts, focused, onFocus, onStop, remediesOf, notes } = props;
  const found = race.lanes.findIndex((lane) => lane.place === focused);
  const index = Math.max(found, 0);
  const lane = race.lanes[index];
  if (!lane) return null;
  const names = race.lanes.map((each) => shortNameOf(each, race.lanes));
  return (
    <div
      className="grid min-h-64 flex-1 grid-cols-[200px_minmax(0,1fr)] gap-2.5 max-[1100px]:grid-cols-[160px_minmax(0,1fr)]"
      data-testid="focus-view"
    >
      <ol className="flex min-h-0 flex-col gap-1 overflow-y-auto" aria-label={strings.lineup.label}>
        {race.lanes.map((other, each) => {
          const { tps, ttft } = figuresOf(other, race);
          const isShown = each === index;
          return (
            <li key={other.place}>
              <button
                type="button"
                aria-pressed={isShown}
                data-testid={`pick-lane-${each}`}
                className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md border border-line bg-panel px-2 py-1.5 text-left aria-pressed:border-line-strong aria-pressed:bg-raised"
                onClick={() => onFocus(other.place)}
              >
                <LaneBadge look={other.look} />
                <span className="min-w-0 text-xs">
                  <MiddleCut text={names[each] ?? ""} among={names} />
                </span>
                <span className="text-xs font-semibold">{tps.text}</span>
                <span />
                <span className="text-2xs text-faint">
                  {ttft.label} {ttft.text}
                </span>
                <span className="text-2xs text-faint">{tps.label}</span>
              </button>
            </li>
          );
        })}
      </ol>
      <LaneCard
        key={lane.place}
        lane={lane}
        index={index}
        race={race}
        texts={texts}
        focused={focused === lane.place}
        onFocus={() => onFocus(lane.place)}
        onStop={onStop && (() => onStop(index))}
        remedies={remediesOf(index)}
        notes={notesOn(lane.place, notes)}
      />
    </div>
  );
}
