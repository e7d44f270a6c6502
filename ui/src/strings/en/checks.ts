/** Texts of checks of answers: what is checked, and what came of it. */

import { count } from "../numbers";
import { plural } from "./plural";

export const checks = {
  heading: "Checks",
  number: (n: number) => plural(n, "check"),
  composer: "What makes an answer right: every one of these holds.",
  remove: (check: string) => `Remove the check: ${check}`,
  removed: "Check removed.",
  undo: "Undo",
  /** Each check in a few words. */
  titles: {
    contains: (text: string) => `contains “${text}”`,
    equals: (text: string) => `equals “${text}”`,
    anyCase: (check: string) => `${check} in any case`,
    regex: (pattern: string) => `matches “${pattern}”`,
    first: (wanted: string) => `first number is ${wanted}`,
    last: (wanted: string) => `last number is ${wanted}`,
    only: (wanted: string) => `only number is ${wanted}`,
    json: "is JSON",
    json_schema: "fits the schema",
    tool_call_valid: "tool calls are valid",
    tool_call_equals: (names: string) => `calls “${names}”`,
    merged: "is the expected file",
    mergedWhole: "is the expected file, trailing space included",
    language: (language: string) => `is in ${language}`,
    no_refusal: "is no refusal",
  },
  length: {
    characters: (range: string) => `characters: ${range}`,
    words: (range: string) => `words: ${range}`,
    sentences: (range: string) => `sentences: ${range}`,
    least: (n: string) => `at least ${n}`,
    most: (n: string) => `at most ${n}`,
    between: (least: string, most: string) => `${least} to ${most}`,
  },
  /** Whether an answer is right. */
  verdicts: { right: "right", wrong: "wrong", unknown: "not known if right" },
  passed: (checks: number) => (checks === 1 ? "Its check holds." : `All ${checks} checks hold.`),
  noReason: "Whether the answer is right was kept without the reasons.",
  rightIn: (right: number, known: number) => `right in ${count(right)} of ${count(known)}`,
  alsoUnknown: (n: number) => `${count(n)} not known`,
  /** On the track: beside a bar, and what its mark means. */
  wrongAnswer: "wrong answer",
  wrongIn: (wrong: number, rounds: number) => `wrong in ${count(wrong)} of ${count(rounds)}`,
  noPlace: "no place, because an answer is wrong",
  legend: "struck through: an answer is wrong, so it has no place",
  whoWrong: (who: string) => `Not ranked, because an answer is wrong: ${who}`,
  whoWrongIn: (who: string, wrong: number, rounds: number) =>
    `${who} (${count(wrong)} of ${count(rounds)})`,
  table: {
    right: "Right",
    rightOf: (right: number, known: number) => `${count(right)} of ${count(known)}`,
    share: "Share right",
    within: (share: string, interval: string) => `${share} (95 %: ${interval})`,
    shareStory: "Right ÷ (right + wrong), with its 95 % interval (Wilson).",
    unknown: "Not known if right",
    seconds: "Time per right answer",
    secondsStory: "The time of all measured requests ÷ right answers.",
    dollars: "Cost per right answer",
    dollarsStory:
      "The cost of all measured requests ÷ right answers. Absent if one cost is unknown.",
  },
};
