/** When each lane crossed the line in each round: a mark each, and the lane's shape at its median. */

import type { PhotoOfRounds } from "../../backend/backend";
import { durationWithUnit } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { laneColour, laneShape, shapePath } from "../../ui/lanes";
import type { Race } from "../race";
import { stripGrid } from "./finishPicture";

const w = strings.finish;
/** Beyond the last crossing, so that its shape is whole. */
const ROOM = 1.03;

const isKnown = (ms: number | null | undefined): ms is number => ms !== null && ms !== undefined;

export function RoundsStrip({ race, over }: { race: Race; over: PhotoOfRounds }) {
  const all = over.lanes.flatMap(({ crossed_ms }) => crossed_ms.filter(isKnown));
  const endMs = Math.max(1, ...all) * ROOM;
  const at = (ms: number) => `${(ms / endMs) * 100}%`;
  return (
    <div
      className="strip min-w-0 flex-1"
      data-testid="rounds-strip"
      role="img"
      aria-label={w.crossings}
    >
      <svg
        aria-hidden="true"
        className="absolute inset-0 h-full w-full overflow-visible text-2xs"
        fill="var(--faint)"
      >
        <line x1="0" x2="100%" y1="14" y2="14" stroke="var(--line)" strokeWidth="2" />
        <text x="0" y="41">
          {w.gun}
        </text>
        {stripGrid(endMs).map(({ at: ms, text }) => (
          <text key={ms} x={at(ms)} y="41" textAnchor={ms / endMs > 0.96 ? "end" : "middle"}>
            {text}
          </text>
        ))}
        {over.lanes.map(({ crossed_ms }, index) =>
          crossed_ms.map((ms, round) =>
            isKnown(ms) ? (
              <line
                // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number.
                key={`${index} ${round}`}
                data-mark="crossing"
                x1={at(ms)}
                x2={at(ms)}
                y1="4"
                y2="24"
                stroke={laneColour(race.lanes[index]?.look ?? index)}
                strokeWidth="2"
                strokeOpacity="0.7"
              />
            ) : null,
          ),
        )}
        {over.photo.lanes.map(({ crossed_ms: ms }, index) => {
          const look = race.lanes[index]?.look ?? index;
          return isKnown(ms) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its index.
            <svg key={index} x={at(ms)} y="14" overflow="visible" role="presentation">
              <title>{durationWithUnit(ms)}</title>
              <path
                d={shapePath(laneShape(look), 13)}
                fill={laneColour(look)}
                stroke="var(--panel)"
                strokeWidth="2"
                paintOrder="stroke"
              />
            </svg>
          ) : null;
        })}
      </svg>
    </div>
  );
}
