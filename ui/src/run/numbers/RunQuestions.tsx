/** Which question each lane of an opened run answered right, with why of every answer that is not. */

import type { Run, Sample } from "../../backend/backend";
import { reasonsOf } from "../lanes/RightTag";
import { shortNameOf } from "../names";
import { answersTo, questionName } from "../questions";
import type { Race } from "../race";
import { isUnanswered, rightnessOf } from "../right";
import { QuestionTable } from "./QuestionTable";

const isOpen = (sample: Sample) =>
  !isUnanswered(sample) && ["wrong", "unknown"].includes(rightnessOf(sample) ?? "");

export function RunQuestions({ race, run }: { race: Race; run: Run }) {
  const { questions } = run;
  if (!questions) return null;
  return (
    <QuestionTable
      questions={questions}
      lanes={race.lanes.map((lane) => ({
        place: lane.place,
        look: lane.look,
        name: shortNameOf(lane, race.lanes),
      }))}
      nameOf={(question) => questionName(run.plan, question)}
      reasonsOf={(index, lane) => {
        const at = questions.all[index]?.at ?? -1;
        return answersTo(run, lane, at).filter(isOpen).map(reasonsOf).join("\n");
      }}
    />
  );
}
