/** The bar above the lanes: the choice of view, and its controls. */

import { History, Repeat, Scale } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { Medals } from "../backend/backend";
import { usePreflight } from "../backend/queries";
import { strings } from "../strings/strings";
import { Button, Keys } from "../ui/controls";
import { useMedia } from "../ui/media";
import { address } from "../ui/route";
import { Segments } from "../ui/Segments";
import { tip } from "../ui/tip";
import type { Race } from "./race";
import { AGAIN_ROUNDS, type AxisKind, MOST_UNTIL_SETTLED, useView, VIEWS, type View } from "./view";

const w = strings.stage;

/** The views of a race: a single round, or the playback of one, has no spread to draw, and without a judge nothing was said. */
export function viewsOf({ plan, run }: Race, isReplay: boolean): View[] {
  return VIEWS.filter((view) => {
    if (view === "rounds") return plan.repeat > 1 && !isReplay;
    return view !== "judge" || (Boolean(run?.judgement) && !isReplay);
  });
}

/** Where there is no room to say what is special about a finish line. */
const NARROW = "(max-width: 1100px)";

/** Where the race by distance ends. */
function FinishPick({ medals }: { medals: Medals | undefined }) {
  const distance = useView((looking) => looking.distance);
  const setDistance = useView((looking) => looking.setDistance);
  const isNarrow = useMedia(NARROW);
  if (!medals?.distance) return null;
  const { distances, longest_common } = medals;
  const usual = [...new Set([...distances, medals.distance])]
    .filter((tokens) => tokens !== longest_common)
    .sort((a, b) => a - b);
  return (
    <label className="flex items-center gap-1.5 text-xs text-soft">
      <span className="max-[1100px]:sr-only">{w.finish}</span>
      <select
        aria-label={w.finish}
        className="h-7 rounded-md border border-line-strong bg-panel pr-6 pl-1.5 text-xs text-ink max-[1100px]:max-w-28 max-[960px]:max-w-25"
        value={distance ?? medals.distance}
        data-testid="finish-at"
        onChange={(event) => setDistance(Number(event.currentTarget.value))}
      >
        {usual.map((tokens) => (
          <option key={tokens} value={tokens}>
            {w.finishAt(tokens)}
          </option>
        ))}
        {longest_common ? (
          <option value={longest_common}>
            {isNarrow ? w.finishAt(longest_common) : w.longestCommon(longest_common)}
          </option>
        ) : null}
      </select>
    </label>
  );
}

/** The maximum cost of racing again, if there is any. */
function AgainCost({ race }: { race: Race }) {
  const isReal = race.lanes.some(({ simulated }) => !simulated);
  const { plan } = race;
  const again = useMemo(() => ({ ...plan, repeat: AGAIN_ROUNDS }), [plan]);
  const preflight = usePreflight(again, isReal).data;
  if (!isReal || !preflight) return null;
  const most = preflight.most_usd ?? null;
  return (
    <span className="font-normal text-soft" data-testid="again-cost">
      {most === null ? strings.race.preflight.noPrice : strings.race.preflight.mostCost(most)}
    </span>
  );
}

const AXES: readonly AxisKind[] = ["clock", "distance"];

interface ViewBarProps {
  race: Race;
  views: readonly View[];
  medals: Medals | undefined;
  /** Races these lanes again; null if that is impossible. */
  onAgain: (() => void) | null;
  /** Races these lanes until the leader is settled; null if that is impossible. */
  onSettle: (() => void) | null;
  /** What asks a judge about a stored race; absent where that is done elsewhere. */
  judge: ReactNode;
  /** Whether there is a stored race to play back. */
  canReplay: boolean;
}

export function ViewBar({
  race,
  views,
  medals,
  onAgain,
  onSettle,
  judge,
  canReplay,
}: ViewBarProps) {
  const { view, show, axis, setAxis } = useView();
  const hasTrack = view === "lanes";
  return (
    <div
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 max-[1100px]:gap-x-2 max-[960px]:gap-x-1.5"
      data-testid="view-bar"
    >
      <Segments
        label={w.views}
        value={view}
        choices={views.map((each) => ({
          value: each,
          text: w.view[each],
          testId: `view-${each}`,
        }))}
        onChange={show}
      />
      {hasTrack ? (
        <div
          {...tip(axis === "clock" ? w.clockHint : w.distanceHint, { keys: ["T"], side: "bottom" })}
        >
          <Segments
            label={w.axis}
            value={axis}
            choices={AXES.map((each) => ({
              value: each,
              text: w[each],
              testId: `axis-${each}`,
            }))}
            onChange={setAxis}
          />
        </div>
      ) : null}
      {hasTrack ? <FinishPick medals={medals} /> : null}
      <div className="ml-auto flex items-center gap-2">
        {onAgain ? (
          <Button {...tip(w.againHint, { side: "bottom" })} onClick={onAgain} data-testid="again">
            <Repeat size={13} aria-hidden="true" />
            {w.again(AGAIN_ROUNDS)}
            <AgainCost race={race} />
            <span className="max-[1400px]:hidden">
              <Keys keys={["Mod", "Shift", "Enter"]} />
            </span>
          </Button>
        ) : null}
        {onSettle && race.lanes.length > 1 ? (
          <Button
            {...tip(w.untilSettledHint(MOST_UNTIL_SETTLED), { side: "bottom" })}
            onClick={onSettle}
            data-testid="until-settled"
          >
            <Scale size={13} aria-hidden="true" />
            <span className="max-[1100px]:sr-only">{w.untilSettled}</span>
          </Button>
        ) : null}
        {canReplay ? judge : null}
        {canReplay && race.run ? (
          <a
            href={address("replay", race.run.id)}
            {...tip(w.replayHint, { side: "bottom" })}
            data-testid="to-replay"
            className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line-strong bg-panel px-2.5 text-xs hover:bg-raised"
          >
            <History size={13} aria-hidden="true" />
            <span className="max-[1100px]:sr-only">{w.replay}</span>
          </a>
        ) : null}
      </div>
    </div>
  );
}
