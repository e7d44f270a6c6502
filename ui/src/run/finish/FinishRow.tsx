/** One lane of the photo finish: its place, its name, its wait, its way to the line, and its numbers. */

import { useMemo } from "react";
import type { Fault, LaneOfRounds, Photo } from "../../backend/backend";
import { BETWEEN, stepsOf } from "../../strings/chainName";
import { duration, durationWithUnit } from "../../strings/numbers";
import { commas, sentence } from "../../strings/phrases";
import { faults, statuses } from "../../strings/results";
import { adviceOn, messageOf } from "../../strings/said";
import { strings } from "../../strings/strings";
import { LaneBadge, Prose } from "../../ui/controls";
import { keyOf } from "../../ui/keyboard";
import { laneColour } from "../../ui/lanes";
import { useMedia } from "../../ui/media";
import { tip } from "../../ui/tip";
import type { LiveLane, Race } from "../race";
import { isWrong, wrongRounds } from "../right";
import { phaseInWords } from "../steps";
import { outcomeOf } from "../track/trackGeometry";
import { type Best as BestOf, gapTexts, rowFigures } from "./rowFigures";
import { useTrackLineUp } from "./trackLineUp";

const w = strings.finish;

/** From this many lanes on, rows have one line. */
export const MANY_LANES = 12;
/** A window as narrow as finish.css has it. */
export const NARROW = "(max-width: 1099px)";
/** In characters: a longer name takes the line below as well. The second is for a narrow window. */
const [LONG_NAME, LONG_IN_NARROW] = [15, 11];
/** A cost of a millionth of a dollar has zeros that must not be cut. */
const LONG_COST = 9;

interface RowProps {
  lane: LiveLane;
  /** Its name, shortened to the available space. */
  name: string;
  index: number;
  race: Race;
  photo: Photo | null;
  /** Set if the photo covers all rounds. */
  over: LaneOfRounds | null;
  best: BestOf;
  /** Why it failed, in a race in which every lane did: it takes the place of an empty track. */
  fault: Fault | null;
}

function Best({
  of,
  index,
  children,
}: {
  of: ReadonlySet<number>;
  index: number;
  children: string;
}) {
  return of.has(index) ? <span className="best">{children}</span> : children;
}

interface RankProps {
  photo: Photo | null;
  index: number;
  failed: boolean;
}

function Rank({ photo, index, failed }: RankProps) {
  const { rank = null, tied = false } = photo?.lanes[index] ?? {};
  return (
    <span
      className="rank text-center text-lg font-semibold whitespace-nowrap"
      data-testid={`rank-${index}`}
    >
      {failed ? <span className="text-bad">{w.cross}</span> : null}
      {failed || rank === null ? null : (
        <>
          <span className="sr-only">{w.rank(rank, tied)}</span>
          <span aria-hidden="true">{tied ? `${rank}=` : rank}</span>
        </>
      )}
    </span>
  );
}

/** Whether it failed: in this round or, over all rounds, in any. */
function hasFailed(lane: LiveLane, over: LaneOfRounds | null): boolean {
  if (over) return over.failed > 0;
  return lane.sample !== null && outcomeOf(lane.sample.status) === "failed";
}

/** What failed and what to do about it, in the server's words and in ours. */
function Failure({ fault, lane }: { fault: Fault; lane: LiveLane }) {
  return (
    <p
      className="failure text-sm"
      {...tip(`${messageOf(fault)} ${adviceOn(fault)}`)}
      data-testid={`failure-${lane.place}`}
    >
      <b className="font-semibold text-bad">{sentence(faults[fault.class])}</b>{" "}
      <Prose text={messageOf(fault)} />{" "}
      <span className="text-soft">
        <Prose text={adviceOn(fault)} />
      </span>
    </p>
  );
}

/** A long name, which a chain breaks between its steps. */
function TwoLines({ name }: { name: string }) {
  const [first, ...rest] = stepsOf(name);
  if (rest.length === 0) return name;
  return (
    <span className="block">
      <span className="block truncate">{`${first} `}</span>
      <span className="block truncate">{`${BETWEEN.trimStart()}${rest.join(BETWEEN)}`}</span>
    </span>
  );
}

