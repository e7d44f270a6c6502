/** Checks by their names, each of which can be removed. */

import { X } from "lucide-react";
import type { Check } from "../../backend/backend";
import { strings } from "../../strings/strings";
import { IconButton } from "../../ui/controls";
import { titleOf } from "./titleOf";

const w = strings.checks;

interface CheckListProps {
  checks: readonly Check[];
  /** What the test ids of its buttons begin with. */
  testId: string;
  onRemove: (at: number) => void;
}

export function CheckList({ checks, testId, onRemove }: CheckListProps) {
  return (
    <ul aria-label={w.heading} className="flex min-w-0 flex-wrap gap-1">
      {checks.map((check, at) => {
        const title = titleOf(check);
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a check is its place in the plan.
            key={at}
            className="flex max-w-full min-w-0 items-center rounded-sm bg-raised pl-1.5"
          >
            <span className="truncate">{title}</span>
            <IconButton
              label={w.remove(title)}
              className="size-5!"
              data-testid={`${testId}-${at}`}
              onClick={() => onRemove(at)}
            >
              <X size={11} aria-hidden="true" />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
