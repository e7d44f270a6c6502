/** What a wrong answer lacks and has too much of against the text that was expected. */

import { strings } from "../../strings/strings";
import { DiffText, useDifference } from "../verdict/DiffText";

interface ExpectedDiffProps {
  expected: string;
  answer: string;
}

export function ExpectedDiff({ expected, answer }: ExpectedDiffProps) {
  const found = useDifference(expected, answer);
  if (found === null || found === "long") return null;
  return (
    <figure className="mt-1" data-testid="expected-diff">
      <figcaption className="text-2xs text-faint">{strings.checks.expectedDiff}</figcaption>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="selectable mt-0.5 max-h-40 overflow-y-auto rounded-sm bg-sunk px-2 py-1 whitespace-pre-wrap text-soft [overflow-wrap:anywhere]"
      >
        <DiffText found={found} />
      </p>
    </figure>
  );
}
