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
  asksSet: (prompts: number | null, rounds: number, suite: string | null) => {
    const what =
      suite === null
        ? `${prompts === null ? "the prompts" : plural(prompts, "prompt")} of a set`
        : `the built-in suite “${suite}”`;
    const asks = `This race asks ${what}, one in each round, in place of the prompt above.`;
    return prompts !== null && rounds < prompts
      ? `${asks} Its ${plural(rounds, "round")} ${rounds === 1 ? "asks" : "ask"} the first ${count(rounds)} of them.`
      : asks;
  },
  checkedOfSet: (checked: number, prompts: number) => {
    if (checked === prompts) return "Each says what makes its answer right.";
    return checked === 0
      ? "None says what makes its answer right."
      : `Of these, ${count(checked)} ${checked === 1 ? "says" : "say"} what makes the answer right.`;
  },
  promptsOfSet: "The prompts of the set",
  showSet: "Show the prompts",
  moreOfSet: (more: number) => `and ${count(more)} more.`,
  removedSet: "The prompt above is asked again, once.",
  removeSet: "Ask the prompt above instead",
  /** The form of a check. */
  form: {
    title: "Check the answers",
    addHint: "Check the answers: say what makes one right",
    kind: "An answer is right if it",
    kinds: {
      contains: "contains a text",
      equals: "equals a text",
      regex: "matches a regular expression",
      number: "gives a number",
      json: "is JSON",
      json_schema: "fits a JSON Schema",
      tool_call_valid: "calls tools as they are declared",
      tool_call_equals: "makes these tool calls",
      merged: "is a file",
      length: "has a length",
      language: "is in a language",
      no_refusal: "is no refusal",
      command: "passes a command of your own",
    },
    fields: {
      text: "Text",
      pattern: "Regular expression",
      value: "Number",
      tolerance: "Give or take",
      least: "At least",
      most: "At most",
      language: "Code of the language, such as de",
      command: "Command",
    },
    lines: { schema: "JSON Schema", calls: "Tool calls, as JSON", file: "The file, whole" },
    callsHint:
      'Such as [{"name": "weather", "arguments": {"city": "Oslo"}}], and no others. [] is an answer without a call.',
    anyOrder: "In any order",
    fileHint: "White space at the ends of lines and empty lines at the end do not count.",
    ignoreCase: "Upper and lower case are the same",
    percent: "Give or take in percent of the number",
    taken: "Which number of the answer",
    takens: { last: "the last", first: "the first", only: "the only one" },
    fenced: "It may stand in one Markdown code block",
    unit: "Counted in",
    units: { words: "words", characters: "characters", sentences: "sentences" },
    patternHint: "Matched in linear time: no look-around and no back references.",
    toolsHint: "Needs tools in the request.",
    refusalHint: "Told by how models begin when they decline, so it can be mistaken.",
    commandHint:
      "It reads the answer on its standard input and ends with 0 if that is right and with 1 if it is wrong; its first line is the reason. It runs after the race, for at most 10 seconds, without your environment and in an empty folder. Before the first time you are asked.",
    commandJson: "It reads a JSON object: text, tool calls and row",
    negated: "Right if this does not hold",
    submit: "Add the check",
    added: (check: string) => `Check added: ${check}.`,
    problems: {
      text: "Write a text.",
      pattern: "Write a regular expression.",
      number: "Write a number.",
      tolerance: "Write a number of 0 or more.",
      schema: "Write a schema: an object, or true or false.",
      calls: "Write a list of calls, each with a name and its arguments.",
      file: "Write the file that the answer is to be.",
      count: "Write a whole number of 0 or more.",
      noLimit: "Write a lower or an upper limit.",
      order: "Write at least as much as the lower limit.",
      language: "Write a code of two or three letters.",
      command: "Write a command.",
    },
  },
  /** Commands of the user's own that check answers. */
  commands: {
    asked: "Not started yet.",
    asking:
      "A dialog asks whether a command of this plan may run. It starts once you have answered there.",
    running: (ended: number, of: number) => `Commands have checked ${count(ended)} of ${count(of)}`,
    declined: (commands: string) =>
      `Not started: nobody allowed this command on this machine: ${commands}`,
    declinedFix: "Allow it when you are asked, or remove the check.",
    title: "Commands that may check answers",
    story:
      "They run on this machine with your rights. Each was allowed word for word, whatever plan it comes with.",
    none: "None. The first race that has one asks.",
    forget: "Take back",
    forgetOf: (command: string) => `Take back the leave of the command ${command}`,
    forgotten: "The command may no longer run.",
  },
  /** Whether an answer is right. */
  verdicts: { right: "right", wrong: "wrong", unknown: "not known if right" },
  passed: (checks: number) => (checks === 1 ? "Its check holds." : `All ${checks} checks hold.`),
  expectedDiff: "Struck through: expected and missing. Underlined: not expected.",
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
  /** Two contenders that were asked the same. */
  pairs: {
    title: "Who is right more often",
    more: (one: string, other: string) => `${one} is right more often than ${other}.`,
    open: (one: string, other: string) =>
      `Whether ${one} or ${other} is right more often, this does not show.`,
    pair: (pairs: number, first: string, second: string, p: string) =>
      `Of ${plural(pairs, "question")} that both answered, ${first} had the first right alone and ${second} the second (McNemar’s test, mid-p: ${p}).`,
    /** What the p values are held to, of several. */
    among: (contenders: number) =>
      `Told apart at 5 % over all pairs of ${count(contenders)} together, so a p of one pair has to be smaller.`,
  },
  /** Which question each lane answered right. */
  questions: {
    title: "Which question was answered right",
    question: "Question",
    numbered: (question: number) => `Question ${count(question)}`,
    round: (round: number) => `Round ${count(round)}`,
    found: { right: "right", wrong: "✗ wrong", unknown: "? unknown" },
    failed: "✗ failed",
    firstOpen: (why: string) => `The first answer that is not right: ${why}`,
    rightOf: (right: string, of: string) => `${right} of ${of}`,
    leftOut: (right: number, others: number) =>
      `Left out: ${[
        right > 0 ? `${plural(right, "question")} that every lane answered right` : "",
        others > 0 ? `${plural(others, "question")} more` : "",
      ]
        .filter(Boolean)
        .join(" and ")}.`,
  },
  table: {
    right: "Right",
    rightOf: (right: number, known: number) => `${count(right)} of ${count(known)}`,
    share: "Share right",
    within: (share: string, interval: string) => `${share} (95 %: ${interval})`,
    shareStory: "Right ÷ (right + wrong + failed), of requests, with its 95 % interval (Wilson).",
    unknown: "Not known if right",
    seconds: "Time per right answer",
    secondsStory: "The time of all measured requests ÷ right answers.",
    dollars: "Cost per right answer",
    dollarsStory:
      "The cost of all measured requests ÷ right answers. Absent if one cost is unknown.",
  },
};
