/** Which question each contender of a sweep answered right, over all its levels. */

import type { Curves, QuestionView } from "../backend/backend";
import { looksOf } from "../backend/looks";
import { reasonsOf } from "../run/lanes/RightTag";
import { shortNameOf } from "../run/names";
import { QuestionTable } from "../run/numbers/QuestionTable";
import { questionName } from "../run/questions";
import { strings } from "../strings/strings";

const w = strings.checks.questions;

export function SweepQuestions({ curves, view }: { curves: Curves; view: QuestionView }) {
  const looks = looksOf(curves.lanes);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable without a mouse.
      tabIndex={0}
      aria-label={w.title}
      className="overflow-x-auto border-t border-line bg-panel pt-2.5"
      data-testid="sweep-questions"
    >
      <QuestionTable
        questions={view.questions}
        lanes={curves.lanes.map((lane, index) => ({
          place: lane.place,
          look: looks[index] ?? index,
          name: shortNameOf(lane, curves.lanes),
        }))}
        nameOf={(question) => questionName(curves.plan, question)}
        reasonsOf={(index, lane) => {
          const checks = view.reasons[index]?.[lane] ?? [];
          return checks.length > 0 ? w.firstOpen(reasonsOf({ checks })) : "";
        }}
      />
    </section>
  );
}
