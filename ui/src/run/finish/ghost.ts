/**
 * The example shown before a new user's first race: what four simulated contenders had written two seconds after the
 * send, taken from the log of one such race. It is shown pale on the track, labelled as an example, until the first
 * gun; none of it is stored.
 */

import type { Race } from "../race";
import { CERTAIN, type RowPicture } from "./finishPicture";

/** The finish line of that race, in tokens. */
const LINE = 256;

type ExampleRow = Pick<RowPicture, "waitMs" | "written" | "thought">;

/** By model. */
const EXAMPLE: Readonly<Record<string, ExampleRow>> = {
  "wafer-scale": { waitMs: 300, written: 256, thought: 0 },
  "gpu-cloud": { waitMs: 500, written: 179, thought: 0 },
  reasoning: { waitMs: 600, written: 168, thought: 168 },
  frontier: { waitMs: 1_800, written: 12, thought: 0 },
};

/** The rows of the example; null if the line-up is not that of the example. */
export function ghostRows(race: Race, line: number): RowPicture[] | null {
  if (race.stage !== "planned" || line !== LINE || race.lanes.length === 0) return null;
  const rows = race.lanes.flatMap(({ simulated, model }): RowPicture[] => {
    const row = simulated ? EXAMPLE[model] : undefined;
    if (!row) return [];
    return [
      {
        ...row,
        waits: false,
        earlier: [],
        reach: LINE,
        // Everything so far was reasoning; how much more would come is not part of the example.
        ...(row.thought > 0 ? { reach: row.written } : {}),
        notches: [],
        beyond: 0,
        ...CERTAIN,
        wrong: false,
        said: "",
        outcome: "running",
      },
    ];
  });
  return rows.length === race.lanes.length ? rows : null;
}
