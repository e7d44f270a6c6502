/** Playback controls: play, pause, speed and position. */

import { Pause, Play, SkipBack, SkipForward } from "lucide-react";
import { decimal } from "../strings/numbers";
import { strings } from "../strings/strings";
import { IconButton } from "../ui/controls";
import { Segments } from "../ui/Segments";
import { tip } from "../ui/tip";
import { type Player, type PlayerState, SPEEDS } from "./Player";
import { scrub, toEnd } from "./playerStore";

const w = strings.replay;

const inSeconds = (us: number) => `${decimal(us / 1e6, 2)} s`;

/** The native slider's own steps differ. */
function onScrubKey(event: React.KeyboardEvent): void {
  const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
  if (direction) scrub(direction, event.shiftKey);
  else if (event.key === "Home") toEnd("start");
  else if (event.key === "End") toEnd("end");
  else return;
  event.preventDefault();
}

function Head({ player, headUs }: { player: Player; headUs: number }) {
  const { ended_us } = player.playback;
  return (
    <input
      type="range"
      aria-label={w.head}
      aria-valuetext={w.headAt(inSeconds(headUs), inSeconds(ended_us))}
      className="play-head min-w-0 flex-1"
      min={0}
      max={ended_us}
      step={1}
      value={headUs}
      data-testid="play-head"
      style={{ "--played": `${(headUs / Math.max(1, ended_us)) * 100}%` } as React.CSSProperties}
      onKeyDown={onScrubKey}
      onChange={(event) => player.seek(event.currentTarget.valueAsNumber)}
    />
  );
}

export function Transport({ player, shown }: { player: Player; shown: PlayerState }) {
  const { headUs, playing, speed } = shown;
  const PlayIcon = playing ? Pause : Play;
  return (
    <div
      className="flex h-10 shrink-0 items-center gap-3 rounded-lg border border-line bg-panel px-3 max-[1100px]:gap-2"
      data-testid="transport"
    >
      <div className="flex items-center gap-1">
        <IconButton label={w.start} keys={["Home"]} side="bottom" onClick={() => toEnd("start")}>
          <SkipBack size={14} aria-hidden="true" />
        </IconButton>
        <button
          type="button"
          {...tip(playing ? w.pause : w.play, { keys: ["Space"], side: "bottom" })}
          aria-label={playing ? w.pause : w.play}
          className="grid size-8 place-items-center rounded-md bg-ink text-panel hover:bg-soft"
          data-testid="play-pause"
          onClick={() => player.toggle()}
        >
          <PlayIcon size={15} aria-hidden="true" fill="currentColor" />
        </button>
        <IconButton label={w.end} keys={["End"]} side="bottom" onClick={() => toEnd("end")}>
          <SkipForward size={14} aria-hidden="true" />
        </IconButton>
      </div>
      <Head player={player} headUs={headUs} />
      <output className="w-32 text-right text-xs whitespace-nowrap text-soft" data-testid="head-at">
        {w.headAt(inSeconds(headUs), inSeconds(player.playback.ended_us))}
      </output>
      <Segments
        label={w.speed}
        value={speed}
        choices={SPEEDS.map((each) => ({
          value: each,
          text: w.times(each),
          testId: `speed-${each}`,
        }))}
        onChange={(each) => player.setSpeed(each)}
      />
    </div>
  );
}
