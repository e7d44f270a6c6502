/** Which question each lane answered right. */

import { describe, expect, it } from "vitest";
import type { Run, Sample } from "../../backend/backend";
import { questionName, questionsOf } from "./QuestionTable";

const answer = (row: number, right: boolean | null, status = "ok") =>
  ({ row, right, status, checks: right === null ? [] : [{}], text: "" }) as unknown as Sample;

const plan = {
  set: {
    type: "rows",
    rows: [
      { name: "q1", prompt: "What is\n6 times 7?" },
      { name: "q2", prompt: `Why ${"and why ".repeat(20)}?` },
    ],
  },
} as unknown as Run["plan"];

const run = (...lanes: Sample[][]): Run =>
  ({ plan, lanes: lanes.map((samples) => ({ samples })) }) as unknown as Run;

describe("questions should", () => {
  it("be named by their row and how their prompt begins", () => {
    expect(questionName(plan, 0, 0), "in one line").toBe("q1: What is 6 times 7?");
    expect(questionName(plan, 1, 1).endsWith("…"), "a long one is cut").toBe(true);
    expect(questionName({ ...plan, set: null } as never, null, 2), "a round").toBe("Round 3");
  });

  it("hold what each lane answered to each", () => {
    const all = questionsOf(
      run([answer(0, true), answer(1, false)], [answer(0, true), answer(1, null, "error_net")]),
    );
    expect(all.map(({ asked }) => asked.map(({ length }) => length))).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(all[1]?.asked[0]?.[0]?.right, "the first lane is wrong").toBe(false);
  });

  it("not be shown where nothing was checked", () => {
    expect(questionsOf(run([answer(0, null), answer(1, null)]))).toEqual([]);
  });
});
