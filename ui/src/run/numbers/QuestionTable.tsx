/** Which question each lane answered right: questions as rows, lanes as columns, with the reasons on demand. */

import type { Plan, Run, Sample } from "../../backend/backend";
import { count, UNKNOWN } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import { LaneBadge, MiddleCut } from "../../ui/controls";
import { tip } from "../../ui/tip";
import { reasonsOf } from "../lanes/RightTag";
import { shortNameOf } from "../names";
import type { Race } from "../race";
import { isUnanswered, rightnessOf } from "../right";

const w = strings.checks.questions;

/** Of more questions, those that every lane answered right are left out first. */
const MOST_QUESTIONS = 60;
const LONGEST_PROMPT = 48;

interface Question {
  at: number;
  name: string;
  /** Of each lane, in order. */
  asked: Sample[][];
}

const isRight = (sample: Sample) => rightnessOf(sample) === "right";
const isNotRight = (sample: Sample) =>
  isUnanswered(sample) || ["wrong", "unknown"].includes(rightnessOf(sample) ?? "");

/** What a round asked: the row's name and how its prompt begins, or the number of the round. */
export function questionName({ set }: Plan, row: number | null | undefined, round: number): string {
  const own = set?.type === "rows" ? set.rows[row ?? -1] : undefined;
  if (!own) return w.round(round + 1);
  const prompt = own.prompt.trim().replaceAll(/\s+/g, " ");
  const begins =
    prompt.length > LONGEST_PROMPT ? `${prompt.slice(0, LONGEST_PROMPT).trimEnd()}…` : prompt;
  return [own.name, begins].filter(Boolean).join(": ");
}

/** The questions of a run in order; empty if nothing was checked, or one question was asked. */
export function questionsOf(run: Run): Question[] {
  const hasRows = Boolean(run.plan.set);
  const found = new Map<number, Question>();
  run.lanes.forEach((lane, index) => {
    lane.samples.forEach((sample, round) => {
      const at = hasRows ? (sample.row ?? -1) : round;
      const own = found.get(at) ?? {
        at,
        name: questionName(run.plan, sample.row, hasRows ? at : round),
        asked: run.lanes.map(() => []),
      };
      own.asked[index]?.push(sample);
      found.set(at, own);
    });
  });
  const checked = [...found.values()].filter(({ asked }) =>
    asked.flat().some((sample) => rightnessOf(sample) !== null),
  );
  return checked.length < 2 ? [] : checked.sort((a, b) => a.at - b.at);
}

/** Those that are shown of many. */
function shownOf(all: Question[]): { shown: Question[]; leftOut: number } {
  const open =
    all.length > MOST_QUESTIONS ? all.filter(({ asked }) => asked.flat().some(isNotRight)) : all;
  const shown = open.slice(0, MOST_QUESTIONS);
  return { shown, leftOut: all.length - shown.length };
}

function textOf(samples: readonly Sample[]): string {
  const [first, ...others] = samples;
  if (!first) return UNKNOWN;
  if (others.length === 0) {
    if (isUnanswered(first)) return w.failed;
    const found = rightnessOf(first);
    return found ? w.found[found] : UNKNOWN;
  }
  const right = samples.filter(isRight).length;
  const text = w.rightOf(count(right), count(samples.length));
  return right === samples.length ? text : `✗ ${text}`;
}

function Cell({ samples }: { samples: readonly Sample[] }) {
  const open = samples.filter((sample) => isNotRight(sample) && !isUnanswered(sample));
  const reasons = open.map(reasonsOf).join("\n");
  const text = textOf(samples);
  const tone = samples.some(isNotRight) ? "text-bad" : "text-soft";
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
  const all = questionsOf(run);
  if (all.length === 0) return null;
  const { shown, leftOut } = shownOf(all);
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
        {shown.map(({ at, name, asked }) => (
          <tr key={at} className="hover:bg-raised">
            <th
              scope="row"
              className="max-w-80 truncate px-3 py-1 text-left font-normal text-soft"
              title={name}
            >
              {name}
            </th>
            {asked.map((samples, lane) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its lane.
              <Cell key={lane} samples={samples} />
            ))}
          </tr>
        ))}
      </tbody>
      {leftOut > 0 ? (
        <tfoot>
          <tr>
            <td className="px-3 py-1 text-faint" colSpan={1 + race.lanes.length}>
              {w.leftOut(leftOut)}
            </td>
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}
