/** Marks an example: its numbers are invented, and nothing of it is kept. */

import { strings } from "../strings/strings";

export function ExampleTag() {
  return (
    <p className="simulated rounded-sm px-1.5 text-2xs leading-5" data-testid="example-tag">
      {strings.charts.example}
    </p>
  );
}
