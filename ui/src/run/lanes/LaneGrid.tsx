/** The lanes side by side. How many stand in a row depends on how many there are, never on what they say. */

import type { TextSource } from "../laneStore";
import type { Race } from "../race";
import { LaneCard, type LaneCardProps } from "./LaneCard";

function columnsFor(lanes: number): number {
  if (lanes <= 4) return lanes > 0 ? lanes : 1;
  return lanes <= 6 ? 3 : 4;
}

export interface LaneGridProps {
  race: Race;
  texts: TextSource;
  /** The place in the plan that has the person's attention. */
  focused: number | null;
  onFocus: (place: number) => void;
  onStop: ((lane: number) => void) | null;
  onRetry: ((lane: number, model?: string) => void) | null;
}

export function LaneGrid({ race, texts, focused, onFocus, onStop, onRetry }: LaneGridProps) {
  const columns = columnsFor(race.lanes.length);
  return (
    <div
      className="grid min-h-0 flex-1 gap-2.5"
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridAutoRows: "minmax(184px, 1fr)",
      }}
    >
      {race.lanes.map((lane, index) => {
        const card: LaneCardProps = {
          lane,
          index,
          race,
          texts,
          focused: focused === lane.place,
          onFocus: () => onFocus(lane.place),
          onStop: onStop && (() => onStop(index)),
          onRetry: onRetry && ((model) => onRetry(index, model)),
        };
        return <LaneCard key={lane.place} {...card} />;
      })}
    </div>
  );
}
