/** Which question each lane answered right. */

import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type {
  CheckResult,
  Curves,
  Question,
  QuestionAnswers,
  Run,
  Sample,
} from "../../backend/backend";
import { verbatim } from "../../strings/said";
import { SweepQuestions } from "../../sweep/SweepQuestions";
import { expectAccessible } from "../../testing";
import { questionName, roundNames } from "../questions";
import { raceOfRun } from "../race";
import { RunQuestions } from "./RunQuestions";

const answer = (row: number, right: boolean | null, reason: string | null = null) =>
  ({
    row,
    right,
    status: right === null ? "error_net" : "ok",
    checks: reason ? [{ check: "is JSON", verdict: "wrong", reason }] : [],
    text: "",
  }) as unknown as Sample;

const came = (change: Partial<QuestionAnswers>): QuestionAnswers => ({
  asked: 1,
  right: 0,
  wrong: 0,
  unknown: 0,
  failed: 0,
  ...change,
});

const plan = { set: { type: "suite", suite: "sums-2026-11" } } as unknown as Run["plan"];

function run(all: Question[], ...lanes: Sample[][]): Run {
  return {
    id: "run",
    plan,
    questions: { all, shown: all.map((_, at) => at), right_left_out: 3, others_left_out: 1 },
    lanes: lanes.map((samples, place) => ({ place, model: `m${place}`, label: "", samples })),
  } as unknown as Run;
}

const two: Question[] = [
  { at: 0, name: "sum-1: What is 6 times 7?", lanes: [came({ right: 1 }), came({ wrong: 1 })] },
  {
    at: 4,
    name: "sum-5: Why?",
    lanes: [came({ asked: 3, right: 2, unknown: 1 }), came({ failed: 1 })],
  },
  { at: 7, lanes: [null, came({ unknown: 1 })] },
];

describe("questions should", () => {
  it("have the names that the engine gives them, and otherwise numbers", () => {
    const suite = run(two);
    expect(suite.questions?.all.map((one) => questionName(suite.plan, one))).toEqual([
      "sum-1: What is 6 times 7?",
      "sum-5: Why?",
      "Question 8",
    ]);
    const rounds = { ...suite, plan: { ...plan, set: null } } as Run;
    expect(questionName(rounds.plan, { at: 2, lanes: [] }), "without a set").toBe("Round 3");
  });

  it("name the rounds that asked them", () => {
    const asked = run(two, [answer(4, true), answer(0, true)], [answer(4, true)]);
    expect(roundNames(asked)).toEqual(["sum-5: Why?", "sum-1: What is 6 times 7?"]);
    const none = { ...asked, plan: { ...plan, set: null } } as Run;
    expect(roundNames(none), "every round asked the same").toEqual([null, null]);
  });

  it("be drawn as the engine counted them, with the reasons", () => {
    const asked = run(two, [answer(0, true)], [answer(0, false, "found text")]);
    render(<RunQuestions race={raceOfRun(asked, 0)} run={asked} />);
    const cells = screen.getAllByRole("row").map((row) => {
      const found = within(row).queryAllByRole("cell");
      return found.map(({ textContent }) => textContent);
    });
    expect(cells).toEqual([
      [],
      ["right", "✗ wrong"],
      ["? 2 of 3", "✗ failed"],
      ["–", "? unknown"],
      ["Left out: 3 questions that every lane answered right and 1 question more."],
    ]);
    expect(screen.getByRole("button", { name: "✗ wrong" }), "why, on demand").toBeTruthy();
  });

  it("say what to expect instead where wrong answers have it among other words", () => {
    const hint = verbatim("2 of 3 wrong answers: check for `icontains:TEXT`.");
    const asked = run(two, [answer(0, false, "found text")], [answer(0, true)]);
    if (asked.questions) asked.questions.hint = hint;
    render(<RunQuestions race={raceOfRun(asked, 0)} run={asked} />);
    expect(screen.getByText("icontains:TEXT").tagName, "what to write, as it is written").toBe(
      "CODE",
    );
  });

  it("be drawn of a sweep, over all its levels, with why the first answer that is not right is not", async () => {
    const lanes = [0, 1].map((place) => ({
      place,
      model: `m${place}`,
      label: "",
      simulated: true,
    }));
    const curves = { id: "sweep", plan, lanes } as unknown as Curves;
    const found = { check: "is JSON", verdict: "wrong", reason: "found text" } as CheckResult;
    const questions = { all: two, shown: [0, 1, 2], right_left_out: 0, others_left_out: 0 };
    const view = {
      questions,
      reasons: [
        [[], [found]],
        [[], []],
        [[], []],
      ],
    };
    const { container } = render(<SweepQuestions curves={curves} view={view} />);
    expect(within(container).getAllByRole("row").length, "a heading and each question").toBe(4);
    const [open, ...others] = within(container).getAllByRole("button");
    expect([open?.textContent, others.length], "one has a reason").toEqual(["✗ wrong", 0]);
    await expectAccessible("the questions of a sweep");
  });

  it("not be shown where nothing was checked", () => {
    const { questions, ...unchecked } = run(two, [answer(0, true)]);
    const { container } = render(
      <RunQuestions race={raceOfRun(unchecked as Run, 0)} run={unchecked as Run} />,
    );
    expect([container.textContent, questions?.all.length]).toEqual(["", 3]);
  });
});
