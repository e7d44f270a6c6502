/** Names the prompt and lanes of the results on the stage, as soon as those in the composer differ. */

import { Undo2 } from "lucide-react";
import type { LanePlan, Plan } from "../backend/backend";
import { planAgain, useDraft } from "../plan/draft";
import type { Race } from "../run/race";
import { moment } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { tip } from "../ui/tip";

const w = strings.race.asked;

const ofLane = ({ provider, model, max_tokens, temperature, effort, service_tier }: LanePlan) =>
  [provider, model, max_tokens, temperature, effort, service_tier].map((each) => each ?? null);

/** The part of a plan that decides what is sent to whom: without the number of rounds, and without muted lanes. */
function essenceOf({ prompt, system, max_tokens, temperature, effort, lanes, ...rest }: Plan) {
  return JSON.stringify([
    prompt,
    system?.trim() ? system : null,
    max_tokens ?? null,
    temperature ?? null,
    effort ?? null,
    rest.deadline_s ?? null,
    lanes.filter(({ muted }) => !muted).map(ofLane),
  ]);
}

/** Whether two plans send the same requests to the same contenders. */
export function sendsTheSame(one: Plan, other: Plan): boolean {
  return essenceOf(one) === essenceOf(other);
}

/** The first words of a prompt, on one line. */
export function briefly(prompt: string): string {
  const line = prompt.slice(0, 400).trim().replace(/\s+/g, " ");
  return line.length > 90 ? `${line.slice(0, 90)}…` : line;
}

export function ResultPlan({ race, draft }: { race: Race; draft: Plan }) {
  const load = useDraft((state) => state.load);
  if (sendsTheSame(race.plan, draft)) return null;
  const began = race.run ? moment(race.run.started_at).time : null;
  const parts = [
    w.line(briefly(race.plan.prompt)),
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
