/** Names the prompt and lanes of the results on the stage, as soon as those in the composer differ. */

import { Undo2 } from "lucide-react";
import { useMemo } from "react";
import type { Plan } from "../backend/backend";
import { planAgain, useDraft } from "../plan/draft";
import type { Race } from "../run/race";
import { briefly, firstWords } from "../run/request/payload";
import { sendsTheSame } from "../run/sameRequests";
import { moment } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { tip } from "../ui/tip";

const w = strings.race.asked;

export function ResultPlan({ race, draft }: { race: Race; draft: Plan }) {
  const load = useDraft((state) => state.load);
  // A plan may have hundreds of turns, and what is on the stage is drawn at every event.
  const isSame = useMemo(() => sendsTheSame(race.plan, draft), [race.plan, draft]);
  if (isSame) return null;
  const began = race.run ? moment(race.run.started_at).time : null;
  const parts = [
    w.line(briefly(firstWords(race.plan))),
    strings.race.preflight.lanes(race.lanes.length, race.lanes.length),
    began,
  ];
  return (
    <p
      data-testid="asked"
      className="flex shrink-0 items-center gap-3 rounded-md border border-line bg-raised py-0.5 pr-1 pl-3 text-xs text-soft"
    >
      <span className="min-w-0 flex-1 truncate">{parts.filter(Boolean).join(" · ")}</span>
      <Button
        look="quiet"
        size="small"
        {...tip(w.loadHint, { side: "bottom" })}
        data-testid="load-asked"
        onClick={() => load(planAgain(race.plan))}
      >
        <Undo2 size={13} aria-hidden="true" />
        {w.load}
      </Button>
    </p>
  );
}
