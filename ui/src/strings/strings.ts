/**
 * Every text of the window, in one typed place and in the chosen language. `catalogue.test.ts` finds texts in components.
 * What the engine says comes as phrases, by their ids, or in English: what happened in a failure, causes and fixes of the
 * keyring, names and notes of the catalogue.
 */

import type { Failure } from "../backend/backend";
import { sentences } from "./phrases";
import { adviceOn, messageOf, said } from "./said";
import { texts } from "./texts";

export const { strings } = texts();

interface FailureWords {
  message: string;
  fix: string | null;
}

/** An error from the engine may begin in lower case, as those of libraries do. */
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A refusal of the engine as a sentence about what happened and, if available, what to do. */
export function failureWords(failure: Failure): FailureWords {
  const { message, fix } = wordsOf(failure);
  return { message: sentence(message), fix };
}

function wordsOf(failure: Failure): FailureWords {
  switch (failure.kind) {
    case "plan":
      return {
        message: sentences(
          failure.problems.map((problem) =>
            problem.lane === null || problem.lane === undefined
              ? said(problem.message)
              : strings.race.preflight.laneProblem(problem.lane + 1, said(problem.message)),
          ),
        ),
        fix: null,
      };
    case "key":
      return { message: said(failure.message), fix: failure.fix ? said(failure.fix) : null };
    case "preferences":
      return { message: sentences(failure.problems.map(({ message }) => message)), fix: null };
    case "commands":
      return {
        message: strings.checks.commands.declined(failure.commands.join(", ")),
        fix: strings.checks.commands.declinedFix,
      };
    case "over_cap":
      return { message: strings.overCap.declined, fix: null };
    case "provider":
      return { message: messageOf(failure.fault), fix: adviceOn(failure.fault) };
    case "history":
    case "not_found":
    case "busy":
    case "network":
    case "plain_http":
    case "prices":
    case "file":
      return { message: failure.message, fix: null };
    case "request":
    case "watch":
      return { message: said(failure.message), fix: null };
  }
}
