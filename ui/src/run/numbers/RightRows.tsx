/** How many answers are right, and what a right one took: rows of the table of all numbers, only if there are checks. */

import type { CheckVerdict, RightAnswers, Run } from "../../backend/backend";
import { count, dollars, durationWithUnit, share, UNKNOWN } from "../../strings/numbers";
import { interval } from "../../strings/phrases";
import { strings } from "../../strings/strings";
import { tip } from "../../ui/tip";
import type { Race } from "../race";
import { rightnessOf } from "../right";

const w = strings.checks.table;

export interface RightRow {
  id: string;
  name: string;
  /** How it is computed. */
  story: string | null;
  /** Of each lane. */
  texts: string[];
}

/** The share of right answers with its interval. */
function shareOf({ share: right, interval: within }: RightAnswers): string {
  const text = share(right);
  if (!within || within.low === null || within.high === null) return text;
  return w.within(text, interval(share(within.low), share(within.high)));
}

function rightOf({ right, wrong, failed = 0 }: RightAnswers): string {
  return right + wrong === 0 ? UNKNOWN : w.rightOf(right, right + wrong + failed);
}

const inMs = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : seconds * 1_000;

type Over = readonly [id: string, name: string, story: string, of: (right: RightAnswers) => string];

const OVER_ROUNDS: readonly Over[] = [
  ["right_answers", w.right, "", rightOf],
  ["share_right", w.share, w.shareStory, shareOf],
  ["unknown_answers", w.unknown, "", ({ unknown }) => count(unknown)],
  [
    "seconds_per_right",
    w.seconds,
    w.secondsStory,
    ({ seconds_per_right }) => durationWithUnit(inMs(seconds_per_right)),
  ],
  ["usd_per_right", w.dollars, w.dollarsStory, ({ usd_per_right }) => dollars(usd_per_right)],
];

/** Over the rounds of `run`, or of the round that is shown; empty if no answer was checked. */
export function rightRows(race: Race, run: Run | null): RightRow[] {
  if (run) {
    const found = run.lanes.map(({ right }) => right ?? null);
    if (found.every((each) => each === null)) return [];
    return OVER_ROUNDS.map(([id, name, story, of]) => ({
      id,
      name,
      story: story || null,
      texts: found.map((each) => (each ? of(each) : UNKNOWN)),
    }));
  }
  const found = race.lanes.map(({ sample }) => sample && rightnessOf(sample));
  if (found.every((each) => each === null)) return [];
  const textOf = (verdict: CheckVerdict | null) =>
    verdict ? strings.checks.verdicts[verdict] : UNKNOWN;
  return [{ id: "right", name: w.right, story: null, texts: found.map(textOf) }];
}

export function RightRows({ rows }: { rows: readonly RightRow[] }) {
  if (rows.length === 0) return null;
  return (
    <tbody className="border-b border-line">
      {rows.map(({ id, name, story, texts }) => (
        <tr key={id} className="hover:bg-raised" data-testid={`row-${id}`}>
          <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap text-soft">
            {story === null ? (
              name
            ) : (
              <button
                type="button"
                {...tip(story)}
                className="cursor-help text-left underline decoration-dotted decoration-line-strong underline-offset-3"
              >
                {name}
              </button>
            )}
          </th>
          {texts.map((text, lane) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its lane.
            <td key={lane} className="selectable px-3 py-1 text-right">
              {text}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
