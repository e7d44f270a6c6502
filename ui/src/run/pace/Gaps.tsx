/** Chunk gaps of each lane: a strip per lane with its stalls, and the same as a table. */

import { Table2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { LanePlayback, Playback } from "../../backend/backend";
import { ChartTable } from "../../charts/ChartTable";
import { coloursNow } from "../../charts/colour";
import { count, milliseconds } from "../../strings/numbers";
import { sentence, sentences } from "../../strings/phrases";
import { strings } from "../../strings/strings";
import { IconButton, LaneBadge } from "../../ui/controls";
import { laneColour } from "../../ui/lanes";
import { useShownTheme } from "../../ui/theme";
import { tip } from "../../ui/tip";
import { shortNameOf } from "../names";
import type { LiveLane, Race } from "../race";
import { drawBarcode } from "./barcode";

const w = strings.stage.gaps;

function storyOf({ logged, barcode }: LanePlayback): string {
  if (!logged) return w.noLog;
  if (barcode.chunks < 2) return barcode.chunks === 1 ? w.one : w.none;
  return w.stalls(barcode.stalls, milliseconds(barcode.longest_gap_ms));
}

/** Redraws when the window's width, its theme or the play-head changes. */
function useStrip(look: number, { barcode }: LanePlayback, untilUs: number | null) {
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useShownTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const draw = () => {
      const colourOf = coloursNow();
      const inks = {
        lane: colourOf(laneColour(look)),
        stall: colourOf("var(--bad)"),
        ground: colourOf("var(--sunk)"),
      };
      drawBarcode(canvas, barcode, inks, untilUs);
    };
    draw();
    const resize = new ResizeObserver(draw);
    resize.observe(canvas);
    return () => resize.disconnect();
  }, [look, barcode, untilUs, theme]);
  return ref;
}

interface StripProps {
  lane: LiveLane;
  name: string;
  playback: LanePlayback;
  untilUs: number | null;
}

function Strip({ lane, name, playback, untilUs }: StripProps) {
  const canvas = useStrip(lane.look, playback, untilUs);
  const { barcode } = playback;
  const story = storyOf(playback);
  const said = w.sentence(name, barcode.chunks, milliseconds(barcode.median_gap_ms), story);
  return (
    <li className="grid grid-cols-[minmax(80px,120px)_minmax(0,1fr)_minmax(110px,210px)] items-center gap-x-3">
      <span className="flex min-w-0 items-center gap-2 text-xs" aria-hidden="true">
        <LaneBadge look={lane.look} />
        <span className="truncate">{name}</span>
      </span>
      <canvas
        ref={canvas}
        role="img"
        aria-label={said}
        className="h-7 w-full rounded-[2px]"
        data-testid={`gaps-${lane.place}`}
      />
      <span
        className={`truncate text-xs ${barcode.stalls > 0 ? "text-bad" : "text-soft"}`}
        {...tip(
          sentences([said, barcode.per_column > 1 ? sentence(w.binned(barcode.per_column)) : null]),
        )}
      >
        {story}
      </span>
    </li>
  );
}

interface GapsProps {
  race: Race;
  playback: Playback;
  /** The play-head; null shows all. */
  untilUs?: number | null;
}

export function Gaps({ race, playback, untilUs = null }: GapsProps) {
  const [asTable, setAsTable] = useState(false);
  const lanes = race.lanes.flatMap((lane, index) => {
    const of = playback.lanes[index];
    return of ? [{ lane, of, name: shortNameOf(lane, race.lanes) }] : [];
  });
  return (
    <section
      aria-label={w.title}
      data-testid="gaps"
      className="border-t border-line bg-panel px-3 py-2.5"
    >
      <header className="mb-1.5 flex min-h-6 items-center gap-2">
        <h3 className="text-sm font-semibold">{w.title}</h3>
        <p
          className="min-w-0 flex-1 truncate text-xs text-faint"
          {...tip(`${w.legend} ${w.tokensLegend}`)}
        >
          {w.legend} {w.tokensLegend}
        </p>
        <IconButton
          label={asTable ? w.strips : w.table}
          aria-pressed={asTable}
          data-testid="gaps-as-table"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <X size={14} aria-hidden="true" /> : <Table2 size={14} aria-hidden="true" />}
        </IconButton>
      </header>
      {asTable ? (
        <ChartTable
          caption={w.title}
          columns={w.columns}
          rows={lanes.map(({ name, of: { barcode } }) => [
            name,
            count(barcode.chunks),
            milliseconds(barcode.median_gap_ms),
            milliseconds(barcode.longest_gap_ms),
            count(barcode.stalls),
            milliseconds(barcode.stall_from_ms),
          ])}
        />
      ) : (
        <ol className="flex flex-col gap-1">
          {lanes.map(({ lane, of, name }) => (
            <Strip key={lane.place} lane={lane} name={name} playback={of} untilUs={untilUs} />
          ))}
        </ol>
      )}
    </section>
  );
}
