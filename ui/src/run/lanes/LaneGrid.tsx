/**
 * The lanes side by side. The number per row depends on the number of lanes, never on their content. They stand in the
 * order of the line-up while they race, and in that of the finish once it is known.
 */

import type { Note } from "../../backend/backend";
import { begun } from "../../strings/phrases";
import { said } from "../../strings/said";
import { useMedia } from "../../ui/media";
import type { TextSource } from "../laneStore";
import type { Race } from "../race";
import { KeptPlace } from "./KeptPlace";
import { LaneCard, type LaneCardProps } from "./LaneCard";
import type { LaneRemedies } from "./LaneFault";

/** A window with room for six columns that are wide enough to read. */
const WIDE = "(min-width: 2200px)";

function columnsFor(lanes: number, isWide: boolean): number {
  if (lanes <= 4) return lanes > 0 ? lanes : 1;
  if (isWide && (lanes <= 6 || lanes > 8)) return Math.min(lanes, 6);
  return lanes <= 6 ? 3 : 4;
}

/** The least height of a row, and of one in which what was written before a failure stands above why it failed. */
const [ROW_PX, FAILED_ROW_PX] = [184, 264];

/** Known once the race is over: a row that grew while others write would move them. */
const leastRow = ({ run, lanes }: Race): number =>
  run && lanes.some(({ sample }) => sample?.error && sample.text) ? FAILED_ROW_PX : ROW_PX;

export interface LaneGridProps {
  race: Race;
  texts: TextSource;
  /** Index in the plan of the focused lane. */
  focused: number | null;
  onFocus: (place: number) => void;
  onStop: ((lane: number) => void) | null;
  /** The actions for a failed lane, by its index. */
  remediesOf: (lane: number) => LaneRemedies;
  /** Notes on the lanes before the start. */
  notes?: readonly Note[];
}

/** The notes on one lane before the start. */
export function notesOn(place: number, notes: readonly Note[] = []): string[] {
  return notes.filter(({ lane }) => lane === place).map(({ message }) => begun(said(message)));
}

export function LaneGrid(props: LaneGridProps & { order: readonly number[] }) {
  const { race, texts, focused, onFocus, onStop, remediesOf, notes, order } = props;
  const columns = columnsFor(race.lanes.length, useMedia(WIDE));
  return (
    <KeptPlace
      order={order.join()}
      className="grid min-h-0 flex-1 gap-2.5 max-[640px]:grid-cols-[repeat(auto-fit,minmax(min(230px,100%),1fr))]!"
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridAutoRows: `minmax(${leastRow(race)}px, 1fr)`,
      }}
    >
      {order.map((index) => {
        const lane = race.lanes[index];
        if (!lane) return null;
        const card: LaneCardProps = {
          lane,
          index,
          race,
          texts,
          focused: focused === lane.place,
          onFocus: () => onFocus(lane.place),
          onStop: onStop && (() => onStop(index)),
          remedies: remediesOf(index),
          notes: notesOn(lane.place, notes),
        };
        return <LaneCard key={lane.place} {...card} />;
      })}
    </KeptPlace>
  );
}
