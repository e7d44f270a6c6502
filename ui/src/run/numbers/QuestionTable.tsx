/** Which question each lane answered right: questions as rows, lanes as columns, with the reasons on demand. */

import type { Question, QuestionAnswers, Questions } from "../../backend/backend";
import { count, UNKNOWN } from "../../strings/numbers";
import { said } from "../../strings/said";
import { strings } from "../../strings/strings";
import { LaneBadge, MiddleCut, Prose } from "../../ui/controls";
import { tip } from "../../ui/tip";

const w = strings.checks.questions;

function textOf({ asked, right, wrong, unknown, failed }: QuestionAnswers): string {
  if (asked > 1) {
    const mark = wrong + failed > 0 ? "✗ " : unknown > 0 ? "? " : "";
    return `${mark}${w.rightOf(count(right), count(asked))}`;
  }
  if (failed > 0) return w.failed;
  return w.found[right > 0 ? "right" : wrong > 0 ? "wrong" : "unknown"];
}

function Cell({ came, reasons }: { came: QuestionAnswers | null; reasons: string }) {
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

interface QuestionTableProps {
  questions: Questions;
  lanes: readonly { place: number; look: number; name: string }[];
  nameOf: (question: Question) => string;
  /** Why answers of a lane to the question at an index are not right; nothing where each is. */
  reasonsOf: (index: number, lane: number) => string;
}

export function QuestionTable({ questions, lanes, nameOf, reasonsOf }: QuestionTableProps) {
  const { all, shown, right_left_out, others_left_out, hint = null } = questions;
  const notes = [
    right_left_out + others_left_out > 0 ? w.leftOut(right_left_out, others_left_out) : null,
    hint && said(hint),
  ].filter((note) => note !== null);
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
          {lanes.map(({ place, look, name }) => (
            <th key={place} scope="col" className="border-b border-line px-3 py-1 text-right">
              <span className="inline-flex items-center gap-2">
                <LaneBadge look={look} />
                <span className="max-w-40">
                  <MiddleCut text={name} />
                </span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="border-b border-line">
        {shown.map((index) => {
          const question = all[index];
          if (!question) return null;
          const name = nameOf(question);
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
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its lane.
                <Cell key={lane} came={came} reasons={reasonsOf(index, lane)} />
              ))}
            </tr>
          );
        })}
      </tbody>
      {notes.length > 0 ? (
        <tfoot>
          {notes.map((note) => (
            <tr key={note}>
              <td className="selectable px-3 py-1 text-faint" colSpan={1 + lanes.length}>
                <Prose text={note} />
              </td>
            </tr>
          ))}
        </tfoot>
      ) : null}
    </table>
  );
}
