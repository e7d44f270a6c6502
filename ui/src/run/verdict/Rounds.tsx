/** Which round of several is shown, by the name of what it asked if it has one. */

import { useMemo } from "react";
import type { Run } from "../../backend/backend";
import { strings } from "../../strings/strings";
import { CHOSEN } from "../../ui/Segments";
import { tip } from "../../ui/tip";
import { roundNames } from "../questions";

interface RoundsProps {
  run: Run;
  /** Null for all of them together. */
  round: number | null;
  /** Shows all of them together; absent if that is impossible. */
  onAll?: (() => void) | null;
  onRound: (round: number) => void;
}

/** Up to this many rounds each has a button; more of them would take the room of what they are beside. */
const MOST_BUTTONS = 12;
const ALL = "all";

function labelsOf(run: Run): string[] {
  const names = roundNames(run);
  return names.map((name, index) =>
    name === null
      ? strings.track.round(index + 1, names.length)
      : strings.track.named(index + 1, name),
  );
}

interface ChoiceProps extends RoundsProps {
  labels: readonly string[];
}

function RoundChoice({ labels, round, onRound, onAll = null }: ChoiceProps) {
  return (
    <label className="flex items-center gap-1.5 text-2xs text-faint">
      {strings.track.rounds}
      <select
        className="h-6 max-w-64 truncate rounded-md border border-line bg-raised px-1 pr-5 text-xs text-ink"
        data-testid="round"
        value={round === null ? ALL : String(round)}
        onChange={({ currentTarget: { value } }) =>
          value === ALL ? onAll?.() : onRound(Number(value))
        }
      >
        {onAll || round === null ? (
          <option value={ALL}>{strings.finish.allRoundsLabel(labels.length)}</option>
        ) : null}
        {labels.map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number.
          <option key={index} value={index}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Which round of several the track and the texts show. */
export function Rounds({ run, round, onRound, onAll = null }: RoundsProps) {
  const labels = useMemo(() => labelsOf(run), [run]);
  if (labels.length < 2) return null;
  if (labels.length > MOST_BUTTONS)
    return <RoundChoice run={run} labels={labels} round={round} onRound={onRound} onAll={onAll} />;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-1 text-2xs text-faint">
      <legend className="sr-only">{strings.track.rounds}</legend>
      <span aria-hidden="true">{strings.track.rounds}</span>
      {onAll ? (
        <button
          type="button"
          aria-pressed={round === null}
          aria-label={strings.finish.allRoundsLabel(labels.length)}
          className={`h-5 min-w-5 rounded-sm px-1 hover:bg-raised ${CHOSEN}`}
          data-testid="all-rounds"
          onClick={onAll}
        >
          {strings.finish.allRounds}
        </button>
      ) : null}
      {labels.map((label, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number.
          key={index}
          type="button"
          aria-pressed={index === round}
          aria-label={label}
          {...tip(label)}
          className={`h-5 min-w-5 rounded-sm px-1 hover:bg-raised ${CHOSEN}`}
          onClick={() => onRound(index)}
        >
          {index + 1}
        </button>
      ))}
    </fieldset>
  );
}
