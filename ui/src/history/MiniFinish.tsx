/**
 * A race in a thumb's width: how far each lane was when the first crossed the line. It is drawn from the numbers that the list
 * has anyway, each lane's typical wait and speed; the run itself shows what its raw log holds.
 */

import type { RunRowLane } from "../backend/backend";
import { looksOf } from "../backend/looks";
import { archive as w } from "../strings/history";
import { laneColour } from "../ui/lanes";

const WIDE = 150;
const HIGH = 46;
const MOST_BAR = 7;
/** The finish line, two squares wide. */
const SQUARE = 2.5;

/** The finish line over the height of so many squares, dark ones. */
const CHEQUER = Array.from({ length: Math.ceil(HIGH / SQUARE) }, (_, at) => {
  const x = WIDE + (at % 2) * SQUARE;
  return `M${x} ${at * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`;
}).join("");

export function MiniFinish({ lanes }: { lanes: readonly RunRowLane[] }) {
  const looks = looksOf(lanes);
  const shares = lanes.map(({ finish_share }) => finish_share ?? null);
  if (shares.every((share) => share === null)) return <span className="mini-finish" />;
  const row = Math.min(MOST_BAR + 3, HIGH / lanes.length);
  const bar = Math.min(MOST_BAR, row * 0.75);
  const top = (HIGH - row * lanes.length) / 2;
  return (
    <svg
      className="mini-finish"
      viewBox={`0 0 ${WIDE + 2 * SQUARE} ${HIGH}`}
      role="img"
      aria-label={w.miniFinish}
      data-testid="mini-finish"
    >
      <title>{w.miniFinish}</title>
      {shares.map((share, at) => {
        const y = top + row * at + (row - bar) / 2;
        const fill = laneColour(looks[at] ?? at);
        return share === null ? null : (
          <g key={lanes[at]?.place ?? at} fill={fill}>
            <rect y={y} width={WIDE} height={bar} opacity="0.26" />
            <rect y={y} width={Math.max(1, share * WIDE)} height={bar} />
          </g>
        );
      })}
      <path d={CHEQUER} fill="var(--ink)" />
    </svg>
  );
}
