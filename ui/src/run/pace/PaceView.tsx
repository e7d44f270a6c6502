/** Tokens over time and chunk gaps, live and after the race. */

import { PICTURE_ENTRIES, usePlayback } from "../../backend/results";
import { strings } from "../../strings/strings";
import type { Playing, Race } from "../race";
import type { TrackSource } from "../track/Track";
import { Gaps } from "./Gaps";
import { LivePace } from "./LivePace";
import { Overtakes, PaceChart } from "./PaceChart";

interface PaceViewProps {
  race: Race;
  source: TrackSource;
  playing: Playing | undefined;
}

export function PaceView({ race, source, playing }: PaceViewProps) {
  const asked = playing ? null : (race.run?.id ?? null);
  const loaded = usePlayback(asked, race.round, PICTURE_ENTRIES);
  const playback = playing?.playback ?? loaded.data;
  const untilUs = playing ? playing.headUs : null;
  if (!playback) {
    if (loaded.isError) return <p className="p-4 text-xs text-soft">{strings.replay.gone}</p>;
    return <LivePace race={race} source={source} />;
  }
  return (
    <div className="flex flex-col gap-2.5" data-testid="pace-view">
      <h2 className="sr-only">{strings.stage.view.pace}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)_300px] gap-2.5 max-[1100px]:grid-cols-[minmax(0,1fr)_220px]">
        <PaceChart race={race} playback={playback} untilUs={untilUs} />
        <Overtakes race={race} playback={playback} untilUs={untilUs} />
      </div>
      <Gaps race={race} playback={playback} untilUs={untilUs} />
    </div>
  );
}