export function FinishRow({ lane, name, index, race, photo, over, best, fault }: RowProps) {
  const lineUp = useTrackLineUp();
  const { speed, cost } = rowFigures(lane, race, over, index);
  const of = photo?.lanes[index];
  const story = lane.sample ? statuses[lane.sample.status] : phaseInWords(lane);
  const beside = name === lane.model ? lane.label : lane.model;
  const under = lane.simulated ? strings.finish.simulated : beside;
  const crossed = of?.crossed_ms ?? null;
  const gaps = of && (of.rank !== 1 || over?.gap_ci) ? gapTexts(of.gap_ms, over) : null;
  const longest = useMedia(NARROW) ? LONG_IN_NARROW : LONG_NAME;
  const isLong = name.length > longest && race.lanes.length <= MANY_LANES;
  const isRanked = (of?.rank ?? null) !== null;
  const time = crossed === null ? duration(null) : durationWithUnit(crossed);
  const isFirst = of?.rank === 1;
  const wrong = over ? wrongRounds(lane) > 0 : isWrong(lane.sample);
  const model = under === name || isLong || race.lanes.length > MANY_LANES ? null : under;
  const who = useMemo(
    () => (
      <span className="min-w-0 flex-1">
        <b className={`who ${isFirst ? "font-bold" : "font-semibold"}`} data-long={isLong}>
          {isLong ? <TwoLines name={name} /> : name}
        </b>
        {model === null ? null : (
          <span className="block truncate text-2xs leading-[15px] text-faint">{model}</span>
        )}
      </span>
    ),
    [name, isFirst, isLong, model],
  );
  return (
    <li
      {...(race.stage === "planned" ? lineUp?.rowOf(lane.place) : null)}
      className="grid-row"
      data-testid={`track-${index}`}
      data-index={index}
      data-key={keyOf(lane.place)}
      style={{ "--lane": laneColour(lane.look) } as React.CSSProperties}
    >
      <Rank photo={photo} index={index} failed={hasFailed(lane, over)} />
      <span
        className="named flex min-w-0 items-center gap-2"
        {...tip(`${lane.label} · ${lane.model}`)}
      >
        {lineUp ? (
          <lineUp.Name place={lane.place} look={lane.look}>
            {who}
          </lineUp.Name>
        ) : (
          <>
            <LaneBadge look={lane.look} />
            {who}
          </>
        )}
        <span className="sr-only">
          {strings.track.rowLabel(name, wrong ? commas([story, strings.checks.noPlace]) : story)}
        </span>
      </span>
      {fault ? (
        <Failure fault={fault} lane={lane} />
      ) : (
        <>
          <span className="wait text-xs text-soft">
            <span className={best.wait.has(index) ? "best" : ""} data-part="waited" />
            <i data-part="hatch" aria-hidden="true" />
          </span>
          <div className="way" aria-hidden="true">
            <i data-part="rest-think" />
            <i data-part="rest-write" />
            <i data-part="think" />
            <i data-part="write" />
            <i data-part="unsure" />
            <svg data-part="notches" role="presentation">
              <path />
              <path />
            </svg>
            <i data-part="within" />
            <i data-part="whisker" />
            <i data-part="wrong" />
            <i data-part="head" />
            <span data-part="count" />
            <span data-part="end" />
            <span data-part="tie" />
          </div>
          <span
            className={`text-right font-semibold whitespace-nowrap ${crossed === null ? "text-faint" : "text-lg"}`}
            data-testid={`crossed-${index}`}
            data-value={crossed ?? ""}
          >
            {photo ? (
              isRanked && of?.rank === 1 ? (
                <span className="best">{time}</span>
              ) : wrong && crossed !== null ? (
                <s {...tip(strings.checks.noPlace)}>{time}</s>
              ) : (
                time
              )
            ) : null}
          </span>
          <span className="gap text-right text-base text-soft">
            {gaps ? (
              <>
                {gaps.gap}
                {gaps.within ? (
                  <span
                    className="-mt-1 flex justify-end text-2xs leading-[14px] whitespace-nowrap text-faint"
                    {...tip(w.withinLabel)}
                    data-testid={`within-${index}`}
                  >
                    {gaps.within}
                  </span>
                ) : null}
              </>
            ) : null}
          </span>
          <span className="text-right text-base text-soft" {...tip(speed.label)}>
            <Best of={best.speed} index={index}>
              {speed.text}
            </Best>
          </span>
          <span
            className={`truncate text-right text-soft ${cost.text.length > LONG_COST ? "text-xs" : "text-base"}`}
            {...tip(cost.label)}
          >
            <Best of={best.cost} index={index}>
              {cost.text}
            </Best>
          </span>
        </>
      )}
    </li>
  );
}
