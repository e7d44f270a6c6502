/** Which question each lane answered right: questions as rows, lanes as columns, with the reasons on demand. */

import type { QuestionAnswers, Run, Sample } from "../../backend/backend";
import { count, UNKNOWN } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { LaneBadge, MiddleCut } from "../../ui/controls";
import { tip } from "../../ui/tip";
import { reasonsOf } from "../lanes/RightTag";
import { shortNameOf } from "../names";
import { answersTo, questionName } from "../questions";
import type { Race } from "../race";
import { isUnanswered, rightnessOf } from "../right";

const w = strings.checks.questions;

function textOf({ asked, right, wrong, unknown, failed }: QuestionAnswers): string {
  if (asked > 1) {
    const mark = wrong + failed > 0 ? "✗ " : unknown > 0 ? "? " : "";
    return `${mark}${w.rightOf(count(right), count(asked))}`;
  }
  if (failed > 0) return w.failed;
  return w.found[right > 0 ? "right" : wrong > 0 ? "wrong" : "unknown"];
}

const isOpen = (sample: Sample) =>
  !isUnanswered(sample) && ["wrong", "unknown"].includes(rightnessOf(sample) ?? "");

interface CellProps {
  came: QuestionAnswers | null;
  samples: readonly Sample[];
}

function Cell({ came, samples }: CellProps) {
  const reasons = samples.filter(isOpen).map(reasonsOf).join("\n");
  const text = came ? textOf(came) : UNKNOWN;
  const tone = came && came.right < came.asked ? "text-bad" : "text-soft";
  return (
    <td className={`selectable px-3 py-1 text-right ${tone}`}>
      {reasons ? (
        <button
          type="button"
          {...tip(reasons)}
          className="cursor-help underline decoration-dotted decoration-line-strong underline-offset-3"
        >
          {text}
        </button>
      ) : (
        text
      )}
    </td>
  );
}

export function QuestionTable({ race, run }: { race: Race; run: Run }) {
  if (!run.questions) return null;
  const { all, shown, right_left_out, others_left_out } = run.questions;
  return (
    <table className="mb-4 w-full border-collapse text-xs" data-testid="question-table">
      <caption className="px-3 pb-1 text-left text-xs font-semibold">{w.title}</caption>
      <thead>
        <tr>
          <th
            scope="col"
            className="border-b border-line px-3 py-1 text-left font-normal text-faint"
          >
            {w.question}
          </th>
          {race.lanes.map((lane) => (
            <th key={lane.place} scope="col" className="border-b border-line px-3 py-1 text-right">
              <span className="inline-flex items-center gap-2">
                <LaneBadge look={lane.look} />
                <span className="max-w-40">
                  <MiddleCut text={shortNameOf(lane, race.lanes)} />
                </span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="border-b border-line">
        {shown
          .flatMap((index) => all[index] ?? [])
          .map((question) => {
            const name = questionName(run, question);
            return (
              <tr key={question.at} className="hover:bg-raised">
                <th
                  scope="row"
                  className="max-w-80 truncate px-3 py-1 text-left font-normal text-soft"
                  title={name}
                >
                  {name}
                </th>
                {question.lanes.map((came, lane) => (
                  <Cell
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its lane.
                    key={lane}
                    came={came}
                    samples={answersTo(run, lane, question.at)}
                  />
                ))}
              </tr>
            );
          })}
      </tbody>
      {right_left_out + others_left_out > 0 ? (
        <tfoot>
          <tr>
            <td className="px-3 py-1 text-faint" colSpan={1 + race.lanes.length}>
              {w.leftOut(right_left_out, others_left_out)}
            </td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}
