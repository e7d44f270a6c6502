/** What the marks of a photo finish mean: only those that occur, in the window and in every picture that leaves it. */

import { durationWithUnit } from "../../strings/numbers";
import { strings } from "../../strings/strings";
import type { RowPicture } from "./finishPicture";

export type LegendMark =
  | "written"
  | "later"
  | "notch"
  | "think"
  | "within"
  | "unsure"
  | "chunk"
  | "wrong"
  | "step";

export interface LegendItem {
  mark: LegendMark;
  text: string;
}

/** `line` is the finish line in tokens, `notchMs` the time between two notches, or null if there are none. */
export function legendOf(
  rows: readonly RowPicture[],
  line: number,
  notchMs: number | null,
): LegendItem[] {
  const w = strings.finish.legend;
  const some = (of: (row: RowPicture) => boolean) => rows.some(of);
  const later = some(
    ({ written, reach, unsure }) => unsure === null && Math.min(reach, line) > written,
  );
  const shared = rows.find((row) => row.shared)?.shared;
  const items: [boolean, LegendMark, string][] = [
    [later, "written", w.written],
    [later, "later", w.later],
    [notchMs !== null, "notch", w.notch(durationWithUnit(notchMs))],
    [some(({ thought }) => thought > 0), "think", w.think],
    [some(({ within }) => within !== null), "within", w.within],
    [shared !== undefined, "unsure", shared ? strings.finish.shared[shared] : ""],
    [some(({ beyond, within }) => beyond > 0 && within === null), "chunk", w.chunk],
    [some(({ wrong }) => wrong), "wrong", strings.checks.legend],
    [some(({ earlier }) => earlier.length > 0), "step", strings.chain.earlier],
  ];
  return items.flatMap(([occurs, mark, text]) => (occurs ? [{ mark, text }] : []));
}
