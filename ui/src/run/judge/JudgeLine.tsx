/** In one line, how far the judge of a race is, or what came of it. */

import { strings } from "../../strings/strings";
import { tip } from "../../ui/tip";
import { shortNameOf } from "../names";
import type { Race } from "../race";
import { briefly } from "./judged";

const w = strings.judge;

function told(race: Race): string | null {
  const { run, judging } = race;
  if (!run) return judging ? w.judging(judging.ended, judging.of) : null;
  const judgement = run.judgement ?? null;
  if (judgement) {
    return briefly(judgement, (index) => {
      const lane = race.lanes[index];
      return lane ? shortNameOf(lane, race.lanes) : "";
    });
  }
  return (run.plan.judge ?? null) === null ? null : w.notAsked;
}

/** Whom the judge prefers, or why its word is not used; nothing without a judge. */
export function JudgeLine({ race }: { race: Race }) {
  const words = told(race);
  if (words === null) return null;
  return (
    <p className="judged truncate text-xs text-soft" {...tip(words)} data-testid="judged">
      <span className="text-faint">{w.name}</span> {words}
    </p>
  );
}
