/** The header of the track: the state of the race and, once it is over, its medals. */

import {
  type Medal,
  type Medals as MedalList,
  type Run,
  VERDICT_FROM,
} from "../../backend/backend";
import { useMedals } from "../../backend/results";
import { dollars, durationWithUnit } from "../../strings/numbers";
import { commas, sentence, sentences } from "../../strings/phrases";
import { runStateStories } from "../../strings/results";
import { strings } from "../../strings/strings";
import { LaneBadge } from "../../ui/controls";
import { tip } from "../../ui/tip";
import { JudgeLine } from "../judge/JudgeLine";
import { shortNameOf } from "../names";
import type { Race } from "../race";
import { leftOut } from "../right";
import { useView } from "../view";
import { Rounds } from "./Rounds";

const w = strings.stage.medals;

function titleOf({ honour }: Medal, { distance }: MedalList): string {
  if (honour !== "first_to") return w.honours[honour];
  return distance ? w.firstTo(distance) : w.firstToUnknown;
}

function MedalItem({ medal, medals, race }: { medal: Medal; medals: MedalList; race: Race }) {
  const lanes = medal.lanes.flatMap((index) => race.lanes[index] ?? []);
  const names = lanes.map((lane) => shortNameOf(lane, race.lanes));
  return (
    <li className="max-w-full min-w-0" data-testid={`medal-${medal.honour}`}>
      <button
        type="button"
        className="flex max-w-full min-w-0 items-center gap-1.5 whitespace-nowrap text-xs"
        {...tip(sentences([sentence(commas(names)), w.rule(VERDICT_FROM)]), { side: "bottom" })}
      >
        <span className="text-faint">{titleOf(medal, medals)}</span>
        {lanes.map((lane) => (
          <LaneBadge key={lane.place} look={lane.look} />
        ))}
        <b className="truncate font-semibold">{lanes.length > 1 ? w.tie : names}</b>
        <span className="text-soft">
          {medal.honour === "cheapest" ? dollars(medal.value) : durationWithUnit(medal.value)}
        </span>
      </button>
    </li>
  );
}

function Medals({ race, run }: { race: Race; run: Run }) {
  const distance = useView((looking) => looking.distance);
  const { data } = useMedals(run.id, distance);
  if (!data) return null;
  const wrong = <LeftOut race={race} />;
  if (data.unranked)
    return (
      <>
        <p className="truncate text-xs text-soft">{w.unranked[data.unranked]}</p>
        {wrong}
      </>
    );
  return (
    <>
      <ul
        aria-label={w.label}
        className="flex max-w-full min-w-0 flex-wrap gap-x-5 gap-y-0.5 max-[1100px]:gap-x-3"
        data-testid="medals"
      >
        {data.medals.map((medal) => (
          <MedalItem key={medal.honour} medal={medal} medals={data} race={race} />
        ))}
      </ul>
      {wrong}
      <JudgeLine race={race} />
    </>
  );
}

/** Who wins nothing and is compared with none, because an answer is wrong. */
export function LeftOut({ race }: { race: Race }) {
  const who = leftOut(race.lanes, (index) => {
    const lane = race.lanes[index];
    return lane ? shortNameOf(lane, race.lanes) : "";
  });
  if (who === null) return null;
  return (
    <p className="truncate text-xs text-warn" {...tip(sentence(who))} data-testid="left-out">
      {sentence(who)}
    </p>
  );
}

interface VerdictProps {
  race: Race;
  onRound: ((round: number) => void) | null;
}

export function Verdict({ race, onRound }: VerdictProps) {
  if (race.run) {
    const { state } = race.run;
    return (
      <>
        {state === "finished" ? (
          <Medals race={race} run={race.run} />
        ) : (
          <p className="truncate text-xs text-warn">{runStateStories[state]}</p>
        )}
        {onRound ? <Rounds run={race.run} round={race.round} onRound={onRound} /> : null}
      </>
    );
  }
  if (race.isAsked) {
    return (
      <p className="truncate text-xs text-warn" data-testid="asking-leave">
        {strings.checks.commands.asking}
      </p>
    );
  }
  if (race.judging) return <JudgeLine race={race} />;
  if (race.checking) {
    return (
      <p className="truncate text-xs text-soft" data-testid="checking">
        {strings.checks.commands.running(race.checking.ended, race.checking.of)}
      </p>
    );
  }
  const { repeat, warmup, until_settled } = race.plan;
  const round = until_settled ? strings.track.roundAtMost : strings.track.round;
  const measured = race.round - warmup;
  const isUnderWay = race.lanes.some((lane) => lane.sentUs !== null);
  return (
    <p className="truncate text-xs text-soft">
      {isUnderWay ? strings.track.racing : strings.track.ready}
      {race.warmup ? ` · ${strings.track.warmup}` : null}
      {!race.warmup && repeat > 1 && isUnderWay ? ` · ${round(measured + 1, repeat)}` : null}
    </p>
  );
}
