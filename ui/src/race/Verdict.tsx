/** The header of the track: where the race stands and, once it is over, who was first, fastest and cheapest. */

import { LaneBadge } from "../look/controls";
import { runStateStories } from "../words/results";
import { words } from "../words/words";
import { medalsOf } from "./medals";
import { shortNameOf } from "./names";
import { type Race, roundsOf } from "./race";

function Medals({ race }: { race: Race }) {
  if (!race.run) return null;
  const verdict = medalsOf(race.run);
  if ("nobody" in verdict) return <p className="truncate text-xs text-soft">{verdict.nobody}</p>;
  return (
    <ul
      aria-label={words.medals.label}
      className="flex min-w-0 gap-5 max-[1100px]:gap-3"
      data-testid="medals"
    >
      {verdict.medals.map((medal) => (
        <li
          key={medal.title}
          className="flex min-w-0 items-center gap-1.5 whitespace-nowrap text-xs"
        >
          <span className="text-faint">{medal.title}</span>
          {medal.lanes.map((index) => {
            const lane = race.lanes[index];
            return lane ? <LaneBadge key={index} place={lane.place} /> : null;
          })}
          <b className="truncate font-semibold">
            {medal.lanes.length > 1
              ? words.medals.tie
              : medal.lanes.map((index) => {
                  const lane = race.lanes[index];
                  return lane ? shortNameOf(lane, race.lanes) : "";
                })}
          </b>
          <span className="text-soft">{medal.value}</span>
        </li>
      ))}
    </ul>
  );
}

interface RoundsProps {
  rounds: number;
  round: number;
  onRound: (round: number) => void;
}

/** Which round of several the track and the texts show. */
export function Rounds({ rounds, round, onRound }: RoundsProps) {
  if (rounds < 2) return null;
  return (
    <fieldset className="flex items-center gap-1 text-2xs text-faint">
      <legend className="sr-only">{words.track.rounds}</legend>
      <span aria-hidden="true">{words.track.rounds}</span>
      {Array.from({ length: rounds }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number.
          key={index}
          type="button"
          aria-pressed={index === round}
          aria-label={words.track.round(index + 1, rounds)}
          className="h-5 min-w-5 rounded-sm px-1 hover:bg-raised aria-pressed:bg-raised aria-pressed:text-ink"
          onClick={() => onRound(index)}
        >
          {index + 1}
        </button>
      ))}
    </fieldset>
  );
}

export function Verdict({ race, onRound }: { race: Race; onRound: (round: number) => void }) {
  if (race.run) {
    const { state } = race.run;
    return (
      <>
        {state === "finished" ? (
          <Medals race={race} />
        ) : (
          <p className="truncate text-xs text-warn">{runStateStories[state]}</p>
        )}
        <Rounds rounds={roundsOf(race.run)} round={race.round} onRound={onRound} />
      </>
    );
  }
  const { repeat, warmup } = race.plan;
  const measured = race.round - warmup;
  const isUnderWay = race.lanes.some((lane) => lane.sentUs !== null);
  return (
    <p className="truncate text-xs text-soft">
      {isUnderWay ? words.track.racing : words.track.ready}
      {race.warmup ? ` · ${words.track.warmup}` : null}
      {!race.warmup && repeat > 1 && isUnderWay
        ? ` · ${words.track.round(measured + 1, repeat)}`
        : null}
    </p>
  );
}
