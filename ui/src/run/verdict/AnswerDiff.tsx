/** Two answers of a race, word by word. */

import { strings } from "../../strings/strings";
import { LaneBadge } from "../../ui/controls";
import { shortNameOf } from "../names";
import type { Race } from "../race";
import { useView } from "../view";
import { DiffText, type FoundDifference, LOOKS, useDifference } from "./DiffText";

const w = strings.stage.diff;

interface PickProps {
  race: Race;
  label: string;
  index: number;
  onPick: (index: number) => void;
  testId: string;
}

function Pick({ race, label, index, onPick, testId }: PickProps) {
  return (
    <label className="flex min-w-0 items-center gap-1.5 text-xs text-soft">
      {label}
      <LaneBadge look={race.lanes[index]?.look ?? 0} />
      <select
        aria-label={label}
        className="h-7 min-w-0 rounded-md border border-line-strong bg-panel pr-6 pl-1.5 text-xs text-ink"
        value={index}
        data-testid={testId}
        onChange={(event) => onPick(Number(event.currentTarget.value))}
      >
        {race.lanes.map((lane, each) => (
          <option key={lane.place} value={each}>
            {w.lane(lane.place + 1, shortNameOf(lane, race.lanes))}
          </option>
        ))}
      </select>
    </label>
  );
}

function DiffSummary({ found, isOver }: { found: FoundDifference; isOver: boolean }) {
  if (!isOver) return w.wait;
  if (found === null) return w.working;
  if (found === "long") return w.tooLong;
  if (found.removed + found.added === 0) return w.same;
  return w.counts(found.same, found.removed, found.added);
}

export function AnswerDiff({ race }: { race: Race }) {
  const [from, to] = useView((looking) => looking.pair);
  const setPair = useView((looking) => looking.setPair);
  const most = race.lanes.length - 1;
  const [a, b] = [Math.min(from, most), Math.min(to, most)];
  const [first, second] = [race.lanes[a], race.lanes[b]];
  const found = useDifference(first?.sample?.text, second?.sample?.text);
  if (race.lanes.length < 2) return <p className="p-4 text-xs text-soft">{w.two}</p>;
  const isOver = Boolean(first?.sample && second?.sample);
  return (
    <section
      aria-label={w.title}
      data-testid="diff"
      className="flex min-h-0 flex-1 flex-col border-t border-line bg-panel"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-3 py-2">
        <Pick
          race={race}
          label={w.from}
          index={a}
          onPick={(next) => setPair([next, b])}
          testId="diff-from"
        />
        <Pick
          race={race}
          label={w.to}
          index={b}
          onPick={(next) => setPair([a, next])}
          testId="diff-to"
        />
        <p className="min-w-0 text-xs text-soft" role="status" data-testid="diff-counts">
          <DiffSummary found={found} isOver={isOver} />
        </p>
        <p className="ml-auto flex gap-3 text-2xs">
          <span className={LOOKS.removed}>{w.removed}</span>
          <span className={LOOKS.added}>{w.added}</span>
        </p>
      </header>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="selectable min-h-0 flex-1 overflow-y-auto px-3 py-2 text-sm leading-[1.6] whitespace-pre-wrap text-soft -outline-offset-2 [overflow-wrap:anywhere]"
        data-testid="diff-text"
      >
        <DiffText found={found} />
      </div>
    </section>
  );
}
