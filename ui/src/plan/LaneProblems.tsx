/** The lanes that cannot carry the request, each with what to change: too long to stand beside the button. */

import { useState } from "react";
import type { Problem } from "../backend/backend";
import { begun } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Prose } from "../ui/controls";
import { Popover } from "../ui/Popover";

const w = strings.composer.carried;

export function LaneProblems({ problems }: { problems: readonly Problem[] }) {
  const [open, setOpen] = useState(false);
  const places = new Set(problems.map(({ lane }) => lane ?? 0));
  const [place = 0] = places;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      align="end"
      title={w.title}
      testId="lane-problems"
      className="max-h-[60vh] w-[420px] overflow-y-auto p-3"
      trigger={(opens) => (
        <button
          {...opens}
          data-testid="preflight-problems"
          className="text-left text-warn underline decoration-dotted underline-offset-2"
        >
          {places.size > 1 ? w.lanes(places.size) : w.one(place + 1)}
        </button>
      )}
    >
      <ul className="selectable flex flex-col gap-2 text-xs text-soft">
        {problems.map(({ lane, message }) => {
          const text = strings.race.preflight.laneProblem((lane ?? 0) + 1, begun(said(message)));
          return (
            <li key={text}>
              <Prose text={text} />
            </li>
          );
        })}
      </ul>
    </Popover>
  );
}
