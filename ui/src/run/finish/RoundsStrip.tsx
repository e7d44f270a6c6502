/** When each lane crossed the line in each round: a mark each, and the lane's shape at its median. */

import type { PhotoOfRounds } from "../../backend/backend";
import { durationWithUnit } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { laneColour } from "../../ui/lanes";
import type { Race } from "../race";
import { LaneShape, LINE_Y, StripAxis, shareOf } from "./StripAxis";

/** Extra room after the last crossing, so that its shape is complete. */
const ROOM = 1.03;
/** How far a crossing extends above and below the line, in pixels. */
const REACH = 10;

const isKnown = (ms: number | null | undefined): ms is number => ms !== null && ms !== undefined;

export function RoundsStrip({ race, over }: { race: Race; over: PhotoOfRounds }) {
  const all = over.lanes.flatMap(({ crossed_ms }) => crossed_ms.filter(isKnown));
  const endMs = Math.max(1, ...all) * ROOM;
  return (
    <div
      className="strip min-w-0 flex-1"
      data-testid="rounds-strip"
      role="img"
      aria-label={strings.finish.crossings}
    >
      <StripAxis endMs={endMs}>
        {over.lanes.map(({ crossed_ms }, index) =>
          crossed_ms.map((ms, round) =>
            isKnown(ms) ? (
              <line
                // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number.
                key={`${index} ${round}`}
                data-mark="crossing"
                x1={shareOf(ms, endMs)}
                x2={shareOf(ms, endMs)}
                y1={LINE_Y - REACH}
                y2={LINE_Y + REACH}
                stroke={laneColour(race.lanes[index]?.look ?? index)}
                strokeWidth="2"
                strokeOpacity="0.7"
              />
            ) : null,
          ),
        )}
        {over.photo.lanes.map(({ crossed_ms: ms }, index) =>
          isKnown(ms) ? (
            <svg
              // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its index.
              key={index}
              x={shareOf(ms, endMs)}
              y={LINE_Y}
              overflow="visible"
              role="presentation"
            >
              <title>{durationWithUnit(ms)}</title>
              <LaneShape look={race.lanes[index]?.look ?? index} />
            </svg>
          ) : null,
        )}
      </StripAxis>
    </div>
  );
}
